import { BaseError } from '../errors.ts'
import { isSameAddress, ZERO_ADDRESS } from './address.ts'

/**
 * Rejects a fee without a receiver: with the zero address ERC20FeeProxy skips the fee but reports it as paid, and EthereumFeeProxy burns
 * it.
 *
 * @throws FeeWithoutAddressError when `feeUnits` is above zero and `feeAddress` is null or the zero address.
 */
export function assertFeeAddress(feeUnits: bigint, feeAddress: string | null): void {
  if (feeUnits === 0n) return
  if (feeAddress !== null && !isSameAddress(feeAddress, ZERO_ADDRESS)) return
  throw new FeeWithoutAddressError()
}

/** A fee lacks the address that receives it. */
export class FeeWithoutAddressError extends BaseError {
  readonly code = 'fee_without_address'
  readonly kind = 'invalid'

  constructor() {
    super('A fee above zero has no receiving address.', {
      hint: 'Send feeAddress together with feePercentage, and not the zero address.',
      field: 'feeAddress',
    })
  }
}
