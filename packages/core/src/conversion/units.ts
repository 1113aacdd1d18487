import type { Currency } from '../networks/index.ts'

/** The decimals of fiat money in the conversion contracts, independent of the currency's minor unit. */
export const FIAT_DECIMALS = 8

/** Returns the decimals of a currency in the conversion contracts: its own, or 8 for fiat. */
export function conversionDecimals(currency: Pick<Currency, 'type' | 'decimals'>): number {
  return currency.type === 'ISO4217' ? FIAT_DECIMALS : currency.decimals
}
