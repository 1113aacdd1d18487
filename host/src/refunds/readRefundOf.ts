import type { ItemRefundOf } from '@secure-payment/core/api'
import type { Database } from '../db/openDatabase.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { among } from '../search/among.ts'

/** A refund, with the customer of the refunded order; the customer is null if the order has none. */
export type RefundOfRow = Pick<
  Row<'refunds'>,
  'id' | 'refund_request_id' | 'payment_id' | 'request_id' | 'reference' | 'reason'
> & { customer_info: string | null }

const selectOfRequest = preparedRead((kysely) =>
  selectRefundsOf(kysely).where('refunds.refund_request_id', '=', TEXT).compile(),
)

function selectRefundsOf(kysely: Database['kysely']) {
  return kysely
    .selectFrom('refunds')
    .leftJoin('requests as refunded', 'refunded.id', 'refunds.request_id')
    .select([
      'refunds.id',
      'refunds.refund_request_id',
      'refunds.payment_id',
      'refunds.request_id',
      'refunds.reference',
      'refunds.reason',
      'refunded.customer_info',
    ])
}

/** The refund that a payment page's request pays, with the reason and the refunded payment's position on the chain. */
export type RefundOfPage = Pick<
  Row<'refunds'>,
  | 'id'
  | 'refund_request_id'
  | 'payment_id'
  | 'request_id'
  | 'reference'
  | 'reason'
  | 'tx_hash'
  | 'log_index'
>

/** Selects the refunds that a payment page's requests pay. */
export const selectRefundsPaidOnPage = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('refunds', 'refunds.refund_request_id', 'requests.id')
    .select([
      'refunds.id',
      'refunds.refund_request_id',
      'refunds.payment_id',
      'refunds.request_id',
      'refunds.reference',
      'refunds.reason',
      'refunds.tx_hash',
      'refunds.log_index',
    ])
    .where('requests.secure_payment_token', '=', TEXT)
    .orderBy('requests.item_index')
    .compile(),
)

/** Describes the refund that an item of a payment page pays. Pure. */
export function describeItemRefundOf(refund: RefundOfPage): ItemRefundOf {
  return {
    refundId: refund.id,
    paymentId: refund.payment_id || null,
    requestId: refund.request_id || null,
    reference: refund.reference,
    reason: refund.reason,
    txHash: refund.tx_hash,
    logIndex: refund.log_index,
  }
}

/** Reads the refund that a request pays; null if it pays none. */
export async function readRefundOf(db: Database, requestId: string): Promise<RefundOfRow | null> {
  const [refund = null] = await selectOfRequest(db, requestId)
  return refund
}

/** Reads the refunds that requests pay, by the paying request's id. */
export async function readRefundsOf(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, RefundOfRow>> {
  if (requestIds.length === 0) return new Map()
  const refunds = await selectRefundsOf(kysely)
    .where(among(dialect, 'refunds.refund_request_id', requestIds))
    .execute()
  return new Map(refunds.map((refund) => [refund.refund_request_id, refund]))
}
