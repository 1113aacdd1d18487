import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { buildIndex } from './buildIndex.ts'
import { isConflict, MigrationFailedError } from './errors.ts'
import type { Database, ExclusiveSession, Tx } from './openDatabase.ts'
import { readAppliedMigrations } from './readAppliedMigrations.ts'
import { refuseNewerSchema } from './refuseNewerSchema.ts'
import type { Schema } from './schema.ts'
import {
  type MigrationStep,
  planSteps,
  type SchemaChange,
  type SchemaChanges,
} from './schemaChange.ts'

/** A statement of a migration waits this long for a lock on PostgreSQL; the statements of hosts that queue behind it wait as long. */
const LOCK_MS = 2_000
/** A migration may fill a large table or build its index. */
const STATEMENT_MS = 6 * 3_600_000
/** With the pauses, two to four minutes. */
const MAX_TRIES = 20
const PAUSE_BASE_MS = 250
const MAX_PAUSE_MS = 10_000

/** The means of a run that callers may replace. */
export type MigrationOptions = {
  /** Receives each failed attempt at a step, whose lock another transaction holds; a further attempt follows. */
  onBlocked?: (facts: { migration: string; attempt: number; cause: unknown }) => void
  /** The number of attempts at a step whose lock another transaction holds. */
  maxTries?: number
}

type Run = { db: Database; session: ExclusiveSession }

/**
 * Applies the changes that a database does not have, one host at a time; other hosts continue to serve. Returns the names of the applied
 * migrations. A failed step changes nothing, and the steps before it stay.
 * @throws NewerSchemaError if the schema needs a newer release
 * @throws MigrationFailedError, which names the migration, with the database's message
 */
export async function runMigrations(
  db: Database,
  changes: SchemaChanges,
  options: MigrationOptions = {},
): Promise<readonly string[]> {
  const first = await readAppliedMigrations(db.kysely)
  await refuseNewerSchema(db.kysely, { changes, applied: first })
  if (planSteps(changes, first).length === 0) return []
  return db.exclusive(async (session) => {
    const applied = await readAppliedMigrations(session.kysely)
    await refuseNewerSchema(session.kysely, { changes, applied })
    const done: string[] = []
    for (const step of planSteps(changes, applied)) {
      done.push(...(await repeatStep({ db, session }, { step, done, options })))
    }
    return done
  })
}

/** Repeats a step whose lock another transaction holds, with growing pauses in which the waiting statements of hosts run. */
async function repeatStep(
  run: Run,
  facts: { step: MigrationStep; done: readonly string[]; options: MigrationOptions },
): Promise<readonly string[]> {
  const { step, done, options } = facts
  const { maxTries = MAX_TRIES, onBlocked } = options
  for (let attempt = 1; ; attempt += 1) {
    const failures: Failure[] = []
    try {
      return await runStep(run, { step, failures })
    } catch (error) {
      // The first failure is the cause: the statements after it fail in the same transaction with another error.
      const { migration, cause } = failures[0] ?? {
        migration: step[0]?.[0] ?? 'unknown',
        cause: error,
      }
      if (!isConflict(cause) || attempt >= maxTries) {
        throw new MigrationFailedError({ migration, applied: done, cause })
      }
      onBlocked?.({ migration, attempt, cause })
      const pauseMs = Math.min(PAUSE_BASE_MS * 2 ** attempt, MAX_PAUSE_MS)
      await delay(pauseMs * (0.5 + Math.random()))
    }
  }
}

type Failure = { migration: string; cause: unknown }

async function runStep(
  { db, session }: Run,
  { step, failures }: { step: MigrationStep; failures: Failure[] },
): Promise<readonly string[]> {
  const [name, change] = step[0] ?? []
  const isConcurrent = db.dialect === 'postgres' && step.length === 1
  if (isConcurrent && name !== undefined && change !== undefined && 'indexes' in change) {
    for (const index of change.indexes) await buildIndex(session.kysely, index)
    await session.transaction((tx) => record(tx, name, change))
    return [name]
  }
  return session.transaction(async (tx) => {
    if (db.dialect === 'postgres') {
      await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(tx)
      // Behind a pooler, the role's limit for requests would apply.
      await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(tx)
    }
    // On SQLite, another process may have migrated before this transaction.
    const applied = await readAppliedMigrations(tx)
    if (applied.length === 0) await createHistory(tx)
    const pending = step.filter(([one]) => !applied.includes(one))
    for (const [one, own] of pending) {
      try {
        if ('up' in own) await own.up(tx as unknown as Kysely<unknown>)
        else for (const index of own.indexes) await sql.raw(index).execute(tx)
        await record(tx, one, own)
      } catch (cause) {
        failures.push({ migration: one, cause })
        throw cause
      }
    }
    return pending.map(([one]) => one)
  })
}

/** Creates the tables in which kysely's migrator recorded the migrations of earlier releases, as it created them. */
async function createHistory(tx: Tx): Promise<void> {
  await tx.schema
    .createTable('kysely_migration')
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()
  await tx.schema
    .createTable('kysely_migration_lock')
    .ifNotExists()
    .addColumn('id', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('is_locked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

async function record(tx: Tx, name: string, change: SchemaChange): Promise<void> {
  await tx
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .insertInto('kysely_migration')
    .values({ name, timestamp: new Date().toISOString() })
    .execute()
  await stateNeeds(tx, name, change)
}

async function stateNeeds(
  db: Kysely<Schema>,
  migration: string,
  { needs }: SchemaChange,
): Promise<void> {
  if (needs === undefined) return
  await db.insertInto('schema_needs').values({ migration, needs }).execute()
}
