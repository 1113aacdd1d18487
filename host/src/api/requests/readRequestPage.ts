import { type api, type Output, requestSummarySchema } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Caller } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import { lastOf, type Page } from '../../http/readPage.ts'
import { readRefundsOf } from '../../refunds/readRefundOf.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { approvalStatusAt } from '../approvals/describeApprovals.ts'
import { describeRefundOf } from '../refunds/describeRefundOf.ts'
import { describeRequest } from './describeRequest.ts'
import {
  OFFRAMP_NOTE,
  OFFRAMP_STATUS,
  PAGE_POLICY,
  REQUEST_COLUMNS,
  withPresentStatus,
} from './loadRequest.ts'
import { type RequestFilter, type RequestScope, scopeOf, selects } from './requestFilter.ts'

/** One request of a list. */
export type RequestSummary = Output<typeof api.requests.list>['requests'][number]

/** Reads a page of the caller's requests, newest first. `last` is the id of its last request; null for the last page. */
export async function readRequestPage(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { caller, filter, page }: { caller: Caller; filter: RequestFilter; page: Page },
): Promise<{ requests: readonly RequestSummary[]; last: string | null }> {
  const rows = await selectPage(context, { scope: scopeOf(caller), filter, page })
  // A client ID is public, so its holder gets no customer data and no hidden payee.
  const isPublic = caller.credential === 'clientId'
  const shown = rows.slice(0, page.limit)
  const refunds = await readRefundsOf(
    context.db,
    shown.flatMap(({ id, is_payout }) => (is_payout === 1 ? id : [])),
  )
  const approvals = await readApprovals(context, shown)
  const requests = shown.map(({ has_pending, approval_id, ...stored }) => {
    const request = withPresentStatus(withPlan(stored), has_pending !== null)
    const refund = refunds.get(request.id)
    const nothing = { payments: [], receivedUnits: 0n, refunded: [], market: null, note: null }
    const facts = { request, ...nothing, isPublic, currency: 'USD' as const }
    return requestSummarySchema.parse({
      ...describeRequest(context, facts),
      ...(refund !== undefined && { refundOf: describeRefundOf(refund, { isPublic }) }),
      approval: (!isPublic && approval_id !== null && approvals.get(approval_id)) || null,
      updatedAt: request.updated_at,
    })
  })
  return { requests, last: lastOf(rows, page) }
}

/** The ids are found with an index only, so that the database reads just the rows on the page. */
function selectPage(
  { db }: Pick<Context, 'db'>,
  { scope, filter, page }: { scope: RequestScope; filter: RequestFilter; page: Page },
) {
  let ids = db.kysely
    .selectFrom('requests')
    .select('requests.id')
    .where(selects(scope, filter))
    .orderBy('requests.id', 'desc')
    .limit(page.limit + 1)
    .offset(page.offset)
  if (page.after !== null) ids = ids.where('requests.id', '<', page.after)
  return db.kysely
    .selectFrom('requests')
    .select(REQUEST_COLUMNS)
    .select([
      'approval_id',
      OFFRAMP_STATUS.as('offramp_status'),
      OFFRAMP_NOTE.as('offramp_note'),
      PAGE_POLICY.as('access_policy'),
    ])
    .select(
      sql<1 | null>`(select 1 from pending_payments as pending
        where pending.request_id = requests.id limit 1)`.as('has_pending'),
    )
    .where('id', 'in', (where) => where.selectFrom(ids.as('page')).select('page.id'))
    .orderBy('id', 'desc')
    .execute()
}

/** Reads the approvals of payouts, by their ids; reads nothing for a page without payouts that need one. */
async function readApprovals(
  { db, now }: Pick<Context, 'db' | 'now'>,
  rows: readonly { approval_id: string | null }[],
): Promise<ReadonlyMap<string, RequestSummary['approval']>> {
  const ids = [...new Set(rows.flatMap(({ approval_id }) => approval_id ?? []))]
  if (ids.length === 0) return new Map()
  const found = await db.kysely
    .selectFrom('approvals')
    .select(['id', 'status', 'expires_at', 'reason'])
    .where('id', 'in', ids)
    .execute()
  const at = now()
  return new Map(
    found.map((row) => [row.id, { status: approvalStatusAt(row, at), reason: row.reason }]),
  )
}
