import { loadPart } from '../loadPart.ts'
import type { PageRail } from '../views/pageRail.ts'

/** The page's part of payments on Tron: its own wallets, screens and words. */
export const tronPage: PageRail = {
  family: 'tron',
  accountPath: '#/address/',
  canPair: false,
  isOwnFromStart: true,
  ownWallet: ({ provider, tronProvider }) => tronProvider ?? provider,
  async search(options, { tronProvider }) {
    const load = () => import('../tron/wallets/discoverTronWallets.ts')
    const { discoverTronWallets } = await loadPart('tronWallets', load)
    return discoverTronWallets({ ...options, own: tronProvider ?? options.own })
  },
  loadScreens: async () =>
    (await loadPart('tronScreens', () => import('../tron/views/tronScreens.ts'))).tronScreens,
}
