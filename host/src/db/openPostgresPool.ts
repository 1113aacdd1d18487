import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { type BoundedClient, boundClient } from './boundClient.ts'
import { withoutOwnParameters } from './postgresUrl.ts'

/** The time limits of a pool's connections. */
export type PoolBounds = {
  connections: number
  connectMs: number
  /** The limit of one statement: the server ends the statement after this time, and the client a little later. */
  statementMs: number
  /** The maximum time that a statement waits for another transaction's lock. */
  lockMs: number
  /** The maximum idle time between two statements of a transaction. */
  idleInTransactionMs: number
  /** True behind a pooler in transaction mode, which rejects these limits: there, the role has its own. */
  isPooled: boolean
}

/** Numbers of connections, and of callers that wait for one. */
export type PoolUse = { open: number; idle: number; waiting: number }

/** Connections to a server, with a deadline per statement on both sides. */
export type PostgresPool = {
  /** @throws Error if no connection is ready in time */
  connect(): Promise<BoundedClient>
  /** Runs one statement on any connection. */
  query(statement: QueryConfig): Promise<QueryResult>
  /** The current numbers of open connections, of idle ones among these, and of callers that wait for a connection. */
  use(): PoolUse
  /** Closes all connections; idempotent. */
  end(): Promise<void>
}

/** The client's deadline exceeds the server's timeout by this much, because a connection stays usable after the server's own timeout. */
const MARGIN_MS = 1_000
/** The idle time after which TCP keep-alive probes start, to detect a lost server. */
const KEEP_ALIVE_MS = 10_000
/** PostgreSQL's type id of int8. */
const INT8 = 20

/**
 * Opens a pool; `pg` is loaded only here, so that a host on SQLite does not load it. int8 becomes bigint. A connection failure never ends
 * the process. If the server lets a statement hang, all connections are replaced, because the others would hang as well.
 */
export async function openPostgresPool(url: string, bounds: PoolBounds): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  const open = () =>
    new pg.Pool({
      connectionString: withoutOwnParameters(url),
      max: bounds.connections,
      connectionTimeoutMillis: bounds.connectMs,
      ...(!bounds.isPooled && {
        statement_timeout: bounds.statementMs,
        lock_timeout: bounds.lockMs,
        idle_in_transaction_session_timeout: bounds.idleInTransactionMs,
      }),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: {
        getTypeParser: (oid: number, format?: 'text' | 'binary') =>
          oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format),
      },
    })
  return keepPool(open, bounds)
}

/** The members of a `pg` pool that are used here; the simulator has its own pool. */
export type RawPool = Pick<Pool, 'on' | 'end' | 'ending'> &
  Partial<Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>> & {
    connect(): Promise<Pick<PoolClient, 'query' | 'release'>>
  }

/** Limits the statements in the pools that `open` opens, and replaces a pool whose server lets a statement hang. */
export function keepPool(
  open: () => RawPool,
  bounds: Pick<PoolBounds, 'statementMs'>,
): PostgresPool {
  const openQuietly = (): RawPool => {
    const pool = open()
    // A connection that the server ends must not end the process. The pool listens only to idle connections and
    // replaces them. On a busy connection, the running statement throws the error.
    pool.on('error', () => {})
    pool.on('connect', (client) => void client.on('error', () => {}))
    return pool
  }
  let current = openQuietly()
  const replace = (pool: RawPool) => {
    if (pool !== current || pool.ending) return
    current = openQuietly()
    // The idle connections of the replaced pool are closed now, and the others when they are returned.
    pool.end().catch(() => {})
  }
  const connect = async () => {
    const pool = current
    const client = await pool.connect()
    const boundMs = bounds.statementMs + MARGIN_MS
    return boundClient(client, { boundMs, onLate: () => replace(pool) })
  }
  return {
    connect,
    async query(statement) {
      const client = await connect()
      try {
        return await client.query(statement)
      } finally {
        client.release()
      }
    },
    use: () => ({
      open: current.totalCount ?? 0,
      idle: current.idleCount ?? 0,
      waiting: current.waitingCount ?? 0,
    }),
    async end() {
      if (!current.ending) await current.end()
    },
  }
}
