import type { Text } from '../text.ts'

/** The Spanish sentences for the page on which a payer enters a refund address. */
export const refundClaim: Text['refundClaim'] = {
  title: '¿Adónde debe ir su reembolso?',
  lead: 'Indique una cartera propia. El comercio ve la dirección y decide sobre el reembolso.',
  merchant: 'Comercio',
  amount: 'Usted pagó',
  network: 'Red',
  reference: 'Referencia',
  payment: 'Pago',
  validUntil: 'Esta página es válida hasta',
  address: 'Su dirección para el reembolso',
  addressHint: (network) =>
    `Una cartera propia en ${network}. Si es una dirección de una plataforma de intercambio, consulte antes con ella.`,
  addressInvalid: (network) =>
    `Esto no es una dirección de ${network}. Compruebe si faltan caracteres o si alguno ha cambiado.`,
  next: 'Continuar',
  review: 'Compruebe la dirección',
  reviewText: 'El dinero enviado a una dirección equivocada se pierde. Compare cada carácter.',
  confirm: 'Usar esta dirección',
  change: 'Cambiar la dirección',
  wallet: 'La cartera que pagó',
  walletText: 'Elija la cartera que envió el pago. Firmará un mensaje, y no se moverá dinero.',
  message: 'El mensaje que firma su cartera',
  sign: 'Firmar',
  chooseOther: 'Elegir otra cartera',
  done: 'El comercio ve su dirección. Todavía no se ha movido dinero.',
  contact: 'Contactar con el comercio',
  mismatch:
    'Los datos de este pago se contradicen, así que no se ha consultado su cartera. Pregunte al comercio.',
  unpaid: 'Aquí aún no ha llegado ningún pago, así que no hay nada que reembolsar.',
}
