import { parsePercent, percentOf } from '../amount.ts'
import { FeeWithoutAddressError, isSameAddress, ZERO_ADDRESS } from '../evm/index.ts'

/**
 * Plans one payment's fee: `percentage` (in the grammar of `parsePercent`) of `amountUnits`, to be paid on top, rounded up to a whole unit.
 * Paying in parts therefore never costs less than paying at once. Returns null if there is no percentage, or if the percentage is zero and
 * there is no address. The format of the address is not checked.
 *
 * @throws PercentageError when `percentage` is malformed. @throws FeeWithoutAddressError when `percentage` is above zero and `address` is
 * null, empty or the zero address. @throws ArithmeticRangeError when `amountUnits` is negative.
 */
export function planFee(
  amountUnits: bigint,
  percentage: string | null,
  address: string | null,
): FeePlan | null {
  if (percentage === null) return null
  const hasAddress = address !== null && address !== '' && !isSameAddress(address, ZERO_ADDRESS)
  if (!hasAddress && parsePercent(percentage) > 0n) throw new FeeWithoutAddressError()
  if (!hasAddress) return null
  return { percentage, address, units: percentOf(amountUnits, percentage, 'up') }
}

/** The amount that the payer adds for the fee address. `percentage` is as given; `units` is in the payment currency's base units. */
export type FeePlan = { percentage: string; address: string; units: bigint }
