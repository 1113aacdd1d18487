import { loadPart } from '../loadPart.ts'
import type { PageRail } from '../views/pageRail.ts'
import { evmPage } from './evmPage.ts'

/** The page's part of payments from another chain: the same wallets, and its own screens from the options onwards. */
export const bridgePage: PageRail = {
  ...evmPage,
  loadScreens: async () =>
    (await loadPart('bridge', () => import('../views/bridge/bridgeScreens.ts'))).bridgeScreens,
}
