import SqliteDatabase from 'better-sqlite3'
import { connect } from '../../host/src/db/sqliteFile.ts'
import { type Translated, translateSql } from './translateSql.ts'

/** A statement's result, in the form that `pg` uses. */
type ServerAnswer = { command: string; rowCount: number; rows: Record<string, unknown>[] }

/** An error with PostgreSQL's code. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** One connection's session, whose transaction sees its own writes and all committed writes. */
export type Session = { transaction: Transaction | null }

type Step = { part: Translated; values: readonly unknown[]; outcome: string }
type Transaction = { steps: Step[]; hasFailed: boolean; basedOn: number }

/**
 * An in-memory database server that behaves like PostgreSQL at READ COMMITTED. Several connections may have transactions open at once;
 * SQLite itself runs only one of them at a time. When another transaction commits first, the server rolls the open one back and runs its
 * statements again. If a write, or a read that locks rows, then has another outcome, the transaction fails with a conflict, as after a
 * lost lock. Plain reads are not compared, because PostgreSQL protects none of them.
 */
export type SimulatedServer = {
  open(): Session
  /** Runs a statement. @throws ServerError or SQLite's error */
  run(session: Session, text: string, values: readonly unknown[]): ServerAnswer
  /** Ends a session: its transaction is rolled back. */
  end(session: Session): void
  /** Reads the committed state. */
  read(sql: string, ...values: readonly unknown[]): Record<string, unknown>[]
  backUp(): Buffer
  close(): void
  /** Replaces everything with a backup, and ends the sessions. */
  restore(backup: Buffer): void
  /** Returns whether a read locks its rows, as its text requests. */
  locks: (sql: string) => boolean
  /** Whether the disk is full, so that writes fail. */
  isFull: boolean
  /** The server's own clock. */
  nowMs: () => number
  /** Called after each commit whose statements mention leases. */
  onLeases: () => void
  /** Called when the holders of leases may have changed without a commit that the listener saw. */
  onReset: () => void
  readonly counts: { statements: number; commits: number; conflicts: number }
}

const TIME = /clock_timestamp/
/** Caches, by a statement's text, whether the statement writes. */
const writes = new Map<string, boolean>()
const BEGIN = /^(begin|start transaction)/i

/** Starts a server with the tables and rows of a file. */
export function createSimulatedServer(template: Buffer): SimulatedServer {
  let database = new SqliteDatabase(template)
  let connection = connect(database)
  database.pragma('foreign_keys = ON')
  /** The session whose transaction is open in SQLite. */
  let inside: Session | null = null
  let version = 0
  const counts = { statements: 0, commits: 0, conflicts: 0 }

  function runPart({ sql, order, command }: Translated, values: readonly unknown[]): ServerAnswer {
    const bound = order.map((at) => bind(values[at]))
    const { statement } = connection.compile(sql)
    if (statement.reader) {
      const rows = connection.all(sql, bound)
      return { command, rowCount: rows.length, rows }
    }
    return { command, rowCount: statement.run(...bound).changes, rows: [] }
  }

  function leave(): void {
    if (inside === null) return
    if (database.inTransaction) database.exec('rollback')
    inside = null
  }

  /**
   * Opens the session's transaction in SQLite, and runs its earlier statements again. Throws ServerError 40001 if a commit since then has
   * changed an outcome.
   */
  function enter(session: Session, transaction: Transaction): void {
    if (inside === session) return
    leave()
    database.exec('begin')
    inside = session
    const isOvertaken = transaction.basedOn !== version
    for (const step of transaction.steps) {
      const answer = attempt(() => runPart(step.part, step.values))
      if (isOvertaken && digest(answer) !== step.outcome) {
        counts.conflicts += 1
        transaction.hasFailed = true
        leave()
        throw new ServerError('40001', 'could not serialize access due to concurrent update')
      }
    }
    transaction.basedOn = version
  }

  function isWrite(part: Translated): boolean {
    const known = writes.get(part.sql)
    if (known !== undefined) return known
    const changes = !connection.compile(part.sql).statement.readonly
    writes.set(part.sql, changes)
    return changes
  }

  function runInside(
    session: Session,
    transaction: Transaction,
    part: Translated,
    values: readonly unknown[],
  ): ServerAnswer {
    enter(session, transaction)
    const changes = isWrite(part)
    guardRoom(changes)
    try {
      const answer = runPart(part, values)
      if (changes || (part.isLocking && server.locks(part.sql))) {
        transaction.steps.push({ part, values, outcome: digest(answer) })
      }
      return answer
    } catch (error) {
      transaction.hasFailed = true
      throw error
    }
  }

  function runAlone(part: Translated, values: readonly unknown[]): ServerAnswer {
    const changes = isWrite(part)
    if (inside !== null && (changes || (inside.transaction?.steps.length ?? 0) > 0)) leave()
    guardRoom(changes)
    const answer = runPart(part, values)
    if (changes) noteCommit([part])
    return answer
  }

  function guardRoom(changes: boolean): void {
    if (changes && server.isFull)
      throw new ServerError('53100', 'could not extend file: No space left on device')
  }

  function noteCommit(parts: readonly Translated[]): void {
    version += 1
    counts.commits += 1
    if (parts.some(({ sql }) => sql.includes('leases'))) server.onLeases()
  }

  function commit(session: Session, transaction: Transaction): void {
    session.transaction = null
    if (transaction.hasFailed) {
      if (inside === session) leave()
      return
    }
    if (transaction.steps.length === 0) {
      if (inside === session) leave()
      return
    }
    enter(session, transaction)
    const parts = transaction.steps.map(({ part }) => part)
    inside = null
    database.exec('commit')
    if (parts.some(isWrite)) noteCommit(parts)
  }

  const server: SimulatedServer = {
    locks: () => true,
    isFull: false,
    nowMs: () => 0,
    onLeases() {},
    onReset() {},
    counts,
    open: () => ({ transaction: null }),
    run(session, text, values) {
      counts.statements += 1
      const none = { rowCount: 0, rows: [] }
      if (BEGIN.test(text)) {
        session.transaction = { steps: [], hasFailed: false, basedOn: version }
        return { command: 'BEGIN', ...none }
      }
      const { transaction } = session
      if (text === 'commit') {
        if (transaction !== null) commit(session, transaction)
        return { command: 'COMMIT', ...none }
      }
      if (text === 'rollback') {
        this.end(session)
        return { command: 'ROLLBACK', ...none }
      }
      if (TIME.test(text)) {
        return { command: 'SELECT', rowCount: 1, rows: [{ ms: String(server.nowMs()) }] }
      }
      if (transaction?.hasFailed) {
        throw new ServerError('25P02', 'current transaction is aborted')
      }
      const parts = translateSql(text)
      if (transaction === null && parts.length > 1) {
        const together = { steps: [], hasFailed: false, basedOn: version }
        try {
          const answers = parts.map((part) => runInside(session, together, part, values))
          commit(session, together)
          return answers.at(-1) ?? { command: 'INSERT', ...none }
        } finally {
          this.end(session)
        }
      }
      let answer: ServerAnswer = { command: '', ...none }
      for (const part of parts) {
        answer =
          transaction === null
            ? runAlone(part, values)
            : runInside(session, transaction, part, values)
      }
      return answer
    },
    end(session) {
      session.transaction = null
      if (inside === session) leave()
    },
    read(sql, ...values) {
      leave()
      return connection.all(sql, values)
    },
    close: () => void database.close(),
    backUp() {
      leave()
      return database.serialize()
    },
    restore(backup) {
      leave()
      database.close()
      database = new SqliteDatabase(backup)
      connection = connect(database)
      version += 1
      server.onReset()
    },
  }
  return server
}

/** Converts a parameter: PostgreSQL accepts arrays directly, and the translated statements expand JSON. */
function bind(value: unknown): unknown {
  if (Array.isArray(value)) return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : value
}

function attempt(run: () => ServerAnswer): ServerAnswer | null {
  try {
    return run()
  } catch {
    return null
  }
}

function digest(answer: ServerAnswer | null): string {
  if (answer === null) return 'failed'
  return JSON.stringify([answer.rowCount, answer.rows], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
