export type { Currency, ResolvedCurrency } from '../networks/index.ts'
export { currencies, findCurrency, findCurrencyByToken, getCurrency } from './currencies.ts'
export { publishedCurrencies } from './publishedCurrencies.ts'
export { catalogue } from './release.ts'
