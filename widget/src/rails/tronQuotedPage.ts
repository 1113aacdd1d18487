import { loadPart } from '../loadPart.ts'
import type { PageRail } from '../views/pageRail.ts'
import { tronPage } from './tronPage.ts'

/** The page's part of payments on Tron that the host prices: Tron's wallets, screens and words, and a review with the price. */
export const tronQuotedPage: PageRail = {
  ...tronPage,
  loadScreens: async () =>
    (await loadPart('tronQuoted', () => import('../tron/views/tronQuotedScreens.ts')))
      .tronQuotedScreens,
}
