import type { Text } from '../text.ts'

/** The Portuguese sentences for a fee and its preview; part of {@link pt}. */
export const fees: Text['fees'] = {
  bearer: 'Quem paga a taxa',
  bearers: {
    call: 'Quem o pagamento indicar; senão, o pagador',
    payer: 'O pagador, além do valor',
    payee: 'O destinatário, descontada do valor',
  },
  preview: 'Prévia da taxa',
  of: (amount) => `Para um pagamento de ${amount}, em dólares americanos pelo preço de hoje`,
  payerPays: 'O pagador paga',
  payeeReceives: 'O destinatário recebe',
  fee: 'Taxa',
  incomplete: 'Digite uma porcentagem e um endereço para ver quanto cada parte paga e recebe.',
  loading: 'Calculando…',
  unpriced:
    'Sem prévia: o preço desta moeda não é conhecido agora. A taxa em si é exata na moeda do pagamento.',
  addressInvalid: 'Digite o endereço de uma carteira na rede do pagamento.',
  retry: 'Tentar de novo',
}
