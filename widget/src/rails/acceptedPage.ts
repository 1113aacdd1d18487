import { loadPart } from '../loadPart.ts'
import type { PageRail } from '../views/pageRail.ts'
import { evmPage } from './evmPage.ts'

/** The page's part of payments that accept several currencies: the same wallets, and its own choice among the currencies. */
export const acceptedPage: PageRail = {
  ...evmPage,
  loadScreens: async () =>
    (await loadPart('accepted', () => import('../views/accepted/acceptedScreens.ts')))
      .acceptedScreens,
}
