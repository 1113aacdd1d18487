import { isUlid } from '@secure-payment/core'
import {
  type api,
  MAX_LINK_PAYOUTS,
  MAX_LISTED_PAYOUTS,
  type Output,
} from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { lastOf, readPage, writeCursor } from '../../http/readPage.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import { describeApprovals } from './describeApprovals.ts'

type List = typeof api.approvals.list

const CURSORS = { encoding: 'latin1' as const, isPosition: isUlid }

/** Lists the approvals in the caller's merchant account, newest first. */
export async function listApprovals(
  context: Pick<Context, 'db' | 'now'>,
  { query, caller }: Pick<Call<List>, 'query' | 'caller'>,
): Promise<Output<List>> {
  const page = readPage(query, CURSORS)
  const { status, requestId } = query
  if (requestId !== undefined && !isRequestId(requestId)) return { approvals: [], nextCursor: null }
  let select = context.db.kysely
    .selectFrom('approvals')
    .selectAll()
    .where('tenant_id', '=', caller.tenantId)
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (page.after !== null) select = select.where('id', '<', page.after)
  if (status !== undefined) select = select.where('status', '=', status)
  if (status === 'waiting') {
    const now = context.now().toISOString()
    select = select.where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
  }
  if (requestId !== undefined) {
    select = select.where('id', '=', (eb) =>
      eb.selectFrom('requests').select('approval_id').where('requests.id', '=', requestId),
    )
  }
  const rows = await select.execute()
  // One approval covers at most as many payouts as a batch.
  const most = requestId === undefined ? MAX_LISTED_PAYOUTS : MAX_LINK_PAYOUTS
  return {
    approvals: await describeApprovals(context, rows.slice(0, page.limit), { caller, most }),
    nextCursor: writeCursor(CURSORS, lastOf(rows, page)),
  }
}
