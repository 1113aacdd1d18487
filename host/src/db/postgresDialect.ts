import { type Dialect, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { isNotReady } from './errors.ts'

/** Connections one host may hold. */
export const MAX_CONNECTIONS = 16
/**
 * A request that finds no free connection fails after this long, with 503, instead of queueing without end, unless the URL's
 * `connect_timeout` says otherwise.
 */
const ACQUIRE_TIMEOUT_S = 2
/** Longest `connect_timeout` of a URL. */
const MAX_ACQUIRE_TIMEOUT_S = 60
const STATEMENT_TIMEOUT_MS = 15_000
/** A server that takes connections but answers none is waited for so long when a host starts. */
const FIRST_ANSWER_TIMEOUT_MS = 30_000
/** PostgreSQL's type id of int8. */
const INT8 = 20

/** Opens a pool; `pg` is loaded only here, so that a host on SQLite never pays for it. int8 becomes bigint. */
export async function openPostgresPool(url: string): Promise<Pool> {
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: readConnectTimeout(url) * 1_000,
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
 * How long a request waits for a connection, in seconds: libpq's `connect_timeout` in the URL, else 2. NaN when it is no whole
 * number from 1 to 60.
 */
export function readConnectTimeout(url: string): number {
  const text = URL.canParse(url) ? new URL(url).searchParams.get('connect_timeout') : null
  if (text === null) return ACQUIRE_TIMEOUT_S
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return seconds >= 1 && seconds <= MAX_ACQUIRE_TIMEOUT_S ? seconds : Number.NaN
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
      if (!isNotReady(error) || performance.now() > deadlineMs) throw error
    }
  }
}

/** The kysely dialect over a pool. */
export function createPostgresDialect(pool: Pool): Dialect {
  return new PostgresDialect({ pool })
}
