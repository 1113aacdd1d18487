import { type BatchFeeShare, batchFeeAddress, batchFees } from '@secure-payment/core'
import type { BatchFee } from '@secure-payment/core/evm'
import type { PaymentTerms } from '@secure-payment/core/ways'

/** The fee that the batch contract charges for a batch. */
export type PlannedBatchFee = {
  /** Parts of 10,000. */
  bps: number
  /** The address that the calldata sends it to. */
  address: string
  /** One per currency in which it charges a fee. */
  shares: readonly BatchFeeShare[]
}

/** Plans the fee that the batch contract charges on top of some payments; null where it charges none. */
export function planBatchFee(
  terms: readonly PaymentTerms[],
  fee: BatchFee,
): PlannedBatchFee | null {
  if (fee.bps === 0) return null
  return { bps: fee.bps, address: batchFeeAddress(terms), shares: batchFees(terms, fee) }
}
