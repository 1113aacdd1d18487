import type { Kysely } from 'kysely'
import { NewerSchemaError } from './errors.ts'
import type { Row, Schema } from './schema.ts'
import type { SchemaChanges } from './schemaChange.ts'

/**
 * Throws if a release with these changes must not use the schema. A migration that the release does not include admits it only if the schema
 * states a migration that it needs, and the release includes that one.
 * @throws NewerSchemaError
 */
export async function refuseNewerSchema(
  kysely: Kysely<Schema>,
  facts: { changes: SchemaChanges; applied: readonly string[] },
): Promise<void> {
  const missing = await findMissing(kysely, facts)
  if (missing.length > 0) throw new NewerSchemaError({ missing })
}

/** Returns the migrations that a release must include to use the schema, and that `changes` do not include. */
export async function findMissing(
  kysely: Kysely<Schema>,
  facts: { changes: SchemaChanges; applied: readonly string[] },
): Promise<readonly string[]> {
  const isNewer = facts.applied.some((name) => !(name in facts.changes))
  const stated =
    isNewer && facts.applied.includes(STATES_NEEDS)
      ? await kysely.selectFrom('schema_needs').selectAll().execute()
      : []
  return missingOf(facts, stated)
}

/** Returns the result of {@link findMissing} from the rows of `schema_needs`. */
export function missingOf(
  { changes, applied }: { changes: SchemaChanges; applied: readonly string[] },
  stated: readonly Row<'schema_needs'>[],
): readonly string[] {
  const needs = new Map(stated.map((row) => [row.migration, row.needs]))
  const needed = applied.filter((name) => !(name in changes)).map((name) => needs.get(name) ?? name)
  return [...new Set(needed)].filter((name) => !(name in changes)).sort()
}

/** The migration since which the schema states its needs. */
export const STATES_NEEDS = '0102-state-needs'
