/** The English sentences of a signature in place of an approval (EIP-2612). */
export const enPermit = {
  prompts:
    'Your wallet asks for a signature, then for the payment: the first costs no network fee.',
}
