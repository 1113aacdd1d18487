import type { Currency } from '../networks/index.ts'

/** The decimals of fiat money in the conversion contracts, independent of the currency's minor unit. */
export const FIAT_DECIMALS = 8

/** Returns the decimals of a currency in the conversion contracts: its own, or 8 for fiat. */
export function conversionDecimals(currency: Pick<Currency, 'type' | 'decimals'>): number {
  return currency.type === 'ISO4217' ? FIAT_DECIMALS : currency.decimals
}

/** Returns a fiat currency's minor unit, such as a cent or a yen, in units of `conversionDecimals`; 1 for any other currency. */
export function minorUnit(currency: Pick<Currency, 'type' | 'decimals'>): bigint {
  return 10n ** BigInt(conversionDecimals(currency) - currency.decimals)
}
