import { type Dialect, PostgresDialect } from 'kysely'
import { isNotReady } from './errors.ts'
import type { PoolBounds, PostgresPool } from './openPostgresPool.ts'
import {
  readConnectionLimit,
  readConnectTimeout,
  readIsPooled,
  readStatementTimeout,
} from './postgresUrl.ts'

/**
 * A statement that waits for another transaction fails after this time. The call then returns 503, because its caller has waited long
 * enough.
 */
const LOCK_TIMEOUT_MS = 5_000
/** The time after which the server ends an abandoned transaction, which would otherwise keep its locks. */
const IDLE_IN_TRANSACTION_MS = 15_000
/** The time that a starting host waits for a server that accepts connections but does not respond. */
const FIRST_ANSWER_TIMEOUT_MS = 30_000
/** Long, because a migration may build a large table's index, or wait for another host that builds it. */
const LONG_JOB_MS = 6 * 3_600_000

/** The time that a concurrent index waits for a transaction that was open before it, such as a backup. It blocks no other statement. */
const CONCURRENT_INDEX_LOCK_MS = 600_000

/** Returns the limits for requests and jobs. */
export function everydayBounds(url: string): PoolBounds {
  return {
    connections: readConnectionLimit(url),
    connectMs: readConnectTimeout(url) * 1_000,
    statementMs: readStatementTimeout(url),
    lockMs: LOCK_TIMEOUT_MS,
    idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
    isPooled: readIsPooled(url) === true,
  }
}

/** The limits for work that one host does while the others wait, such as migrations: one connection has the lock, the other works. */
export const longJobBounds = (url: string): PoolBounds => ({
  connections: 2,
  connectMs: FIRST_ANSWER_TIMEOUT_MS,
  statementMs: LONG_JOB_MS,
  lockMs: CONCURRENT_INDEX_LOCK_MS,
  idleInTransactionMs: LONG_JOB_MS,
  isPooled: readIsPooled(url) === true,
})

/**
 * Waits for the server's first response, which may take a busy server longer than a request waits. A server that
 * rejects the connection or is down fails at once.
 */
export async function awaitFirstAnswer(pool: PostgresPool): Promise<void> {
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

/** Creates the kysely dialect over a pool. */
export function createPostgresDialect(pool: PostgresPool): Dialect {
  return new PostgresDialect({
    pool: {
      options: {},
      end: () => pool.end(),
      async connect() {
        const client = await pool.connect()
        return {
          // Kysely's type has a second form, for cursors, which is unused: no `cursor` is configured. Kysely derives the rows' type.
          query: (text: unknown, values: readonly unknown[] = []) =>
            client.query({ text: String(text), values: [...values] }) as never,
          release: client.release,
        }
      },
    },
  })
}
