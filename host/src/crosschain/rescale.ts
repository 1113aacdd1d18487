import { divide } from '@secure-payment/core'

/**
 * Units of one token as units of another one, which has other decimals; a remainder is rounded up, since it is a cost.
 */
export function rescale(units: bigint, from: number, to: number): bigint {
  if (to >= from) return units * 10n ** BigInt(to - from)
  return divide(units, 10n ** BigInt(from - to), 'up')
}
