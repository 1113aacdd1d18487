import type { api, Output } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'

type Described = Output<typeof api.unmatchedPayments.list>['unmatchedPayments'][number]

/** An unmatched payment as the API answers it. */
export function describeUnmatchedPayment(row: Row<'unmatched_payments'>): Described {
  return {
    id: row.id,
    network: row.network,
    txHash: row.tx_hash,
    logIndex: row.log_index,
    blockNumber: Number(row.block_number),
    tokenAddress: row.token_address,
    payee: row.payee,
    amountUnits: row.amount_units,
    reason: row.reason,
    requestId: row.request_id === '' ? null : row.request_id,
    claimedRequestId: row.claimed_request_id,
    detectedAt: row.detected_at,
  }
}
