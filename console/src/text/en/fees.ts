/** The English sentences for a fee and its preview; part of {@link en}. */
export const fees = {
  bearer: 'Borne by',
  bearers: {
    call: 'Whoever the payment names, otherwise the payer',
    payer: 'The payer, on top of the amount',
    payee: 'The recipient, out of the amount',
  },
  preview: 'Preview of the fee',
  of: (amount: string) => `For a payment of ${amount}, in US dollars at today’s price`,
  payerPays: 'The payer pays',
  payeeReceives: 'The recipient receives',
  fee: 'Fee',
  incomplete: 'Enter a percentage and an address to see how much each party pays or receives.',
  loading: 'Calculating…',
  unpriced:
    'No preview: this currency has no known price now. The fee itself is exact in the currency of the payment.',
  addressInvalid: 'Enter a wallet’s address on the network of the payment.',
  retry: 'Try again',
}
