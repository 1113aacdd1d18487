import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/openDatabase.ts'
import { type RequestFilter, type RequestScope, selects } from './requestFilter.ts'

/** Scopes whose totals a host keeps in mind: some 200 bytes each. */
const MAX_SCOPES = 10_000
/**
 * Requests are never deleted and their ids begin with the time, so a count of older ones stays true. Younger ones than this are
 * counted each time: more than the clocks of hosts differ, and than a request takes to be stored.
 */
const SETTLED_AFTER_MS = 3_600_000

type Settled = { upTo: string; count: number }

const settledCounts = new WeakMap<Database, LRUCache<string, Settled>>()

/** Counts the requests of a scope exactly. Without a filter only those of the last hour are read, but for the first time. */
export async function countRequests(
  context: Pick<Context, 'db' | 'now'>,
  scope: RequestScope,
  filter: RequestFilter,
): Promise<number> {
  if (filter.status === undefined && filter.reference === undefined) return countAll(context, scope)
  const { count } = await context.db.kysely
    .selectFrom('requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(selects(scope, filter))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countAll(
  { db, now }: Pick<Context, 'db' | 'now'>,
  scope: RequestScope,
): Promise<number> {
  const settled = settledCounts.get(db) ?? new LRUCache<string, Settled>({ max: MAX_SCOPES })
  settledCounts.set(db, settled)
  const key = JSON.stringify(scope)
  const known = settled.get(key) ?? { upTo: '', count: 0 }
  const upTo = firstIdAt(now().getTime() - SETTLED_AFTER_MS)
  const row = await db.kysely
    .selectFrom('requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number | null>`sum(case when id < ${upTo} then 1 else 0 end)`.as('settled'))
    .where(selects(scope, {}))
    .where('id', '>=', known.upTo)
    .executeTakeFirstOrThrow()
  if (upTo > known.upTo) settled.set(key, { upTo, count: known.count + Number(row.settled ?? 0) })
  return known.count + Number(row.count)
}

/** The least id that a request made at a moment can have; see core's `createRequestId`. */
function firstIdAt(ms: number): string {
  return `01${Math.max(ms, 0).toString(16).padStart(12, '0')}`
}
