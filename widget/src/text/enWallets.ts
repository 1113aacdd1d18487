/**
 * The English sentences for a wallet elsewhere: by a phone's camera, through WalletConnect, in a wallet's app. A
 * separate chunk, which payers with a wallet in their browser do not load.
 */
export const enWallets = {
  phoneTitle: 'Pay with your phone',
  phoneText: 'Scan the code with your phone and pay there. This page updates automatically.',
  phoneOnlyText:
    'There is no wallet in this browser. Scan the code with your phone and pay there: this page updates automatically.',
  scan: 'Scan',
  walletConnect: 'WalletConnect',
  ways: 'Ways to reach your wallet',
  qrOfPage: 'QR code of this payment’s page, to open on your phone',
  qrOfWallet: 'QR code that connects a wallet through WalletConnect',
  waitingForPhone: 'Waiting for the payment',
  waitingForWallet: 'Waiting for your wallet',
  connectText: 'Scan the code with a wallet that has WalletConnect. You confirm the payment there.',
  connectHereText: 'Open a wallet app that has WalletConnect. You confirm the payment there.',
  openWallet: 'Open wallet app',
  opening: 'Preparing the code',
  copyPage: 'Copy payment link',
  copyCode: 'Copy connection link',
  expiredTitle: 'The code has expired',
  expiredText: 'Codes work for five minutes. Nothing was charged.',
  declinedTitle: 'Your wallet declined',
  declinedText: 'Nothing was charged. You can connect again, or choose another wallet.',
  unreachableTitle: 'WalletConnect cannot be reached',
  unreachableText: 'Nothing was charged. Try again in a moment, or pay in another way.',
  tryAgain: 'Try again',
  mobileTitle: 'Choose your wallet app',
  mobileText: 'You pay in the app’s own browser. This page updates when you come back.',
  notOpened: (wallet: string) => `Did ${wallet} not open?`,
  notOpenedText: 'Install the app, or copy the payment link into the browser of your wallet app.',
  getWallet: 'Get a wallet',
  search: 'Search wallets',
  noMatch: (query: string) => `No wallet matches “${query}”.`,
  install: (wallet: string) => `Install ${wallet}`,
}
