import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import { DatabaseMovedError, DatabaseUnavailableError, isConflict } from './errors.ts'

/**
 * The maximum time that one statement may block the event loop while another process locks the file. The asynchronous
 * retry handles longer locks.
 */
const BUSY_TIMEOUT_MS = 25
/**
 * The time that a writer waits, without blocking the event loop, before it reports that the database is busy. The time covers the waits for
 * earlier writers and for the file. While another process locks the file, all writes share one such period, from the first write that found
 * the lock.
 */
const WRITE_DEADLINE_MS = 4_000
const RETRY_STEP_MS = 20
/** The retry interval for a file that was locked for the whole deadline; calls in between fail at once. */
const RETRY_AFTER_MS = 250
/** After this time without an attempt, the next lock counts as a new one. */
const FORGET_MS = 1_000
/** The maximum number of compiled statements kept per connection. */
const MAX_STATEMENTS = 500

type Statement = SqliteDatabase.Statement<unknown[], Row>
type Row = Record<string, unknown>
/**
 * A statement, with the columns whose integers must become numbers again, because another column makes SQLite return bigints.
 */
type Compiled = { statement: Statement; numbers: readonly string[] }

/** Both connections of one SQLite file: `read` sees every commit of this process; the writer has one user at a time. */
export type SqliteFile = {
  /** Returns rows, with `bigint` columns as bigint and all other integers as number. */
  read(sql: string, parameters: readonly unknown[]): Row[]
  isReadonly(sql: string): boolean
  /** Runs `fn` on one snapshot; calls run one after another, on a separate connection. */
  snapshot<T>(fn: (read: SqliteFile['read']) => Promise<T>): Promise<T>
  writer: SqliteWriter
  /** Waits for all earlier writers, then locks the writer. @throws DatabaseUnavailableError after 4 s of waiting */
  lockWriter(): Promise<WriterLock>
  close(): void
}

/** A lock on this process's writer; `deadlineMs` limits the waits for the lock and for the file. */
type WriterLock = { deadlineMs: number; unlock(): void }

/** The operations that the holder of the writer's lock may run. */
type SqliteWriter = {
  /** `BEGIN IMMEDIATE`, retried until the lock's deadline while another process holds the file. */
  begin(lock: WriterLock): Promise<void>
  commit(): void
  /** Rolls back; harmless if SQLite has already done so, as on a full disk. */
  rollback(): void
  run(sql: string, parameters: readonly unknown[]): { rows: Row[]; changes: number }
  /** Runs one statement outside a transaction, with the same retries as `begin`. */
  runAlone(
    lock: WriterLock,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<{ rows: Row[]; changes: number }>
}

/**
 * Opens the file with WAL and `synchronous=FULL` (a commit survives power loss). Creates the file and its folder if they are missing,
 * accessible only to the host's own user.
 */
export function openSqliteFile(path: string): SqliteFile {
  createPrivately(path)
  const write = new SqliteDatabase(path, { timeout: BUSY_TIMEOUT_MS })
  configure(write)
  const read = new SqliteDatabase(path, { timeout: BUSY_TIMEOUT_MS, readonly: true })
  const reader = connect(read)
  const snapshot = createSnapshot(read)
  const snapshots = createSnapshots(path)
  return {
    read(sql, parameters) {
      snapshot.begin()
      return reader.all(sql, parameters)
    },
    isReadonly: (sql) => reader.compile(sql).statement.readonly,
    snapshot: snapshots.run,
    writer: createWriter(write, { assertInPlace: createPlaceCheck(path), onCommit: snapshot.end }),
    lockWriter: createLock(),
    close() {
      if (read.open) snapshot.end()
      read.close()
      snapshots.close()
      write.close()
    },
  }
}

/**
 * The file may contain the key that seals data, so only the host's user may read it. SQLite gives its log files the same mode as this file.
 */
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

function configure(database: SqliteDatabase.Database): void {
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // Fewer, larger checkpoints: 8,000 pages of 4 kB keep the log at about 32 MB.
  database.pragma('wal_autocheckpoint = 8000')
  // 64 MiB: a large transaction touches pages across the indexes of hashes and wallets, most of them more than once.
  database.pragma('cache_size = -65536')
}

/**
 * Shares one read transaction among all reads in one event-loop turn, because each transaction costs several file-lock
 * system calls. A commit of this process ends the transaction, so the commit's rows are always visible.
 */
function createSnapshot(database: SqliteDatabase.Database): { begin(): void; end(): void } {
  const beginStatement = database.prepare('begin')
  const endStatement = database.prepare('commit')
  let isOpen = false
  const end = () => {
    if (!isOpen) return
    isOpen = false
    if (database.open) endStatement.run()
  }
  return {
    begin() {
      if (isOpen) return
      beginStatement.run()
      isOpen = true
      setImmediate(end)
    },
    end,
  }
}

/** Creates snapshots that outlast a turn of the event loop, on a connection that the first snapshot opens. */
function createSnapshots(path: string): { run: SqliteFile['snapshot']; close(): void } {
  const lock = createLock()
  let opened: { database: SqliteDatabase.Database; read: SqliteFile['read'] } | null = null
  const open = () => {
    const database = new SqliteDatabase(path, { timeout: BUSY_TIMEOUT_MS, readonly: true })
    return { database, read: connect(database).all }
  }
  return {
    async run(fn) {
      const { unlock } = await lock()
      try {
        opened ??= open()
        opened.database.exec('begin')
        try {
          return await fn(opened.read)
        } finally {
          if (opened.database.open) opened.database.exec('commit')
        }
      } finally {
        unlock()
      }
    },
    close: () => opened?.database.close(),
  }
}

/**
 * Creates a check that the open file is still at its path. If a backup is restored under a running host, the host would
 * continue to write to a deleted file.
 */
function createPlaceCheck(path: string): () => void {
  const identify = () => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found === undefined ? null : `${found.dev} ${found.ino}`
  }
  const opened = identify()
  return () => {
    if (identify() !== opened) throw new DatabaseMovedError({ path })
  }
}

function createWriter(
  database: SqliteDatabase.Database,
  { assertInPlace, onCommit }: { assertInPlace: () => void; onCommit: () => void },
): SqliteWriter {
  const connection = connect(database)
  const retryWhileBusy = createBusyRetry()
  const run: SqliteWriter['run'] = (sql, parameters) => {
    const { statement } = connection.compile(sql)
    if (statement.reader) return { rows: connection.all(sql, parameters), changes: 0 }
    return { rows: [], changes: statement.run(...parameters).changes }
  }
  return {
    async begin({ deadlineMs }) {
      assertInPlace()
      await retryWhileBusy(deadlineMs, () => database.exec('begin immediate'))
    },
    commit() {
      database.exec('commit')
      onCommit()
    },
    rollback() {
      if (database.inTransaction) database.exec('rollback')
    },
    run,
    async runAlone({ deadlineMs }, sql, parameters) {
      assertInPlace()
      const result = await retryWhileBusy(deadlineMs, () => run(sql, parameters))
      onCommit()
      return result
    },
  }
}

/** Compiles each statement of a connection once, and reads 64-bit columns as bigint. */
export function connect(database: SqliteDatabase.Database) {
  const statements = new LRUCache<string, Compiled>({ max: MAX_STATEMENTS })
  const compile = (sql: string): Compiled => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare<unknown[], Row>(sql)
    const columns = statement.reader ? statement.columns() : []
    const isBigint = (type: string | null) => type?.toLowerCase() === 'bigint'
    // If one column has 64 bits, all integers must be read as bigint; otherwise that column loses digits.
    const hasBigints = columns.some(({ type }) => isBigint(type))
    if (hasBigints) statement.safeIntegers(true)
    const others = columns.filter(
      ({ type }) => hasBigints && type?.toLowerCase() !== 'text' && !isBigint(type),
    )
    const compiled = { statement, numbers: others.map(({ name }) => name) }
    statements.set(sql, compiled)
    return compiled
  }
  return {
    compile,
    all(sql: string, parameters: readonly unknown[]): Row[] {
      const { statement, numbers } = compile(sql)
      const rows = statement.all(...parameters)
      if (numbers.length > 0) for (const row of rows) narrow(row, numbers)
      return rows
    },
  }
}

function narrow(row: Row, columns: readonly string[]): void {
  for (const name of columns) {
    const value = row[name]
    if (typeof value === 'bigint') row[name] = Number(value)
  }
}

/**
 * Creates a lock that is granted in order. If a holder never releases the lock, or requests it again inside its own transaction, the
 * waiting calls fail at the deadline instead of hanging.
 */
function createLock(): () => Promise<WriterLock> {
  let tail: Promise<void> = Promise.resolve()
  return async () => {
    const deadlineMs = performance.now() + WRITE_DEADLINE_MS
    const earlier = tail
    const { promise, resolve } = Promise.withResolvers<void>()
    tail = earlier.then(() => promise)
    if (await isSettledWithin(earlier, WRITE_DEADLINE_MS)) return { deadlineMs, unlock: resolve }
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

/**
 * Retries an action that fails because another process holds the file, until the deadline. The deadline begins when the file is first found
 * locked, so the waits of several writes in one call do not add up.
 */
function createBusyRetry(): <T>(deadlineMs: number, action: () => T) => Promise<T> {
  let holding: { sinceMs: number; triedMs: number; error: unknown } | null = null
  const giveUp = (cause: unknown) =>
    new DatabaseUnavailableError({ operation: 'get the write lock', cause })
  const isOver = (nowMs: number) => holding !== null && nowMs - holding.sinceMs > WRITE_DEADLINE_MS
  return async (deadlineMs, action) => {
    const startMs = performance.now()
    if (holding !== null && startMs - holding.triedMs > FORGET_MS) holding = null
    if (holding !== null && isOver(startMs) && startMs - holding.triedMs < RETRY_AFTER_MS) {
      throw giveUp(holding.error)
    }
    for (;;) {
      try {
        const result = action()
        holding = null
        return result
      } catch (error) {
        if (!isConflict(error)) throw error
        const nowMs = performance.now()
        holding = { sinceMs: holding?.sinceMs ?? nowMs, triedMs: nowMs, error }
        if (nowMs > deadlineMs || isOver(nowMs)) throw giveUp(error)
        await delay(RETRY_STEP_MS)
      }
    }
  }
}
