/** The English sentences for the page on which a payer enters a refund address. */
export const refundClaim = {
  title: 'Where should your refund go?',
  lead: 'Enter the address of a wallet that you own. The merchant sees the address and decides about the refund.',
  merchant: 'Merchant',
  amount: 'You paid',
  network: 'Network',
  reference: 'Reference',
  payment: 'Payment',
  validUntil: 'This page works until',
  address: 'Your address for the refund',
  addressHint: (network: string) =>
    `A wallet of your own on ${network}. If it is an exchange address, ask the exchange first.`,
  addressInvalid: (network: string) =>
    `This is not an address on ${network}. Check it for missing or changed characters.`,
  next: 'Continue',
  review: 'Check the address',
  reviewText: 'Money sent to a wrong address is lost. Compare each character.',
  confirm: 'Use this address',
  change: 'Change the address',
  wallet: 'The wallet that paid',
  walletText: 'Choose the wallet that sent the payment. It signs a message, and no money moves.',
  message: 'The message that your wallet signs',
  sign: 'Sign',
  chooseOther: 'Choose another wallet',
  done: 'The merchant sees your address. No money has moved yet.',
  contact: 'Contact the merchant',
  mismatch:
    'The details of this payment contradict each other, so your wallet was not asked. Ask the merchant.',
  unpaid: 'No payment has arrived here yet, so there is nothing to refund.',
}
