import { statSync } from 'node:fs'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { type Database, sqlitePath } from '../db/openDatabase.ts'
import { readRestore, saveRestore, saveSetting } from './restore.ts'

/** The setting with the identity of the database that the last host started on. */
const IDENTITY = 'database_identity'

/**
 * Stores the restore time and the recorded blocks if another database than at the last start has these rows: after a restore, a copy to
 * another file or cluster, or a failover. A host runs this at its start, before its watchers. Returns true if it stored a restore.
 */
export async function noteRestore(
  { db, now }: Pick<Context, 'db' | 'now'>,
  databaseUrl: string,
): Promise<boolean> {
  const identity = await readIdentity(db, databaseUrl)
  if (identity === null) return false
  const known = await db.kysely
    .selectFrom('settings')
    .select('value')
    .where('name', '=', IDENTITY)
    .executeTakeFirst()
  if (known?.value === identity) return false
  // The command `copy` moves all rows to another engine, and loses none.
  const isRestored = known !== undefined && engineOf(known.value) === engineOf(identity)
  const at = now().toISOString()
  const earlier = await readRestore({ db })
  return db.transaction(async (tx) => {
    const cursors = await tx
      .selectFrom('chain_cursors')
      .select(['network', 'block_number'])
      .execute()
    const read = Object.fromEntries(cursors.map((row) => [row.network, String(row.block_number)]))
    // Until the reconciliation of an earlier restore has ended, its blocks may have payments of lost requests too.
    const kept = earlier?.endedAt === null ? earlier.cursors : {}
    await saveSetting(tx, { name: IDENTITY, value: identity, created_at: at })
    if (isRestored) await saveRestore(tx, { at, endedAt: null, cursors: { ...read, ...kept } }, at)
    return isRestored
  })
}

/** Identifies the file, or the cluster, its timeline and the database; null if the server does not allow the query. */
async function readIdentity({ kysely }: Database, databaseUrl: string): Promise<string | null> {
  const path = sqlitePath(databaseUrl)
  if (path !== null) return `sqlite ${statSync(path, { bigint: true }).ino}`
  try {
    const { rows } = await sql<{ id: string }>`
      select concat_ws(' ', 'postgres', (select system_identifier from pg_control_system()),
        left(pg_walfile_name(pg_current_wal_lsn()), 8), oid) as id
      from pg_database where datname = current_database()
    `.execute(kysely)
    return rows[0]?.id ?? null
  } catch {
    return null
  }
}

function engineOf(identity: string): string {
  return identity.slice(0, identity.indexOf(' '))
}
