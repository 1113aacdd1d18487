import type { Currency } from '../networks/index.ts'

/** Decimals that the conversion contracts count fiat money in, whatever its minor unit. */
export const FIAT_DECIMALS = 8

/** Decimals that the conversion contracts count a currency in: its own, 8 for fiat. */
export function conversionDecimals(currency: Pick<Currency, 'type' | 'decimals'>): number {
  return currency.type === 'ISO4217' ? FIAT_DECIMALS : currency.decimals
}
