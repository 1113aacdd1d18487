import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { toConcurrent } from './buildIndex.ts'
import type { Database } from './openDatabase.ts'
import { readAppliedMigrations } from './readAppliedMigrations.ts'
import { refuseNewerSchema } from './refuseNewerSchema.ts'
import { planSteps, type SchemaChange, type SchemaChanges } from './schemaChange.ts'

/** A pending migration with its statements, in their order. */
export type MigrationPreview = { migration: string; statements: readonly string[] }

/**
 * Returns the statements of each step of `runMigrations` on this database, and executes none of them. Reads within a migration return no
 * rows, so statements that depend on stored rows are absent.
 * @throws NewerSchemaError if the schema needs a newer release
 */
export async function previewMigrations(
  db: Database,
  changes: SchemaChanges,
): Promise<MigrationPreview[][]> {
  const applied = await readAppliedMigrations(db.kysely)
  await refuseNewerSchema(db.kysely, { changes, applied })
  const steps: MigrationPreview[][] = []
  for (const step of planSteps(changes, applied)) {
    const previews: MigrationPreview[] = []
    for (const [migration, change] of step) {
      const isAlone = step.length === 1
      const statements = await listStatements(change, { dialect: db.dialect, isAlone })
      previews.push({ migration, statements })
    }
    steps.push(previews)
  }
  return steps
}

async function listStatements(
  change: SchemaChange,
  { dialect, isAlone }: { dialect: Database['dialect']; isAlone: boolean },
): Promise<readonly string[]> {
  if ('indexes' in change) {
    return dialect === 'postgres' && isAlone ? change.indexes.map(toConcurrent) : change.indexes
  }
  const statements: string[] = []
  const recorder = new Kysely<unknown>({
    dialect: dialect === 'postgres' ? POSTGRES : SQLITE,
    log: ({ query }) => void statements.push(query.sql),
  })
  await change.up(recorder)
  return statements.filter((statement) => !/^\s*(select|pragma|with)\b/i.test(statement))
}

const POSTGRES: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

const SQLITE: Dialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}
