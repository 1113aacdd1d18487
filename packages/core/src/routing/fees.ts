import { divide, parsePercent, percentOf } from '../amount.ts'
import { FeeWithoutAddressError, isSameAddress, ZERO_ADDRESS } from '../evm/index.ts'

/**
 * Plans one payment's fee: `percentage` (in the grammar of `parsePercent`) of `amountUnits`, to be paid on top, rounded up to a
 * multiple of `stepUnits`. Paying in parts therefore never costs less than paying at once. Returns null if there is no percentage, or if
 * the percentage is zero and there is no address. The format of the address is not checked.
 *
 * @throws PercentageError when `percentage` is malformed.
 * @throws FeeWithoutAddressError when `percentage` is above zero and `address` is null, empty or the zero address.
 * @throws ArithmeticRangeError when `amountUnits` is negative, or `stepUnits` is not above 0.
 */
export function planFee(
  amountUnits: bigint,
  percentage: string | null,
  address: string | null,
  stepUnits = 1n,
): FeePlan | null {
  if (percentage === null) return null
  const hasAddress = address !== null && address !== '' && !isSameAddress(address, ZERO_ADDRESS)
  if (!hasAddress && parsePercent(percentage) > 0n) throw new FeeWithoutAddressError()
  if (!hasAddress) return null
  return { percentage, address, units: feeOnTop(amountUnits, percentage, stepUnits) }
}

/**
 * Returns `percentage` of `amountUnits`, rounded up to a multiple of `stepUnits`: by default to the unit, for a fiat currency to its
 * `minorUnit`.
 *
 * @throws PercentageError when `percentage` is malformed.
 * @throws ArithmeticRangeError when `amountUnits` is negative, or `stepUnits` is not above 0.
 */
export function feeOnTop(amountUnits: bigint, percentage: string, stepUnits = 1n): bigint {
  return divide(percentOf(amountUnits, percentage, 'up'), stepUnits, 'up') * stepUnits
}

/** The amount that the payer adds for the fee address. `percentage` is as given; `units` is in the payment currency's base units. */
export type FeePlan = { percentage: string; address: string; units: bigint }
