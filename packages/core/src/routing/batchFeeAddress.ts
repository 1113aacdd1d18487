import { BaseError } from '../errors.ts'
import { assertFeeAddress, InvalidBatchError, isSameAddress, ZERO_ADDRESS } from '../evm/index.ts'

/**
 * Returns the one fee address of a batch: the address that receives its fees; without fees, the first given fee address, otherwise the
 * first payee. It is never the zero address: the contract transfers even a batch fee of 0 there, and most tokens revert on that.
 *
 * @throws FeeWithoutAddressError when an item has a fee but no fee address.
 * @throws MixedFeeAddressesError when two items send fees to different addresses.
 * @throws InvalidBatchError when there is no item.
 */
export function batchFeeAddress(items: readonly FeeItem[]): string {
  const [firstItem] = items
  if (firstItem === undefined) throw new InvalidBatchError('it has no payments')
  for (const item of items) assertFeeAddress(item.feeUnits, item.feeAddress)
  const charged = items.filter((item) => item.feeUnits > 0n)
  const [first, ...others] = (charged.length > 0 ? charged : items).flatMap(namedFeeAddress)
  if (first === undefined) return firstItem.payee
  if (charged.length === 0) return first
  const other = others.find((address) => !isSameAddress(address, first))
  if (other !== undefined) throw new MixedFeeAddressesError({ first, other })
  return first
}

/** The members of an item that `batchFeeAddress` needs. */
export type FeeItem = { payee: string; feeUnits: bigint; feeAddress: string | null }

/** The payments in one batch have different fee addresses. */
export class MixedFeeAddressesError extends BaseError {
  readonly code = 'mixed_fee_addresses'
  readonly kind = 'invalid'

  constructor(facts: { first: string; other: string }) {
    super(`A batch sends its fees to one address, got ${facts.first} and ${facts.other}.`, {
      hint: 'Use one fee address, or create separate payments.',
      field: 'feeAddress',
    })
  }
}

function namedFeeAddress({ feeAddress }: FeeItem): string[] {
  return feeAddress === null || isSameAddress(feeAddress, ZERO_ADDRESS) ? [] : [feeAddress]
}
