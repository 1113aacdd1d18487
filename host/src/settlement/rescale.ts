import { divide } from '@secure-payment/core'

/**
 * Converts units of one token to units of another with different decimals, and rounds up.
 */
export function rescale(units: bigint, from: number, to: number): bigint {
  if (to >= from) return units * 10n ** BigInt(to - from)
  return divide(units, 10n ** BigInt(from - to), 'up')
}
