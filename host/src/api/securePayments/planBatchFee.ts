import { type BatchFeeShare, batchFeeAddress, batchFees } from '@secure-payment/core'
import type { BatchFee } from '@secure-payment/core/evm'
import type { PaymentTerms } from '@secure-payment/core/kinds'

/** What the batch contract takes of a batch. */
export type PlannedBatchFee = {
  /** Parts of 10,000. */
  bps: number
  /** Where the calldata has it sent. */
  address: string
  /** One a currency that it takes something of. */
  shares: readonly BatchFeeShare[]
}

/** Plans what the batch contract takes on top of some payments; null where it takes nothing. */
export function planBatchFee(
  terms: readonly PaymentTerms[],
  fee: BatchFee,
): PlannedBatchFee | null {
  if (fee.bps === 0) return null
  return { bps: fee.bps, address: batchFeeAddress(terms), shares: batchFees(terms, fee) }
}
