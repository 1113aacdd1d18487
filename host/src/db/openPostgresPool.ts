import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { type BoundedClient, boundClient } from './boundClient.ts'
import { withoutTimeouts } from './postgresUrl.ts'

/** The time limits of the connections of a pool. */
export type PoolBounds = {
  connections: number
  connectMs: number
  /** One statement: the server ends it after this time, and this side a little later. */
  statementMs: number
  /** A statement that waits for a lock of another transaction. */
  lockMs: number
  /** A transaction between two statements. */
  idleInTransactionMs: number
}

/** Connections to a server, each statement bounded on both sides. */
export type PostgresPool = {
  /** @throws Error when no connection is ready in time */
  connect(): Promise<BoundedClient>
  /** One statement on any connection. */
  query(statement: QueryConfig): Promise<QueryResult>
  /** Closes all connections; a second call changes nothing. */
  end(): Promise<void>
}

/** The server's own timeout comes first, because its response keeps the connection. */
const MARGIN_MS = 1_000
/** An idle connection is checked this often, to detect one whose server is gone. */
const KEEP_ALIVE_MS = 10_000
/** PostgreSQL's type id of int8. */
const INT8 = 20

/**
 * Opens a pool; `pg` is loaded only here, so that a host on SQLite does not load it. int8 becomes bigint. No failure of
 * a connection ends the process. When the server lets a statement hang, all connections are replaced: the others would
 * hang as well.
 */
export async function openPostgresPool(url: string, bounds: PoolBounds): Promise<PostgresPool> {
  const { default: pg } = await import('pg')
  const open = () =>
    new pg.Pool({
      connectionString: withoutTimeouts(url),
      max: bounds.connections,
      connectionTimeoutMillis: bounds.connectMs,
      statement_timeout: bounds.statementMs,
      lock_timeout: bounds.lockMs,
      idle_in_transaction_session_timeout: bounds.idleInTransactionMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: {
        getTypeParser: (oid: number, format?: 'text' | 'binary') =>
          oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format),
      },
    })
  return keepPool(open, bounds)
}

/** A pool of `pg`, as far as it is used here: the simulator has its own. */
export type RawPool = Pick<Pool, 'on' | 'end' | 'ending'> & {
  connect(): Promise<Pick<PoolClient, 'query' | 'release'>>
}

/** Bounds the statements of the pools that `open` opens, and replaces one whose server lets a statement hang. */
export function keepPool(
  open: () => RawPool,
  bounds: Pick<PoolBounds, 'statementMs'>,
): PostgresPool {
  const openQuietly = (): RawPool => {
    const pool = open()
    // A connection that the server ends must not end the process. The pool, which listens only to idle connections,
    // replaces an idle one; the user of a busy one gets the error from its statement.
    pool.on('error', () => {})
    pool.on('connect', (client) => void client.on('error', () => {}))
    return pool
  }
  let current = openQuietly()
  const replace = (pool: RawPool) => {
    if (pool !== current || pool.ending) return
    current = openQuietly()
    // Its idle connections are closed now, the others when they are given back.
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
    async end() {
      if (!current.ending) await current.end()
    },
  }
}
