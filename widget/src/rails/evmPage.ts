import type { PageRail } from '../views/pageRail.ts'

/** The page's part of payments on EVM networks. The browser's wallets, and the screens and words of any payment, serve it. */
export const evmPage: PageRail = {
  family: 'evm',
  accountPath: 'address/',
  canPair: true,
  isOwnFromStart: false,
  ownWallet: ({ provider }) => provider,
}
