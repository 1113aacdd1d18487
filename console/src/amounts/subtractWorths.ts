import { formatAmount, parseAmount } from '@secure-payment/core'

/** The decimals of the API's values in fiat currencies. */
export const FIAT_DECIMALS = 8

/** Returns the exact difference of two values in a currency, without its sign. */
export function subtractWorths(
  worth: string,
  subtracted: string,
): { worth: string; isNegative: boolean } {
  const units = unitsOf(worth) - unitsOf(subtracted)
  const isNegative = units < 0n
  return { worth: formatAmount(isNegative ? -units : units, FIAT_DECIMALS), isNegative }
}

function unitsOf(worth: string): bigint {
  return parseAmount(worth, FIAT_DECIMALS, { allowZero: true })
}
