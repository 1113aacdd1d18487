import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { among } from '../../search/among.ts'
import { REQUEST_COLUMNS, type StoredRequest } from '../requests/loadRequest.ts'

/** A payment with the request that it pays. */
export type LoadedPayment = { payment: Row<'payments'>; request: StoredRequest }

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
  const requests = await db.kysely
    .selectFrom('requests')
    .select(REQUEST_COLUMNS)
    .where(among(db.dialect, 'id', requestIds))
    .execute()
  const paymentById = new Map(payments.map((payment) => [payment.id, payment]))
  const requestById = new Map(requests.map((request) => [request.id, withPlan(request)]))
  return ids.flatMap((id) => {
    const payment = paymentById.get(id)
    const request = payment && requestById.get(payment.request_id)
    return payment === undefined || request === undefined ? [] : [{ payment, request }]
  })
}
