import { migrations } from './migrate.ts'
import type { Database } from './openDatabase.ts'
import { readAppliedMigrations } from './readAppliedMigrations.ts'
import { findMissing } from './refuseNewerSchema.ts'

/**
 * The migrations of a database: the number of applied ones, those of this release that are pending, those of a newer release, and those that
 * a release must include to use the database, but this one does not.
 */
export type SchemaState = {
  applied: number
  pending: readonly string[]
  unknown: readonly string[]
  missing: readonly string[]
}

/** Compares the migrations of a database with those of this release; only reads. */
export async function readSchemaState(db: Database): Promise<SchemaState> {
  const applied = await readAppliedMigrations(db.kysely)
  return {
    applied: applied.length,
    pending: Object.keys(migrations).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !(name in migrations)),
    missing: await findMissing(db.kysely, { changes: migrations, applied }),
  }
}
