import type { Kysely } from 'kysely'

/**
 * One change of the schema. `needs` names the oldest migration that a host must include to run on the changed schema. A change without
 * `needs` admits only hosts that include the change itself.
 */
export type SchemaChange = { needs?: string } & (Statements | Indexes)

/** Statements in one transaction. */
type Statements = { up(db: Kysely<unknown>): Promise<void> }

/**
 * Indexes that hosts do not wait for: `create [unique] index <name> on …`. PostgreSQL builds each one with `concurrently`, outside a
 * transaction.
 */
type Indexes = { indexes: readonly string[] }

/** The changes of the schema by their stored names. */
export type SchemaChanges = Readonly<Record<string, SchemaChange>>

/** Migrations that run together: one that states `needs`, or consecutive ones that state none. */
export type MigrationStep = readonly (readonly [name: string, change: SchemaChange])[]

/**
 * Splits the pending changes into the steps of one transaction each. Changes without `needs` end the previous release in any case, so they
 * are applied together or not at all.
 */
export function planSteps(changes: SchemaChanges, applied: readonly string[]): MigrationStep[] {
  const pending = Object.entries(changes)
    .filter(([name]) => !applied.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const steps: [string, SchemaChange][][] = []
  let open: [string, SchemaChange][] | null = null
  for (const entry of pending) {
    if (entry[1].needs !== undefined) {
      steps.push([entry])
      open = null
    } else if (open === null) {
      open = [entry]
      steps.push(open)
    } else open.push(entry)
  }
  return steps
}
