import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'

/** The setting with the last restore. */
const RESTORE = 'last_restore'
/** The setting with the last omission of payments after a restore, per network. */
const OMITTED = 'omitted_payments'

/**
 * A restored database. `cursors` has the last recorded block of each network in the backup, in decimal digits; `at` is ISO 8601. `endedAt` is
 * the time at which the operator ended the reconciliation; null before.
 */
export type Restore = {
  at: string
  endedAt: string | null
  cursors: Readonly<Record<string, string>>
}

/** Returns the last restore; null if there was none since the first start. */
export async function readRestore({ db }: Pick<Context, 'db'>): Promise<Restore | null> {
  const row = await db.kysely
    .selectFrom('settings')
    .select('value')
    .where('name', '=', RESTORE)
    .executeTakeFirst()
  // Only `saveRestore` writes this setting; earlier releases wrote no `endedAt`.
  if (row === undefined) return null
  const stored = JSON.parse(row.value) as Omit<Restore, 'endedAt'> & Partial<Restore>
  return { ...stored, endedAt: stored.endedAt ?? null }
}

/** Stores the last restore; `now` is ISO 8601. */
export async function saveRestore(
  tx: Pick<Tx, 'insertInto'>,
  restore: Restore,
  now: string,
): Promise<void> {
  await saveSetting(tx, { name: RESTORE, value: JSON.stringify(restore), created_at: now })
}

/** Returns whether a block may have payments of lost requests: it follows the backup, and the reconciliation has not ended. */
export function isLostBlock(restore: Restore | null, network: string, block: bigint): boolean {
  const cursor = restore?.cursors[network]
  return restore?.endedAt === null && cursor !== undefined && block > BigInt(cursor)
}

/** Stores that payments after the backup on a network were omitted now, because there were too many. */
export async function noteOmission(
  { db, now }: Pick<Context, 'db' | 'now'>,
  network: string,
): Promise<void> {
  const at = now().toISOString()
  await saveSetting(db.kysely, { name: `${OMITTED}:${network}`, value: at, created_at: at })
}

/** Returns the time of a network's last omission, as ISO 8601; null if there was none. */
export async function readOmission(
  { db }: Pick<Context, 'db'>,
  network: string,
): Promise<string | null> {
  const row = await db.kysely
    .selectFrom('settings')
    .select('value')
    .where('name', '=', `${OMITTED}:${network}`)
    .executeTakeFirst()
  return row?.value ?? null
}

/** Stores a setting of the database, in place of an earlier value. */
export async function saveSetting(
  tx: Pick<Tx, 'insertInto'>,
  row: { name: string; value: string; created_at: string },
): Promise<void> {
  const { value, created_at } = row
  await tx
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, created_at }))
    .execute()
}
