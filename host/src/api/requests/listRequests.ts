import { InvalidInputError } from '@secure-payment/core'
import { type api, type Output, requestSummarySchema } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { countRequests } from './countRequests.ts'
import { describeRequest } from './describeRequest.ts'
import {
  isRequestId,
  OFFRAMP_NOTE,
  OFFRAMP_STATUS,
  PAGE_POLICY,
  REQUEST_COLUMNS,
  withPresentStatus,
} from './loadRequest.ts'
import { type RequestFilter, type RequestScope, scopeOf, selects } from './requestFilter.ts'

type List = typeof api.requests.list

const DEFAULT_LIMIT = 50

/** Lists requests, newest first, with the exact number of all that match. */
export async function listRequests(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { query, caller }: Call<List>,
): Promise<Output<List>> {
  const scope = scopeOf(caller)
  const filter = { status: query.status, reference: query.reference }
  const limit = Number(query.limit ?? DEFAULT_LIMIT)
  const offset = Number(query.offset ?? 0)
  const before = query.cursor === undefined ? null : readCursor(query.cursor)
  const [total, rows] = await Promise.all([
    countRequests(context, scope, filter),
    selectPage(context, { scope, filter, before, offset, limit: limit + 1 }),
  ])
  const page = rows.slice(0, limit)
  const hasMore = rows.length > limit
  const last = page.at(-1)
  // A client ID is public, so its holder gets no data about a customer, nor a payee that is hidden.
  const isPublic = caller.credential === 'clientId'
  return {
    requests: page.map(({ has_pending, created_at, ...stored }) => {
      const request = withPresentStatus(withPlan(stored), has_pending !== null)
      const facts = { request, payments: [], receivedUnits: 0n, market: null, note: null, isPublic }
      return requestSummarySchema.parse({
        ...describeRequest(context, facts),
        createdAt: created_at,
        updatedAt: request.updated_at,
      })
    }),
    pagination: {
      total,
      limit,
      offset,
      hasMore,
      nextCursor: hasMore && last !== undefined ? writeCursor(last.id) : null,
    },
  }
}

/** The ids are found in an index alone; only rows that are shown are read. */
function selectPage(
  { db }: Pick<Context, 'db'>,
  page: {
    scope: RequestScope
    filter: RequestFilter
    before: string | null
    offset: number
    limit: number
  },
) {
  let ids = db.kysely
    .selectFrom('requests')
    .select('requests.id')
    .where(selects(page.scope, page.filter))
    .orderBy('requests.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
  if (page.before !== null) ids = ids.where('requests.id', '<', page.before)
  return db.kysely
    .selectFrom('requests')
    .select(REQUEST_COLUMNS)
    .select('created_at')
    .select([
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

/** A cursor is the id of the last request of a page, encoded so that clients do not depend on its content. */
function writeCursor(id: string): string {
  return Buffer.from(id, 'hex').toString('base64url')
}

function readCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString('hex')
  if (isRequestId(id) && writeCursor(id) === cursor) return id
  throw new InvalidInputError([
    {
      field: 'cursor',
      code: 'invalid_cursor',
      message: 'must be the nextCursor of a page of this list',
    },
  ])
}
