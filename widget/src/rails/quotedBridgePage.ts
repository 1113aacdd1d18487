import { loadPart } from '../loadPart.ts'
import type { PageRail } from '../views/pageRail.ts'
import { evmPage } from './evmPage.ts'

/** The page's part of payments from another chain at a quote or at par: the bridge's screens, and the price in the review. */
export const quotedBridgePage: PageRail = {
  ...evmPage,
  async loadScreens() {
    const load = () => import('../views/quoted/quotedBridgeScreens.ts')
    return (await loadPart('quotedBridge', load)).quotedBridgeScreens
  },
}
