import { formatAmount } from '@secure-payment/core'
import type { BatchFeeAnswer } from '@secure-payment/core/api'
import { findCurrencyByToken } from '@secure-payment/core/catalogue'
import type { PlannedBatchFee } from './planBatchFee.ts'
import type { PlannedSteps } from './planSteps.ts'

type Planned = Pick<PlannedSteps, 'network' | 'batchFee'>

/** The part of a response that describes the fee of the batch contract; empty where it charges none. */
export function describeBatchFee({ network, batchFee }: Planned): { batchFee?: BatchFeeAnswer } {
  if (batchFee === null) return {}
  const amounts = batchFee.shares.flatMap(({ token, units, isMost }) => {
    const found = findCurrencyByToken(network, token)
    if (found === undefined) return []
    const { id, decimals } = found.currency
    return [{ currency: id, amount: formatAmount(units, decimals), isMost }]
  })
  return { batchFee: { ...shareOf(batchFee), amounts } }
}

/** The same fee under the name by which existing clients show it. */
export function protocolFeeOf({ batchFee }: Pick<Planned, 'batchFee'>): {
  protocolFee?: { percentage: string; address: string }
} {
  return batchFee === null ? {} : { protocolFee: shareOf(batchFee) }
}

/** A percentage is two decimals of parts of 10,000. */
function shareOf({ bps, address }: PlannedBatchFee): { percentage: string; address: string } {
  return { percentage: formatAmount(BigInt(bps), 2), address }
}
