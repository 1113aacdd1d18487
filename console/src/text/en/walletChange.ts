/** The English sentences for the move of a destination to another wallet; part of {@link en}. */
export const walletChange = {
  action: 'Move to another wallet',
  title: 'Move to another wallet',
  lead: 'Both wallets sign the move. The new wallet must have signed in to this merchant account before. Client IDs that are bound to this route then pay the new wallet. Existing payments keep their wallet.',
  address: 'New wallet',
  same: 'This is the current wallet.',
  next: 'Continue',
  from: 'From',
  to: 'To',
  until: 'Sign until',
  signers: {
    current: '1. Sign with the current wallet',
    next: '2. Sign with the new wallet',
  },
  signed: 'Signed',
  waiting: 'Confirm in the wallet. Signing moves no money.',
  noWallets: 'Open this page in a browser that has both wallets.',
  wrongAccount: (address: string) =>
    `The wallet shares another account. Choose ${address} in it, and try again.`,
  wrongNetwork:
    'The wallet is on another network. Switch it to the network of this route, and try again.',
  mismatch:
    'The service returned data for another move. Nothing was signed. Reload the page and try again.',
  move: 'Move the route',
  restart: 'Start again',
  moved: 'Receiving route moved. To change it, sign in with the new wallet.',
}
