import type { Currency } from '../networks/index.ts'
import { currencies } from './currencies.ts'
import { isPublished } from './isPublished.ts'

/** The currencies in the published token list, in its order. */
export const publishedCurrencies: readonly Currency[] = currencies.filter(isPublished)
