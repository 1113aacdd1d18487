import type { Text } from '../text.ts'

/** The Spanish sentences for a fee and its preview; part of {@link es}. */
export const fees: Text['fees'] = {
  bearer: 'Quién paga la comisión',
  bearers: {
    call: 'Quien indique el pago; si no, el pagador',
    payer: 'El pagador, además del importe',
    payee: 'El destinatario, descontada del importe',
  },
  preview: 'Vista previa de la comisión',
  of: (amount) => `Para un pago de ${amount}, en dólares estadounidenses al precio de hoy`,
  payerPays: 'El pagador paga',
  payeeReceives: 'El destinatario recibe',
  fee: 'Comisión',
  incomplete: 'Ingrese un porcentaje y una dirección para ver cuánto paga y recibe cada parte.',
  loading: 'Calculando…',
  unpriced:
    'Sin vista previa: el precio de esta moneda no se conoce ahora. La comisión en sí es exacta en la moneda del pago.',
  addressInvalid: 'Ingrese la dirección de una billetera en la red del pago.',
  retry: 'Reintentar',
}
