export type { Currency, ResolvedCurrency } from '../networks/index.ts'
export { currencies, findCurrency, findCurrencyByToken, getCurrency } from '../networks/index.ts'
