import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import type { Database } from '../../db/openDatabase.ts'
import { countMark } from '../../requests/countMark.ts'
import { firstIdAt } from '../../requests/firstIdAt.ts'
import { type RequestFilter, type RequestScope, selects } from './requestFilter.ts'

/** The maximum number of scopes whose totals a host keeps in memory: about 200 bytes each. */
const MAX_SCOPES = 10_000
/**
 * Ids begin with the time. A count of older requests therefore stays valid until the sweeper deletes one, or a payer pays an old
 * copy of a link. Younger requests are counted each time. The interval exceeds the clock difference between hosts plus the time
 * to store a request.
 */
const SETTLED_AFTER_MS = 3_600_000

/** `mark`: the deletions and late additions up to the count; see `countMark`. */
type Settled = { upTo: string; count: number; mark: string | null }

const UNCOUNTED: Settled = { upTo: '', count: 0, mark: null }

const settledCounts = new WeakMap<Database, LRUCache<string, Settled>>()

/**
 * Counts the requests of a scope exactly. Without a filter, reads only the requests created since an hour before the previous call. The
 * first call, and a call after a deletion, read all requests.
 */
export async function countRequests(
  context: Pick<Context, 'db' | 'now'>,
  scope: RequestScope,
  filter: RequestFilter,
): Promise<number> {
  if (Object.values(filter).every((one) => one === undefined)) return countAll(context, scope)
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
  const known = settled.get(key) ?? UNCOUNTED
  const upTo = firstIdAt(now().getTime() - SETTLED_AFTER_MS)
  const read = (from: string) =>
    db.kysely
      .selectFrom('requests')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number | null>`sum(case when id < ${upTo} then 1 else 0 end)`.as('settled'))
      .select(countMark(scope.tenantId).as('mark'))
      .where(selects(scope, {}))
      .where('id', '>=', from)
      .executeTakeFirstOrThrow()
  const since = await read(known.upTo)
  const isStill = known.upTo === '' || since.mark === known.mark
  const [base, row] = isStill ? [known, since] : [UNCOUNTED, await read('')]
  if (upTo > base.upTo) {
    settled.set(key, { upTo, count: base.count + Number(row.settled ?? 0), mark: row.mark })
  }
  return base.count + Number(row.count)
}
