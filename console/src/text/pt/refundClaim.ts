import type { Text } from '../text.ts'

/** The Portuguese sentences for the page on which a payer enters a refund address. */
export const refundClaim: Text['refundClaim'] = {
  title: 'Para onde deve ir o seu reembolso?',
  lead: 'Informe uma carteira sua. O comerciante vê o endereço e decide sobre o reembolso.',
  merchant: 'Comerciante',
  amount: 'Você pagou',
  network: 'Rede',
  reference: 'Referência',
  payment: 'Pagamento',
  validUntil: 'Esta página vale até',
  address: 'Seu endereço para o reembolso',
  addressHint: (network) =>
    `Uma carteira sua na rede ${network}. Se for um endereço de uma corretora, consulte-a antes.`,
  addressInvalid: (network) =>
    `Este não é um endereço da rede ${network}. Verifique se faltam caracteres ou se algum mudou.`,
  next: 'Continuar',
  review: 'Confira o endereço',
  reviewText: 'O dinheiro enviado a um endereço errado se perde. Compare cada caractere.',
  confirm: 'Usar este endereço',
  change: 'Alterar o endereço',
  wallet: 'A carteira que pagou',
  walletText:
    'Escolha a carteira que enviou o pagamento. Ela assina uma mensagem, e nenhum dinheiro é movido.',
  message: 'A mensagem que sua carteira assina',
  sign: 'Assinar',
  chooseOther: 'Escolher outra carteira',
  done: 'O comerciante vê o seu endereço. Nenhum dinheiro foi movido ainda.',
  contact: 'Falar com o comerciante',
  mismatch:
    'Os dados deste pagamento se contradizem, por isso sua carteira não foi consultada. Pergunte ao comerciante.',
  unpaid: 'Nenhum pagamento chegou aqui ainda, então não há nada a reembolsar.',
}
