import { BaseError } from '@secure-payment/core'

/** The database is locked, full, restarting or unreachable: the caller may try again. The response is 503 with `Retry-After`. */
export class DatabaseUnavailableError extends BaseError {
  readonly code = 'database_unavailable'
  readonly kind = 'unavailable'

  constructor(facts: { operation: string; cause?: unknown }) {
    super(`The database could not ${facts.operation}.`, {
      hint: 'Try again in a moment.',
      retryable: true,
      cause: facts.cause,
    })
  }
}

/**
 * The host cannot open its database at startup: the server is unreachable or rejects the host. Names the database without its
 * password.
 */
export class DatabaseNotOpenError extends BaseError {
  readonly code = 'database_not_open'
  readonly kind = 'internal'

  constructor(facts: { url: string; cause: unknown }) {
    const { host, pathname } = new URL(facts.url)
    // If a host name has several addresses and all of them fail, Node throws an error that has a code but no message.
    const message = facts.cause instanceof Error ? facts.cause.message : String(facts.cause)
    const reason = message === '' ? codeOf(facts.cause) : message
    super(
      `The database at ${host}${pathname} could not be opened: ${reason.replace(/\.?$/, '.')}`,
      {
        hint: 'Check PAY_DATABASE_URL.',
        cause: facts.cause,
      },
    )
  }
}

/** The SQLite database of a host is gone: its file is missing or empty, and files that only a database leaves are next to it. */
export class DatabaseLostError extends BaseError {
  readonly code = 'database_lost'
  readonly kind = 'internal'

  constructor(facts: { path: string; rests: readonly string[]; command: string }) {
    super(
      `The database ${facts.path} is missing or empty, but files of a database exist: ${facts.rests.join(', ')}.`,
      {
        hint: `Restore a backup: ${facts.command} restore <file>. To begin with an empty database instead, remove ${facts.rests.join(', ')}.`,
      },
    )
  }
}

/** An operator's command found no database of a host, and creates none. */
export class DatabaseMissingError extends BaseError {
  readonly code = 'database_missing'
  readonly kind = 'internal'

  constructor(facts: { place: string; option?: string }) {
    const otherwise =
      facts.option === undefined ? '' : ` For a new place, add the option ${facts.option}.`
    super(`There is no database of a host at ${facts.place}.`, {
      hint: `Set PAY_DATABASE_URL to the database of the host, or name its settings with --env-file.${otherwise}`,
    })
  }
}

/** A statement received no response in time, so its connection was closed. The statement may or may not have been executed. */
export class StatementTimeoutError extends Error {
  override readonly name = 'StatementTimeoutError'

  constructor(boundMs: number) {
    super(`The database did not finish a statement within ${boundMs} ms.`)
  }
}

/** The SQLite file is no longer at its path, so writes to it would be lost. The code is SQLite's own for this case. */
export class DatabaseMovedError extends Error {
  override readonly name = 'DatabaseMovedError'
  readonly code = 'SQLITE_READONLY_DBMOVED'

  constructor(facts: { path: string }) {
    super(
      `${facts.path} was moved, removed or replaced while this host had it open. If the file is missing, restore it. Then start the host again.`,
    )
  }
}

/** The schema needs migrations that this release does not include. */
export class NewerSchemaError extends BaseError {
  readonly code = 'newer_schema'
  readonly kind = 'internal'

  constructor(facts: { missing: readonly string[] }) {
    super(
      `The database needs a release with migrations that this release does not include: ${facts.missing.join(', ')}.`,
      {
        hint: 'Start the release that migrated the database, or a later one, or restore a backup.',
      },
    )
  }
}

/** A migration could not run. The database has the migrations that were applied before it, and nothing of this one. */
export class MigrationFailedError extends BaseError {
  readonly code = 'migration_failed'
  readonly kind = 'internal'
  readonly migration: string

  constructor(facts: { migration: string; applied: readonly string[]; cause: unknown }) {
    const root = rootOf(facts.cause)
    const reason = root instanceof Error ? root.message : String(root)
    const earlier = `It changed nothing. These were applied before it: ${facts.applied.join(', ')}.`
    super(`The migration ${facts.migration} failed: ${reason.replace(/\.?$/, '.')}`, {
      hint:
        facts.applied.length === 0
          ? 'Nothing was changed: the previous release still starts on this database.'
          : `${earlier} Start this release again, or the previous release if the upgrade guide permits it.`,
      cause: facts.cause,
    })
    this.migration = facts.migration
  }
}

/** SQLite's primary result codes for temporary failures. https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = ['SQLITE_BUSY', 'SQLITE_LOCKED']
/** SQLite's codes for failing storage: nothing was written, and reads still work. */
const SQLITE_STORAGE = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN']
/** serialization_failure, deadlock_detected, lock_not_available. https://www.postgresql.org/docs/15/errcodes-appendix.html */
const POSTGRES_CONFLICT = ['40001', '40P01', '55P03']
/**
 * Connection exceptions, shutdown, query_canceled (a statement took too long), resource classes, read_only_sql_transaction (a
 * standby) and idle_in_transaction_session_timeout of the same list.
 */
const POSTGRES_OUTAGE = ['08', '53', '57', '58', '25006', '25P03']
/** Codes after which a connection is unusable: the session has ended, or its server has become a standby. */
const POSTGRES_USELESS = ['08', '57P', '25006', '25P03']
const POSTGRES_CANCELED = '57014'
/** PostgreSQL's codes for failing storage: disk_full, io_error and read_only_sql_transaction. */
const POSTGRES_STORAGE = ['53100', '58030', '25006']
const SOCKET_OUTAGE = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']
/** The messages of `pg` errors that have no code. */
const POSTGRES_OUTAGE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client has encountered a connection error/

/** The messages of `pg` when a connection was not ready in time. */
const NOT_READY_TEXT = /connection timeout|timeout exceeded when trying to connect/

/** Returns true if no connection was available within the time that a request waits, so that no statement was sent. */
export function isNotReady(error: unknown): boolean {
  const root = rootOf(error)
  return root instanceof Error && NOT_READY_TEXT.test(root.message)
}

/**
 * Returns true if a statement, or the wait for a connection, reached its time limit, so that a retry would take as long
 * again.
 */
export function isLate(error: unknown): boolean {
  const root = rootOf(error)
  return (
    root instanceof StatementTimeoutError || codeOf(root) === POSTGRES_CANCELED || isNotReady(root)
  )
}

/** Returns true if the connection that threw this must not be used again. */
export function isConnectionUseless(error: unknown): boolean {
  return POSTGRES_USELESS.some((prefix) => codeOf(error).startsWith(prefix))
}

/** Returns true if the statement conflicted with another writer, so that the whole transaction must be retried. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return SQLITE_BUSY.some((busy) => code.startsWith(busy)) || POSTGRES_CONFLICT.includes(code)
}

/** Returns true if the engine itself cannot serve now: it is unreachable, shutting down or full, or its storage is failing. */
export function isOutage(error: unknown): boolean {
  const root = rootOf(error)
  const code = codeOf(root)
  if (root instanceof StatementTimeoutError) return true
  if (SQLITE_STORAGE.some((failing) => code.startsWith(failing))) return true
  if (SOCKET_OUTAGE.includes(code)) return true
  if (/^[0-9A-Z]{5}$/.test(code) && POSTGRES_OUTAGE.some((prefix) => code.startsWith(prefix)))
    return true
  return root instanceof Error && POSTGRES_OUTAGE_TEXT.test(root.message)
}

/**
 * Returns true if a write failed because storage is full, broken or read-only, or because another process kept the file locked. Reads may
 * still work.
 */
export function isStorageFailure(error: unknown): boolean {
  const code = codeOf(rootOf(error))
  return (
    [...SQLITE_STORAGE, ...SQLITE_BUSY].some((failing) => code.startsWith(failing)) ||
    POSTGRES_STORAGE.includes(code)
  )
}

/** Returns true if an insert conflicted with a row that has the same unique key. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error)
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  )
}

/** Returns the engine's error behind one of this project's errors. */
function rootOf(error: unknown): unknown {
  return error instanceof DatabaseUnavailableError ? error.cause : error
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
