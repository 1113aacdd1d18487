import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import {
  DatabaseUnavailableError,
  isConnectionUseless,
  isOutage,
  StatementTimeoutError,
} from './errors.ts'

/** A pooled connection on which every statement has a deadline. */
export type BoundedClient = {
  /** @throws DatabaseUnavailableError if the server does not respond in time, or the connection is lost */
  query(statement: QueryConfig): Promise<QueryResult>
  /** Returns the connection to the pool; `destroy` ends it instead. */
  release(destroy?: boolean): void
}

/**
 * Limits each statement on the client's side. If a server hangs or a network drops all packets, no response arrives, so a timeout on the
 * server does not help. A connection whose statement exceeds the deadline is closed at once, together with its remaining work; `onLate` is
 * then called.
 */
export function boundClient(
  client: Pick<PoolClient, 'query' | 'release'>,
  { boundMs, onLate }: { boundMs: number; onLate: () => void },
): BoundedClient {
  let late: StatementTimeoutError | null = null
  let isUseless = false
  return {
    async query(statement) {
      if (late !== null) throw unavailable(late)
      const { promise: tooLate, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => {
        late = new StatementTimeoutError(boundMs)
        client.release(late)
        onLate()
        reject(late)
      }, boundMs)
      try {
        return await Promise.race([client.query(statement), tooLate])
      } catch (error) {
        isUseless ||= isConnectionUseless(error)
        throw isOutage(error) ? unavailable(error) : error
      } finally {
        clearTimeout(timer)
      }
    },
    release(destroy = false) {
      if (late === null) client.release(destroy || isUseless)
    },
  }
}

function unavailable(cause: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError({ operation: 'serve this request', cause })
}
