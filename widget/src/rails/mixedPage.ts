import { loadPart } from '../loadPart.ts'
import type { PageRail } from '../views/pageRail.ts'
import { evmPage } from './evmPage.ts'

/** The page's part for the choice of a wallet if a payment accepts currencies of EVM networks and of Tron: the wallets of both. */
export const mixedPage: PageRail = {
  ...evmPage,
  async search(options, { tronProvider = null }) {
    const load = () => import('../tron/wallets/discoverAllWallets.ts')
    const { discoverAllWallets } = await loadPart('allWallets', load)
    return discoverAllWallets(options, tronProvider)
  },
}
