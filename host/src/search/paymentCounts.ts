import { sql } from 'kysely'
import type { Database, Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { among } from './among.ts'
import { insertMany } from './insertMany.ts'

/** The key of the advisory lock around counting: "payseek" in ASCII. */
const LOCK_KEY = 0x7061797365656bn

/**
 * Prevents a host from beginning to count a list while others add payments that neither side would count. Counting a complete list holds
 * the lock exclusively; adding to counts shares it. The lock is acquired after the entries are written, and held until the commit. SQLite
 * has a single writer and no such lock, so this function returns false on SQLite.
 */
export async function lockCounts(
  tx: Tx,
  dialect: Database['dialect'],
  { isAlone }: { isAlone: boolean },
): Promise<boolean> {
  if (dialect === 'sqlite') return false
  const lock = sql.raw(isAlone ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(${LOCK_KEY})`.execute(tx)
  return true
}

/** Returns the lists among these that are counted. */
export async function findCounted(
  tx: Tx,
  dialect: Database['dialect'],
  lists: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('counted_lists')
    .select('list')
    .where(among(dialect, 'list', lists))
    .execute()
  return new Set(rows.map(({ list }) => list))
}

/** Adds changes to the counts, in the order of their keys. */
export async function addCounts(
  tx: Tx,
  dialect: Database['dialect'],
  changes: readonly Row<'payment_counts'>[],
): Promise<void> {
  const onConflict = `on conflict (list, span, group_id, bucket)
    do update set payment_count = payment_counts.payment_count + excluded.payment_count`
  const columns = ['list', 'span', 'group_id', 'bucket', 'payment_count'] as const
  await insertMany(tx, dialect, { table: 'payment_counts', columns, onConflict }, changes)
}
