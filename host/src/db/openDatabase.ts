import { setTimeout as delay } from 'node:timers/promises'
import { type CompiledQuery, Kysely, type Transaction } from 'kysely'
import { ensureDefined } from '../ensureDefined.ts'
import { createWriteHealth, type WriteHealth } from './createWriteHealth.ts'
import {
  DatabaseNotOpenError,
  DatabaseUnavailableError,
  isConflict,
  isLate,
  isOutage,
} from './errors.ts'
import { observeFile, observePool, type StatementObserver } from './observeStatements.ts'
import { openPostgresPool, type PoolUse, type PostgresPool } from './openPostgresPool.ts'
import { awaitFirstAnswer, createPostgresDialect, everydayBounds } from './postgresDialect.ts'
import { readIsPooled } from './postgresUrl.ts'
import { runExclusively } from './runExclusively.ts'
import type { Schema } from './schema.ts'
import { createSqliteDialect } from './sqliteDialect.ts'
import { openSqliteFile, type SqliteFile } from './sqliteFile.ts'

/** The maximum number of attempts at a transaction that conflicts with another writer. */
const MAX_TRIES = 4
/** The time after which no further attempt starts. */
const REPEAT_WITHIN_MS = 5_000
const RETRY_BASE_MS = 10
const SQLITE_SCHEME = 'sqlite:'
const POSTGRES_SCHEMES = ['postgres:', 'postgresql:']

/** An open transaction; all its writes commit or roll back together. */
export type Tx = Transaction<Schema>

/** An open database on either engine, accessed through kysely. */
export type Database = {
  kysely: Kysely<Schema>
  dialect: 'sqlite' | 'postgres'
  /**
   * Runs `fn` in one write transaction (`BEGIN IMMEDIATE` on SQLite, READ COMMITTED on PostgreSQL: lock the rows on which a decision
   * depends). After a conflict with another writer, or an outage before the commit, `fn` runs again, at most 3 more times. `fn` must use
   * only `tx`: no HTTP, no RPC, no sleep.
   * @throws DatabaseUnavailableError when the engine cannot serve now
   */
  transaction<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /** Adds a listener, which is called after every commit of `transaction` in this process while the database is open. */
  onCommit(listener: () => void): void
  /** Runs on only one host at a time, is never retried, and may take hours. For migrations. */
  exclusive<T>(fn: (session: ExclusiveSession) => Promise<T>): Promise<T>
  /** Inserts rows into several tables in one commit: all or none. The fast path for group commit. */
  insertRows(batches: readonly RowBatch[]): Promise<void>
  /** Compiles a read once; each call binds new values, in the order of the statement's parameters. */
  prepare<R>(query: CompiledQuery<R>): (...parameters: readonly unknown[]) => Promise<R[]>
  /** Runs reads on one snapshot of the database, unaffected by concurrent commits. `fn` may contain only reads. */
  snapshot<T>(fn: (reads: Reads) => Promise<T>): Promise<T>
  /** True after a write of this process has failed because storage is full, broken or read-only, until a write succeeds. */
  isRefusingWrites(): boolean
  /** The use of the pool of connections; absent on SQLite. */
  poolUse?(): PoolUse
} & AsyncDisposable

/** The connections of the one host that runs `exclusive`, without the time limits of requests. */
export type ExclusiveSession = {
  /** Runs statements outside a transaction. */
  kysely: Kysely<Schema>
  transaction<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
}

/** Runs one read on a snapshot. */
export type Reads = <R>(query: CompiledQuery<R>) => Promise<R[]>

/** The rows for one table; each row has its values in the order of `columns`. */
export type RowBatch = {
  table: keyof Schema
  columns: readonly string[]
  rows: readonly (readonly unknown[])[]
}

/**
 * Opens `sqlite:<path>` or `postgres://…`. Runs no migrations. `observe` is called before each statement, except those of migrations.
 * @throws Error that names the URL's scheme, if it is neither
 */
export async function openDatabase(url: string, observe?: StatementObserver): Promise<Database> {
  const path = sqlitePath(url)
  if (path !== null) return openSqlite(path, observe)
  if (POSTGRES_SCHEMES.some((scheme) => url.startsWith(scheme))) return openPostgres(url, observe)
  throw new Error(
    `PAY_DATABASE_URL must begin with sqlite: or postgres:, got ${JSON.stringify(url.split(':', 1)[0])}.`,
  )
}

/** Returns the path of a SQLite file; null for another database. */
export function sqlitePath(url: string): string | null {
  if (!url.startsWith(SQLITE_SCHEME)) return null
  return url.slice(SQLITE_SCHEME.length).replace(/^\/\/(?=\/)/, '')
}

function openSqlite(path: string, observe?: StatementObserver): Database {
  const opened = openSqliteFile(path)
  const file = observe === undefined ? opened : observeFile(opened, observe)
  const kysely = new Kysely<Schema>({ dialect: createSqliteDialect(file) })
  const commits = createCommits()
  const health = createWriteHealth(kysely)
  return {
    kysely,
    dialect: 'sqlite',
    transaction: createTransaction(kysely, { health, onCommit: commits.tell }),
    onCommit: commits.add,
    isRefusingWrites: health.isRefusing,
    exclusive: (fn) => fn({ kysely, transaction: (run) => kysely.transaction().execute(run) }),
    insertRows: (batches) => observed(health, () => insertSqliteRows(file, batches)),
    prepare:
      (query) =>
      async (...parameters) => {
        // The statement was compiled from a typed query, so the rows have the type that kysely derived.
        return file.read(query.sql, parameters) as never
      },
    // As in `prepare`, the rows have the type that kysely derived.
    snapshot: (fn) =>
      file.snapshot((read) => fn(async (query) => read(query.sql, query.parameters) as never)),
    [Symbol.asyncDispose]: async () => {
      health[Symbol.dispose]()
      await kysely.destroy()
      file.close()
    },
  }
}

async function openPostgres(url: string, observe?: StatementObserver): Promise<Database> {
  const opened = await openPostgresPool(url, everydayBounds(url))
  const pool = observe === undefined ? opened : observePool(opened, observe)
  await awaitFirstAnswer(pool).catch((cause: unknown) => {
    throw new DatabaseNotOpenError({ url, cause })
  })
  const isPooled = readIsPooled(url) === true
  return serveFromPool(pool, (fn) => runExclusively(url, fn), { isPooled })
}

/**
 * Opens a replica for reads, and waits for nothing, because a host starts without its replica. A write fails.
 */
export async function openReplicaDatabase(
  url: string,
  observe?: StatementObserver,
): Promise<Database> {
  const opened = await openPostgresPool(url, everydayBounds(url))
  const pool = observe === undefined ? opened : observePool(opened, observe)
  const exclusive = () => Promise.reject(new Error('A replica accepts only reads.'))
  return serveFromPool(pool, exclusive, { isPooled: readIsPooled(url) === true })
}

/** Creates a database over a pool of PostgreSQL connections, which disposal closes. */
export function serveFromPool(
  pool: PostgresPool,
  exclusive: Database['exclusive'],
  { isPooled = false }: { isPooled?: boolean } = {},
): Database {
  const kysely = new Kysely<Schema>({ dialect: createPostgresDialect(pool) })
  const commits = createCommits()
  const health = createWriteHealth(kysely)
  let statements = 0
  return {
    kysely,
    dialect: 'postgres',
    transaction: createTransaction(kysely, { health, onCommit: commits.tell }),
    onCommit: commits.add,
    isRefusingWrites: health.isRefusing,
    poolUse: () => pool.use(),
    exclusive,
    async insertRows(batches) {
      const filled = batches.filter((batch) => batch.rows.length > 0)
      if (filled.length === 0) return
      const { text, values } = insertStatement(filled)
      await observed(health, () => guardOutage(() => pool.query({ text, values })))
    },
    prepare(query) {
      statements += 1
      // Behind a pooler in transaction mode, the next statement may reach another connection, without the prepared statement.
      const named = isPooled ? {} : { name: `read_${statements}` }
      return (...parameters) =>
        guardOutage(async () => {
          const result = await pool.query({ ...named, text: query.sql, values: [...parameters] })
          return result.rows as never
        })
    },
    snapshot: (fn) =>
      guardOutage(() =>
        kysely
          .transaction()
          .setIsolationLevel('repeatable read')
          .setAccessMode('read only')
          .execute((tx) => fn(async (query) => (await tx.executeQuery(query)).rows)),
      ),
    [Symbol.asyncDispose]: async () => {
      health[Symbol.dispose]()
      await kysely.destroy()
      await pool.end()
    },
  }
}

/** Creates an empty list of commit listeners. */
function createCommits(): { add(listener: () => void): void; tell(): void } {
  const listeners: (() => void)[] = []
  return {
    add: (listener) => void listeners.push(listener),
    tell: () => {
      for (const listener of listeners) listener()
    },
  }
}

/** Runs a write and reports its outcome to `health`. */
async function observed(health: WriteHealth, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
    health.succeeded()
  } catch (error) {
    health.failed(error)
    throw error
  }
}

function createTransaction(
  kysely: Kysely<Schema>,
  { health, onCommit }: { health: WriteHealth; onCommit: () => void },
): Database['transaction'] {
  return async (fn) => {
    const lastTryMs = performance.now() + REPEAT_WITHIN_MS
    for (let tried = 1; ; tried += 1) {
      let isCommitting = false
      try {
        const done = await kysely.transaction().execute(async (tx) => {
          const result = await fn(tx)
          isCommitting = true
          return result
        })
        health.succeeded()
        onCommit()
        return done
      } catch (error) {
        health.failed(error)
        // A transaction whose connection was lost during COMMIT may have committed, so a retry could write twice. A caller that has already
        // waited too long must not wait again.
        const isOver = isCommitting || isLate(error)
        const mayRepeat = isConflict(error) || (isOutage(error) && !isOver)
        if (!mayRepeat) throw isOutage(error) ? unavailable(error) : error
        if (tried >= MAX_TRIES || performance.now() > lastTryMs) throw unavailable(error)
        await delay(RETRY_BASE_MS * 2 ** tried * (0.5 + Math.random()))
      }
    }
  }
}

async function insertSqliteRows(
  { writer, lockWriter }: SqliteFile,
  batches: readonly RowBatch[],
): Promise<void> {
  const lock = await lockWriter()
  try {
    await writer.begin(lock)
    for (const { table, columns, rows } of batches) {
      const insert = sqliteInsert(table, columns)
      for (const row of rows) writer.run(insert, row)
    }
    writer.commit()
  } catch (error) {
    writer.rollback()
    throw isOutage(error) ? unavailable(error) : error
  } finally {
    lock.unlock()
  }
}

function sqliteInsert(table: string, columns: readonly string[]): string {
  return `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
}

/**
 * Builds one statement for all tables (data-modifying CTEs), with one round trip and one commit. A table's rows are sent as
 * one JSON text that PostgreSQL converts to the table's types. The statement is therefore the same for any number of rows.
 */
function insertStatement(batches: readonly RowBatch[]): { text: string; values: string[] } {
  const inserts = batches.map(({ table, columns }, index) => {
    const list = columns.join(', ')
    return `insert into ${table} (${list}) select ${list} from json_populate_recordset(null::${table}, $${index + 1}::json)`
  })
  const last = ensureDefined(inserts.pop(), 'The batch to insert')
  const ctes = inserts.map((insert, index) => `part_${index} as (${insert})`)
  const text = ctes.length === 0 ? last : `with ${ctes.join(', ')} ${last}`
  return { text, values: batches.map(toJson) }
}

/** A bigint becomes text, which PostgreSQL converts back to a number. */
function toJson({ columns, rows }: RowBatch): string {
  const records = rows.map((row) =>
    Object.fromEntries(
      columns.map((column, index) => {
        const value = row[index]
        return [column, typeof value === 'bigint' ? String(value) : value]
      }),
    ),
  )
  return JSON.stringify(records)
}

async function guardOutage<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw isOutage(error) ? unavailable(error) : error
  }
}

function unavailable(error: unknown): DatabaseUnavailableError {
  return error instanceof DatabaseUnavailableError
    ? error
    : new DatabaseUnavailableError({ operation: 'serve this request', cause: error })
}
