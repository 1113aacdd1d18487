import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
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
import { LRUCache } from 'lru-cache'
import { DatabaseUnavailableError, isConflict } from './errors.ts'

/** How long one statement may hold the event loop while another process holds the file. The asynchronous retry does the rest. */
const BUSY_TIMEOUT_MS = 25
/** How long a writer waits, without blocking the event loop, before it answers that the database is busy. */
const WRITE_DEADLINE_MS = 5_000
const RETRY_STEP_MS = 20
/** Statements kept compiled per connection. */
const MAX_STATEMENTS = 500

type Statement = SqliteDatabase.Statement<unknown[], Record<string, unknown>>

/** Both connections of one SQLite file: `reader` sees the last commit, `writer` has one user at a time. */
export type SqliteFile = {
  reader: SqliteConnection
  writer: SqliteConnection
  /** Runs after every earlier writer. @throws DatabaseUnavailableError after 5 s of waiting */
  lockWriter(): Promise<() => void>
  /** `BEGIN IMMEDIATE`, retried while another process holds the file. Needs the writer's lock. */
  begin(): Promise<void>
  close(): void
}

/** Opens the file with WAL and `synchronous=FULL` (a commit survives power loss). Creates it and its folder when missing. */
export function openSqliteFile(path: string): SqliteFile {
  mkdirSync(dirname(path), { recursive: true })
  const write = new SqliteDatabase(path, { timeout: BUSY_TIMEOUT_MS })
  configure(write)
  const read = new SqliteDatabase(path, { timeout: BUSY_TIMEOUT_MS, readonly: true })
  const writer = connect(write)
  const lockWriter = createLock()
  return {
    reader: connect(read),
    writer,
    lockWriter,
    async begin() {
      await retryWhileBusy(() => writer.database.exec('begin immediate'))
    },
    close() {
      read.close()
      write.close()
    },
  }
}

/** The kysely dialect over a file: reads on `reader`; a write or a transaction takes the writer's lock. */
export function createSqliteDialect(file: SqliteFile): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => createDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** One better-sqlite3 handle with its compiled statements. */
export type SqliteConnection = {
  database: SqliteDatabase.Database
  statement(sql: string): Statement
  /** Rows with `bigint` columns as bigint and every other integer as number. */
  all(sql: string, parameters: readonly unknown[]): Record<string, unknown>[]
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  // SQLite rolls schema changes back like any write; kysely's own adapter leaves that off.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function configure(database: SqliteDatabase.Database): void {
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // Fewer, larger checkpoints: 8,000 pages of 4 kB keep the log at about 32 MB.
  database.pragma('wal_autocheckpoint = 8000')
}

function connect(database: SqliteDatabase.Database): SqliteConnection {
  const statements = new LRUCache<string, { statement: Statement; bigints: readonly string[] }>({
    max: MAX_STATEMENTS,
  })
  const compile = (sql: string) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare<unknown[], Record<string, unknown>>(sql)
    const bigints = statement.reader ? bigintColumns(statement) : []
    // With one 64-bit column all integers must be read as bigint, or its digits are lost.
    if (bigints.length > 0) statement.safeIntegers(true)
    const compiled = { statement, bigints }
    statements.set(sql, compiled)
    return compiled
  }
  return {
    database,
    statement: (sql) => compile(sql).statement,
    all(sql, parameters) {
      const { statement, bigints } = compile(sql)
      const rows = statement.all(...parameters)
      return bigints.length === 0 ? rows : rows.map((row) => narrow(row, bigints))
    },
  }
}

function bigintColumns(statement: Statement): string[] {
  return statement
    .columns()
    .filter((column) => column.type?.toLowerCase() === 'bigint')
    .map((column) => column.name)
}

function narrow(row: Record<string, unknown>, bigints: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    result[name] = typeof value === 'bigint' && !bigints.includes(name) ? Number(value) : value
  }
  return result
}

function createDriver(file: SqliteFile): Driver {
  const locks = new WeakMap<DatabaseConnection, () => void>()
  const finish = async (connection: DatabaseConnection, command: 'commit' | 'rollback') => {
    const unlock = locks.get(connection)
    try {
      // SQLite has already rolled back after some errors, such as a full disk.
      if (command === 'commit' || file.writer.database.inTransaction) {
        file.writer.database.exec(command)
      }
    } catch (error) {
      if (file.writer.database.inTransaction) file.writer.database.exec('rollback')
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
      const unlock = await file.lockWriter()
      try {
        await file.begin()
      } catch (error) {
        unlock()
        throw error
      }
      locks.set(connection, unlock)
    },
    commitTransaction: (connection) => finish(connection, 'commit'),
    rollbackTransaction: (connection) => finish(connection, 'rollback'),
    releaseConnection: async () => {},
    destroy: async () => file.close(),
  }
}

/** A connection is free until kysely begins a transaction on it; then it is the writer. */
function createConnection(
  file: SqliteFile,
  locks: WeakMap<DatabaseConnection, () => void>,
): DatabaseConnection {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (locks.has(connection)) return run(file.writer, query)
      if (file.reader.statement(query.sql).readonly) return run(file.reader, query)
      const unlock = await file.lockWriter()
      try {
        return await retryWhileBusy(() => run<R>(file.writer, query))
      } finally {
        unlock()
      }
    },
    // biome-ignore lint/correctness/useYield: the contract of kysely asks for a generator; nothing here streams.
    async *streamQuery() {
      throw new Error('Streaming is not used: read pages by key instead.')
    },
  }
  return connection
}

function run<R>(connection: SqliteConnection, query: CompiledQuery): QueryResult<R> {
  const statement = connection.statement(query.sql)
  if (statement.reader) {
    // The one place where a row's type is claimed: kysely derived R from the statement that it compiled.
    return { rows: connection.all(query.sql, query.parameters) as R[] }
  }
  const { changes } = statement.run(...query.parameters)
  return { numAffectedRows: BigInt(changes), rows: [] }
}

/** First come, first served. A holder that forgets its lock, or writes outside its own transaction, costs the others a clear error. */
function createLock(): () => Promise<() => void> {
  let tail: Promise<void> = Promise.resolve()
  return async () => {
    const earlier = tail
    const { promise, resolve } = Promise.withResolvers<void>()
    tail = earlier.then(() => promise)
    if (await isSettledWithin(earlier, WRITE_DEADLINE_MS)) return resolve
    resolve()
    throw new DatabaseUnavailableError({ operation: 'get the write lock' })
  }
}

async function isSettledWithin(promise: Promise<void>, durationMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, durationMs, false)
  })
  try {
    return await Promise.race([promise.then(() => true as const), timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function retryWhileBusy<T>(action: () => T): Promise<T> {
  const deadline = performance.now() + WRITE_DEADLINE_MS
  for (;;) {
    try {
      return action()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (performance.now() > deadline) {
        throw new DatabaseUnavailableError({ operation: 'get the write lock', cause: error })
      }
      await delay(RETRY_STEP_MS)
    }
  }
}
