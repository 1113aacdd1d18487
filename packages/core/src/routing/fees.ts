import { parsePercent, percentOf } from '../amount.ts'
import { FeeWithoutAddressError, isSameAddress, ZERO_ADDRESS } from '../evm/index.ts'

/**
 * Plans one payment's fee: `percentage` (with the grammar of `parsePercent`) of `amountUnits`, on top of it, rounded up to a whole
 * unit. Paying in parts therefore never costs less than paying at once. Null if there is no percentage, or it is zero and has no
 * address. Checks only that the address is present.
 *
 * @throws PercentageError when `percentage` is malformed.
 * @throws FeeWithoutAddressError when it is above zero and `address` is null, empty or the zero address.
 * @throws ArithmeticRangeError when `amountUnits` is negative.
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

/** The amount that the payer adds for the fee address. `percentage` as given; `units` in the payment currency's base units. */
export type FeePlan = { percentage: string; address: string; units: bigint }
