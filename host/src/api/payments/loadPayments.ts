import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { readRefunded, sumRefunded } from '../../refunds/readRefunded.ts'
import { type RefundOfRow, readRefundsOf } from '../../refunds/readRefundOf.ts'
import { readSurpluses } from '../../refunds/readSurpluses.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { among } from '../../search/among.ts'
import { REQUEST_COLUMNS, type StoredRequest } from '../requests/loadRequest.ts'

/** A payment with the request that it pays, and its refunds. */
export type LoadedPayment = {
  payment: Row<'payments'>
  request: StoredRequest
  /** The amount that the payment's refunds returned, in base units of the payment currency. */
  refundedUnits: bigint
  /** The refund that the payment paid; null for all other payments. */
  refund: RefundOfRow | null
  /** The part above the requested amount that no refund has paid back, in settlement units; 0n for none. */
  surplusUnits: bigint
}

/** Loads payments by their ids, in that order; omits payments that have been revoked since. */
export async function loadPayments(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<LoadedPayment[]> {
  if (ids.length === 0) return []
  const payments = await db.kysely
    .selectFrom('payments')
    .selectAll()
    .where(among(db.dialect, 'id', ids))
    .execute()
  const requestIds = [...new Set(payments.map((payment) => payment.request_id))]
  const [refunded, refunds] = await Promise.all([
    readRefunded(db, ids),
    readRefundsOf(db, requestIds),
  ])
  const sums = sumRefunded(refunded)
  const requests = await db.kysely
    .selectFrom('requests')
    .select(REQUEST_COLUMNS)
    .where(among(db.dialect, 'id', requestIds))
    .execute()
  const surpluses = await readSurpluses(db, requests)
  const paymentById = new Map(payments.map((payment) => [payment.id, payment]))
  const requestById = new Map(requests.map((request) => [request.id, withPlan(request)]))
  return ids.flatMap((id) => {
    const payment = paymentById.get(id)
    const request = payment && requestById.get(payment.request_id)
    if (payment === undefined || request === undefined) return []
    const refund = refunds.get(request.id) ?? null
    const surplusUnits = surpluses.get(request.id) ?? 0n
    return [{ payment, request, refundedUnits: sums.get(id) ?? 0n, refund, surplusUnits }]
  })
}
