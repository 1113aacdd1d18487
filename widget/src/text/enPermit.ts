/** The English sentences of a signature in place of an approval (EIP-2612), or in place of all transactions. */
export const enPermit = {
  prompts:
    'Your wallet asks for a signature, then for the payment: the first costs no network fee.',
  signature: 'Your wallet asks for a signature, with which the service sends exactly this payment.',
  noFee: 'No network fee',
}
