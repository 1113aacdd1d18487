import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '../context.ts'
import { DatabaseUnavailableError } from '../db/errors.ts'
import type { RowBatch } from '../db/openDatabase.ts'
import type { NewRow, Row } from '../db/schema.ts'

/** All rows that one call writes; committed together or not at all. */
export type CreatedRows = {
  /** The secure payment; null for requests without one. */
  securePayment: NewRow<'secure_payments'> | null
  requests: readonly NewRow<'requests'>[]
  /** The further options of the requests; none by default. */
  options?: readonly NewRow<'request_options'>[]
  /** The schedule that pays the requests; none by default. */
  recurringPayment?: NewRow<'recurring_payments'> | null
  /** The refunds that the requests pay, in the same order; none by default. Only a commit with steps stores refunds. */
  refunds?: readonly Row<'refunds'>[]
  idempotencyKey: NewRow<'idempotency_keys'> | null
  /** The entry of the audit log; none by default. */
  auditEntry?: NewRow<'audit_log'> | null
}

/** The maximum number of calls per commit; 200 single payments need a few milliseconds. */
const MAX_GROUP = 256
/** The maximum number of requests per commit, unless its first call alone has more, so that a statement stays at a few megabytes. */
const MAX_GROUP_REQUESTS = 1_000

/**
 * Commits new requests with their related rows, and resolves once they are durable. Calls that arrive together share one commit
 * (group commit), because a sync to disk costs the same for one as for hundreds. If a group fails because of one call, each call
 * is retried alone, so that no call makes another fail.
 *
 * If the database fails, all waiting calls fail at once. A retry of each call would wait as long again, and the group may have
 * been committed.
 */
export async function commitRequests(
  context: Pick<Context, 'db'>,
  rows: CreatedRows,
): Promise<void> {
  let group = groups.get(context.db)
  if (group === undefined) {
    group = createGroup(context)
    groups.set(context.db, group)
  }
  return group(rows)
}

/** Runs the commits outside the call that begins the first one, because its trace must not contain the others. */
const outside = AsyncLocalStorage.snapshot()

/** One queue per database, for the lifetime of the database. */
const groups = new WeakMap<Context['db'], (rows: CreatedRows) => Promise<void>>()

type Waiting = { rows: CreatedRows; resolve(): void; reject(error: unknown): void }

function createGroup(context: Pick<Context, 'db'>): (rows: CreatedRows) => Promise<void> {
  let waiting: Waiting[] = []
  let isRunning = false
  const run = async () => {
    while (waiting.length > 0) {
      const size = groupSize(waiting)
      const group = waiting.slice(0, size)
      waiting = waiting.slice(size)
      const outage = await commitGroup(context, group)
      if (outage === null) continue
      for (const entry of waiting.splice(0)) entry.reject(outage)
    }
    isRunning = false
  }
  return (rows) =>
    new Promise((resolve, reject) => {
      waiting.push({ rows, resolve, reject })
      if (isRunning) return
      isRunning = true
      // The commit begins after the event loop has handled the calls that it read in this turn, so they join the group without waiting.
      setImmediate(outside, run)
    })
}

/** Returns the number of waiting calls for the next commit; at least one. */
function groupSize(waiting: readonly Waiting[]): number {
  let requests = 0
  const end = waiting.findIndex(({ rows }, index) => {
    requests += rows.requests.length
    return index === MAX_GROUP || (index > 0 && requests > MAX_GROUP_REQUESTS)
  })
  return end === -1 ? waiting.length : end
}

/** Commits a group of calls; returns the error if the database itself failed, otherwise null. */
async function commitGroup(
  context: Pick<Context, 'db'>,
  group: readonly Waiting[],
): Promise<DatabaseUnavailableError | null> {
  try {
    await context.db.insertRows(toBatches(group.map((entry) => entry.rows)))
    for (const entry of group) entry.resolve()
    return null
  } catch (error) {
    if (group.length === 1 || error instanceof DatabaseUnavailableError) {
      for (const entry of group) entry.reject(error)
      return error instanceof DatabaseUnavailableError ? error : null
    }
  }
  for (const [index, entry] of group.entries()) {
    const outage = await commitGroup(context, [entry])
    if (outage === null) continue
    for (const left of group.slice(index + 1)) left.reject(outage)
    return outage
  }
  return null
}

function toBatches(group: readonly CreatedRows[]): RowBatch[] {
  return [
    batch(
      'secure_payments',
      group.flatMap((rows) => rows.securePayment ?? []),
    ),
    batch(
      'requests',
      group.flatMap((rows) => rows.requests),
    ),
    batch(
      'request_options',
      group.flatMap((rows) => rows.options ?? []),
    ),
    batch(
      'recurring_payments',
      group.flatMap((rows) => rows.recurringPayment ?? []),
    ),
    batch(
      'audit_log',
      group.flatMap((rows) => rows.auditEntry ?? []),
    ),
    batch(
      'idempotency_keys',
      group.flatMap((rows) => rows.idempotencyKey ?? []),
    ),
  ].filter((part) => part.rows.length > 0)
}

/** One table's rows are built with the same keys in the same order. */
function batch(table: RowBatch['table'], rows: readonly object[]): RowBatch {
  return { table, columns: Object.keys(rows[0] ?? {}), rows: rows.map((row) => Object.values(row)) }
}
