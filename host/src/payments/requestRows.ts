import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { markListed } from '../requests/countMark.ts'
import { saveOptions } from '../requests/requestOptions.ts'
import { type WholeRequest, withPlan } from '../requests/requestPlan.ts'
import { among } from '../search/among.ts'

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/** Reads requests and, on PostgreSQL, locks them in id order until the commit; SQLite has only one writer. */
export async function lockRequests(
  tx: Tx,
  dialect: Context['db']['dialect'],
  ids: readonly string[],
): Promise<ReadonlyMap<string, WholeRequest>> {
  const requests = new Map<string, WholeRequest>()
  for (let at = 0; at < ids.length; at += ROWS_A_STATEMENT) {
    const query = tx
      .selectFrom('requests')
      .selectAll()
      .where('id', 'in', ids.slice(at, at + ROWS_A_STATEMENT))
      .orderBy('id')
    const rows = await (dialect === 'postgres' ? query.forUpdate() : query).execute()
    for (const row of rows) requests.set(row.id, withPlan(row))
  }
  return requests
}

/** Writes the effects of payments on requests: totals, status and the sequence of their events. */
export async function saveRequests(
  tx: Tx,
  now: Date,
  requests: readonly WholeRequest[],
): Promise<void> {
  for (let at = 0; at < requests.length; at += ROWS_A_STATEMENT) {
    const rows = requests.slice(at, at + ROWS_A_STATEMENT).map(
      (request) => sql`(
        cast(${request.id} as text), cast(${request.paid_units} as text), cast(${request.status} as text),
        cast(${request.has_been_paid} as integer), cast(${request.paid_late} as integer),
        cast(${request.tx_hash} as text), cast(${request.event_sequence} as integer))`,
    )
    // The cast prevents SQLite from indexing the changes and scanning all requests.
    await sql`
      with changed (id, paid_units, status, has_been_paid, paid_late, tx_hash, event_sequence)
        as (values ${sql.join(rows)})
      update requests set
        paid_units = changed.paid_units, status = changed.status,
        has_been_paid = changed.has_been_paid, paid_late = changed.paid_late,
        tx_hash = changed.tx_hash, event_sequence = changed.event_sequence,
        updated_at = ${now.toISOString()}
      from changed where requests.id = cast(changed.id as text)`.execute(tx)
  }
  await saveOptions(
    tx,
    requests.flatMap(({ id, option_count }) => (option_count === 0 ? [] : id)),
  )
  await listRequests(tx, now, requests)
}

/**
 * Adds to the merchants' lists those locked copies of reusable links for which money was found. A host of an earlier release updates only
 * `unlisted_requests`, so `is_unpaid_copy` may differ from that table.
 */
export async function listRequests(
  tx: Tx,
  now: Date,
  requests: readonly Pick<Row<'requests'>, 'id' | 'link_token' | 'is_unpaid_copy'>[],
): Promise<void> {
  const copies = requests.filter(({ link_token }) => link_token !== null)
  for (let at = 0; at < copies.length; at += ROWS_A_STATEMENT) {
    const some = copies.slice(at, at + ROWS_A_STATEMENT)
    const removed = await tx
      .deleteFrom('unlisted_requests')
      .where(
        'request_id',
        'in',
        some.map(({ id }) => id),
      )
      .returning('request_id')
      .execute()
    const marked = some.flatMap(({ id, is_unpaid_copy }) => (is_unpaid_copy === 1 ? id : []))
    const ids = [...new Set([...marked, ...removed.map(({ request_id }) => request_id)])]
    if (ids.length === 0) continue
    await tx.updateTable('requests').set({ is_unpaid_copy: 0 }).where('id', 'in', ids).execute()
    await markListed(tx, now, ids)
  }
}

/**
 * Adds the copies of reusable links with a pending payment to their merchant's lists. Locks only the copies that are not in the lists yet,
 * which are few.
 */
export async function listPending(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  ids: readonly string[],
): Promise<void> {
  const copies = await tx
    .selectFrom('unlisted_requests')
    .select('request_id')
    .where(among(db.dialect, 'request_id', ids))
    .execute()
  const locked = await lockRequests(
    tx,
    db.dialect,
    copies.map(({ request_id }) => request_id),
  )
  await listRequests(tx, now(), [...locked.values()])
}

/** Completes the secure payments whose requests are all paid now, including expired ones, and returns their tokens. */
export async function completeSecurePayments(
  tx: Tx,
  context: Pick<Context, 'db' | 'now'>,
  requests: readonly WholeRequest[],
): Promise<readonly string[]> {
  const completed: string[] = []
  const tokens = tokensOf(requests.filter((request) => request.has_been_paid === 1))
  for (let at = 0; at < tokens.length; at += ROWS_A_STATEMENT) {
    const some = tokens.slice(at, at + ROWS_A_STATEMENT)
    // Two transactions may each pay one of the last two requests; the second transaction must see the first one's effect.
    await lockPages(tx, context.db.dialect, some)
    const rows = await tx
      .updateTable('secure_payments')
      .set({ status: 'completed', completed_at: context.now().toISOString() })
      .where('token', 'in', some)
      .where('status', 'in', ['pending', 'expired'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('requests')
              .select('requests.id')
              .whereRef('requests.secure_payment_token', '=', 'secure_payments.token')
              .where('requests.has_been_paid', '=', 0),
          ),
        ),
      )
      .returning('token')
      .execute()
    completed.push(...rows.map(({ token }) => token))
  }
  return completed
}

/** On PostgreSQL, locks secure payments in the order of their tokens until the commit; SQLite has only one writer. */
export async function lockPages(
  tx: Tx,
  dialect: Context['db']['dialect'],
  tokens: readonly string[],
): Promise<void> {
  if (dialect === 'sqlite') return
  for (let at = 0; at < tokens.length; at += ROWS_A_STATEMENT) {
    await tx
      .selectFrom('secure_payments')
      .select('token')
      .where('token', 'in', tokens.slice(at, at + ROWS_A_STATEMENT))
      .orderBy('token')
      .forUpdate()
      .execute()
  }
}

/** Returns the tokens of the requests' secure payments, each once and sorted. */
export function tokensOf(
  requests: readonly Pick<Row<'requests'>, 'secure_payment_token'>[],
): string[] {
  const tokens = requests
    .map((request) => request.secure_payment_token)
    .filter((token) => token !== null)
  return [...new Set(tokens)].sort()
}
