import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { lastOf, readPage, writeCursor } from '../../http/readPage.ts'
import { describeClaim } from './describeClaim.ts'
import { hasStatus, selectClaims } from './selectClaims.ts'

type List = typeof api.refundClaims.list

const CURSORS = { encoding: 'latin1' as const, isPosition: isUlid }

/** Lists the claims in the caller's merchant account, newest first. Sorts by id, because ids begin with the time. */
export async function listRefundClaims(
  context: Pick<Context, 'db' | 'now'>,
  { query, caller }: Pick<Call<List>, 'query' | 'caller'>,
): Promise<Output<List>> {
  const page = readPage(query, CURSORS)
  const now = context.now()
  const { status, paymentId, requestId } = query
  let select = selectClaims(context.db.kysely)
    .where('refund_claims.tenant_id', '=', caller.tenantId)
    .orderBy('refund_claims.id', 'desc')
    .limit(page.limit + 1)
  if (page.after !== null) select = select.where('refund_claims.id', '<', page.after)
  if (paymentId !== undefined) select = select.where('refund_claims.payment_id', '=', paymentId)
  if (requestId !== undefined) select = select.where('refund_claims.request_id', '=', requestId)
  if (status !== undefined) select = select.where((eb) => hasStatus(eb, status, now))
  const rows = await select.execute()
  return {
    refundClaims: rows.slice(0, page.limit).map((claim) => describeClaim(claim, now)),
    nextCursor: writeCursor(CURSORS, lastOf(rows, page)),
  }
}
