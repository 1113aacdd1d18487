import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqliteFile } from './sqliteFile.ts'

/** Creates the kysely dialect over a file. Reads see the last commit; each write or transaction acquires the writer's lock. */
export function createSqliteDialect(file: SqliteFile): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => createDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new StablePlanCompiler(),
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  // SQLite rolls back schema changes like any other write, but kysely's adapter does not use this ability.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function createDriver(file: SqliteFile): Driver {
  /** The connections in a transaction, each with the function that releases its writer's lock. */
  const locks = new WeakMap<DatabaseConnection, () => void>()
  const finish = async (connection: DatabaseConnection, command: 'commit' | 'rollback') => {
    const unlock = locks.get(connection)
    try {
      file.writer[command]()
    } catch (error) {
      file.writer.rollback()
      throw error
    } finally {
      locks.delete(connection)
      unlock?.()
    }
  }
  return {
    init: async () => {},
    acquireConnection: async () => createConnection(file, locks),
    async beginTransaction(connection) {
      const lock = await file.lockWriter()
      try {
        await file.writer.begin(lock)
      } catch (error) {
        lock.unlock()
        throw error
      }
      locks.set(connection, lock.unlock)
    },
    commitTransaction: (connection) => finish(connection, 'commit'),
    rollbackTransaction: (connection) => finish(connection, 'rollback'),
    releaseConnection: async () => {},
    destroy: async () => file.close(),
  }
}

/** In a transaction, a connection already holds the writer's lock; outside, it acquires the lock for each write. */
function createConnection(
  file: SqliteFile,
  locks: WeakMap<DatabaseConnection, () => void>,
): DatabaseConnection {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      if (locks.has(connection)) return toResult(file.writer.run(sql, parameters))
      if (file.isReadonly(sql)) return toResult({ rows: file.read(sql, parameters), changes: 0 })
      const lock = await file.lockWriter()
      try {
        return toResult(await file.writer.runAlone(lock, sql, parameters))
      } finally {
        lock.unlock()
      }
    },
    // biome-ignore lint/correctness/useYield: kysely's contract requires a generator; nothing here streams.
    async *streamQuery() {
      throw new Error('Streaming is not used: read pages by key instead.')
    },
  }
  return connection
}

function toResult<R>(result: {
  rows: readonly Record<string, unknown>[]
  changes: number
}): QueryResult<R> {
  // The only place that asserts a row's type: kysely derived R from the statement that it compiled.
  return { rows: result.rows as R[], numAffectedRows: BigInt(result.changes) }
}

/**
 * Writes each parameter as `+?`, which hides its value from the planner. The SQLite in use is built with STAT4. If the planner used a bare
 * `?`, SQLite would prepare the statement again at every call, at seven times the statement's own cost.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?'
  }
}
