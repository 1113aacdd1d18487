import type { PageRail } from '../views/pageRail.ts'

/** The page's part of payments on EVM networks. It uses the browser's wallets, and the common screens and words. */
export const evmPage: PageRail = {
  family: 'evm',
  accountPath: 'address/',
  canPair: true,
  isOwnFromStart: false,
  ownWallet: ({ provider }) => provider,
}
