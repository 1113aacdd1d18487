import pg from 'pg'
import { waitUntil } from '../../support/waitUntil.ts'

/** A lock on a table in an open transaction; disposal releases it. */
export type HeldLock = AsyncDisposable & {
  /** Resolves when a statement that begins like this waits for a lock. */
  untilBlocked(statement: string): Promise<void>
  release(): Promise<void>
}

/** Locks a table of a PostgreSQL database in a separate transaction. */
export async function holdLock(url: string, table: string, mode: string): Promise<HeldLock> {
  const holder = await connect(url)
  // A transaction would see the statements of its own start for as long as it is open.
  const observer = await connect(url)
  await holder.query('begin')
  await holder.query(`lock table ${table} in ${mode} mode`)
  let isHeld = true
  async function release(): Promise<void> {
    if (!isHeld) return
    isHeld = false
    await holder.query('rollback')
    await Promise.all([holder.end(), observer.end()])
  }
  return {
    release,
    async untilBlocked(statement) {
      await waitUntil(async () => {
        const { rows } = await observer.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
          [`${statement}%`],
        )
        return rows.length > 0
      })
    },
    [Symbol.asyncDispose]: release,
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The end of a failed test drops the database, and with it the connection.
  client.on('error', () => {})
  await client.connect()
  return client
}
