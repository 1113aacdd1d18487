import { loadPart } from '../loadPart.ts'
import type { PageRail } from '../views/pageRail.ts'
import { evmPage } from './evmPage.ts'

/** The page's part of payments that the host prices: the same wallets, and a review of its own with the price. */
export const quotedPage: PageRail = {
  ...evmPage,
  loadScreens: async () =>
    (await loadPart('quoted', () => import('../views/quoted/quotedScreens.ts'))).quotedScreens,
}
