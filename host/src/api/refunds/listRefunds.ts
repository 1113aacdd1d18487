import { createUlid, isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { lastOf, readPage, writeCursor } from '../../http/readPage.ts'
import { hasStatus, selectRefunds } from '../../refunds/loadRefund.ts'
import { describeRefund } from './describeRefund.ts'

type List = typeof api.refunds.list

const CURSORS = { encoding: 'latin1' as const, isPosition: isUlid }
const ULID_RANDOM_BYTES = 10

/** Lists the refunds in the caller's merchant account, newest first. Sorts by id, because ids begin with the time. */
export async function listRefunds(
  { db }: Pick<Context, 'db'>,
  { query, caller }: Pick<Call<List>, 'query' | 'caller'>,
): Promise<Output<List>> {
  const page = readPage(query, CURSORS)
  const { status, requestId, paymentId, unmatchedPaymentId, securePaymentToken: token } = query
  const { reference, fromDate, toDate } = query
  let select = selectRefunds(db.kysely)
    .where('refunds.tenant_id', '=', caller.tenantId)
    .orderBy('refunds.id', 'desc')
    .limit(page.limit + 1)
  if (page.after !== null) select = select.where('refunds.id', '<', page.after)
  if (status !== undefined) select = select.where((eb) => hasStatus(eb, status))
  if (requestId !== undefined) select = select.where('refunds.request_id', '=', requestId)
  if (paymentId !== undefined) select = select.where('refunds.payment_id', '=', paymentId)
  if (unmatchedPaymentId !== undefined) {
    select = select.where('refunds.unmatched_id', '=', unmatchedPaymentId)
  }
  if (token !== undefined) select = select.where('request.secure_payment_token', '=', token)
  if (reference !== undefined) select = select.where('refunds.reference', '=', reference)
  if (fromDate !== undefined) select = select.where('refunds.id', '>=', boundOf(fromDate, 0))
  if (toDate !== undefined) select = select.where('refunds.id', '<', boundOf(toDate, 1))
  const rows = await select.execute()
  return {
    refunds: rows.slice(0, page.limit).map(describeRefund),
    nextCursor: writeCursor(CURSORS, lastOf(rows, page)),
  }
}

/** Returns the lowest id that a refund can have `laterMs` after a time. */
function boundOf(date: string, laterMs: number): string {
  const ms = Math.max(0, new Date(date).getTime() + laterMs)
  return createUlid(ms, new Uint8Array(ULID_RANDOM_BYTES))
}
