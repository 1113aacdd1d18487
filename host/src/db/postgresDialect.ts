import { type Dialect, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

/** Connections one host may hold. */
const MAX_CONNECTIONS = 16
/** A request that finds no free connection fails after this long, with 503, instead of queueing without end. */
const ACQUIRE_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 15_000
/** A server that takes connections but answers none is waited for so long when a host starts. */
const FIRST_ANSWER_TIMEOUT_MS = 30_000
/** What `pg` says when a connection was not ready in time. */
const NOT_READY_TEXT = /connection timeout|timeout exceeded when trying to connect/
/** PostgreSQL's type id of int8. */
const INT8 = 20

/** Opens a pool; `pg` is loaded only here, so that a host on SQLite never pays for it. int8 becomes bigint. */
export async function openPostgresPool(url: string): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format),
    },
  })
  // An idle connection that the server ends must not end the process; the pool opens another.
  pool.on('error', () => {})
  return pool
}

/**
 * Waits for the server's first answer, which a busy one may owe for longer than a request would wait. One that refuses, or is
 * not there, fails at once.
 */
export async function awaitFirstAnswer(pool: Pool): Promise<void> {
  const deadlineMs = performance.now() + FIRST_ANSWER_TIMEOUT_MS
  for (;;) {
    try {
      const client = await pool.connect()
      client.release()
      return
    } catch (error) {
      const isLate = error instanceof Error && NOT_READY_TEXT.test(error.message)
      if (!isLate || performance.now() > deadlineMs) throw error
    }
  }
}

/** The kysely dialect over a pool. */
export function createPostgresDialect(pool: Pool): Dialect {
  return new PostgresDialect({ pool })
}
