import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import type { ExclusiveSession, Tx } from './openDatabase.ts'
import { openPostgresPool } from './openPostgresPool.ts'
import { createPostgresDialect, longJobBounds } from './postgresDialect.ts'
import type { Schema } from './schema.ts'

/** The key of the advisory lock that guards migrations: "secpay" in ASCII. */
const MIGRATION_LOCK_KEY = sql.raw(String(0x736563706179n))
/** The time between two attempts to get the lock. */
const LOCK_POLL_MS = 200

/**
 * Runs `fn` on PostgreSQL while this host alone holds the lock for migrations. A separate transaction holds the lock and reads nothing, so
 * that `create index concurrently` does not wait for it. Hosts without the lock poll: a statement that waits for the lock would have a
 * snapshot, and the index would wait for that statement.
 */
export async function runExclusively<T>(
  url: string,
  fn: (session: ExclusiveSession) => Promise<T>,
): Promise<T> {
  const pool = await openPostgresPool(url, longJobBounds(url))
  const kysely = new Kysely<Schema>({ dialect: createPostgresDialect(pool) })
  try {
    for (;;) {
      const done = await kysely.transaction().execute(async (lock) => {
        if (!(await tryLock(lock))) return null
        // Behind a pooler, the role's limit would end this transaction while another one migrates.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock)
        return { result: await fn({ kysely, transaction: guardedBy(lock, kysely) }) }
      })
      if (done !== null) return done.result
      await delay(LOCK_POLL_MS)
    }
  } finally {
    await kysely.destroy()
  }
}

/** A statement with parameters would keep its snapshot until the next statement, and an index would wait for it. */
async function tryLock(lock: Tx): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(${MIGRATION_LOCK_KEY}) as is_held`.execute(lock)
  return rows[0]?.is_held === true
}

/** Throws before a transaction if the connection with the lock was lost, because another host may then have the lock. */
function guardedBy(lock: Tx, kysely: Kysely<Schema>): ExclusiveSession['transaction'] {
  return async (fn) => {
    await sql`select 1`.execute(lock)
    return kysely.transaction().execute(fn)
  }
}
