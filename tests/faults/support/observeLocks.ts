import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** A wait of one statement for a lock, as PostgreSQL showed it. */
export type LockWait = { ms: number; statement: string; lock: string }

const STEP_MS = 20

/** Observes every wait for a lock on a server, except the polls for a free turn, until it is disposed. */
export async function observeLocks(
  url: string,
): Promise<AsyncDisposable & { longest(): LockWait | null }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let longest: LockWait | null = null
  let isOver = false
  const observing = (async () => {
    while (!isOver) {
      const { rows } = await client.query(
        `select extract(epoch from clock_timestamp() - waitstart) * 1000 as ms, left(query, 120) as statement,
          locktype || ' ' || coalesce(relation::regclass::text, '') || ' ' || mode as lock
        from pg_locks join pg_stat_activity using (pid) where not granted and locktype <> 'virtualxid'`,
      )
      for (const row of rows) {
        const wait = { ...row, ms: Number(row.ms) }
        if (longest === null || wait.ms > longest.ms) longest = wait
      }
      await delay(STEP_MS)
    }
  })()
  return {
    longest: () => longest,
    async [Symbol.asyncDispose]() {
      isOver = true
      await observing
      await client.end()
    },
  }
}
