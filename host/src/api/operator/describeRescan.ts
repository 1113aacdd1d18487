import type { Output, operator } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'

/** Describes a rescan in the API's format. */
export function describeRescan(row: Row<'rescans'>): Output<typeof operator.get> {
  return {
    id: row.id,
    network: row.network,
    fromBlock: Number(row.from_block),
    toBlock: row.to_block === null ? null : Number(row.to_block),
    nextBlock: Number(row.next_block),
    status: row.status,
    paymentCount: row.payment_count,
    unreadableCount: row.unreadable_count,
    failure: row.failure,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}
