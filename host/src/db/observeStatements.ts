import type { QueryConfig } from 'pg'
import type { PostgresPool } from './openPostgresPool.ts'
import type { SqliteFile } from './sqliteFile.ts'

/** Observes statements: called with the SQL before each one. The returned function is called after it, with the error if it failed. */
export type StatementObserver = (sql: string) => (error?: unknown) => void

/** Reports each statement on a pool's connections, and each wait for a connection. */
export function observePool(pool: PostgresPool, observe: StatementObserver): PostgresPool {
  const observed = async <T>(sql: string, run: () => Promise<T>): Promise<T> => {
    const end = observe(sql)
    try {
      const result = await run()
      end()
      return result
    } catch (error) {
      end(error)
      throw error
    }
  }
  return {
    ...pool,
    query: (statement: QueryConfig) => observed(statement.text, () => pool.query(statement)),
    async connect() {
      const client = await observed('connect', pool.connect)
      return {
        ...client,
        query: (statement) => observed(statement.text, () => client.query(statement)),
      }
    },
  }
}

/** Reports each statement on a file, and each wait for its writer. */
export function observeFile(file: SqliteFile, observe: StatementObserver): SqliteFile {
  const observed = <T>(sql: string, run: () => T): T => {
    const end = observe(sql)
    try {
      const result = run()
      if (result instanceof Promise) result.then(() => end(), end)
      else end()
      return result
    } catch (error) {
      end(error)
      throw error
    }
  }
  const { writer } = file
  return {
    ...file,
    read: (sql, parameters) => observed(sql, () => file.read(sql, parameters)),
    snapshot: (fn) =>
      file.snapshot((read) => fn((sql, parameters) => observed(sql, () => read(sql, parameters)))),
    lockWriter: () => observed('lock', file.lockWriter),
    writer: {
      ...writer,
      begin: (lock) => observed('begin', () => writer.begin(lock)),
      commit: () => observed('commit', writer.commit),
      run: (sql, parameters) => observed(sql, () => writer.run(sql, parameters)),
      runAlone: (lock, sql, parameters) =>
        observed(sql, () => writer.runAlone(lock, sql, parameters)),
    },
  }
}
