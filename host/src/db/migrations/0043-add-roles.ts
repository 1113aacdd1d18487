import type { Kysely } from 'kysely'

/**
 * Gives members roles, and API keys scopes. Every member of the time before is an owner, every open invitation admits
 * one, and every key has all scopes: null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['wallets', 'accounts', 'invitations'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('role', 'text', (c) => c.notNull().defaultTo('owner'))
      .execute()
  }
  await db.schema.alterTable('api_keys').addColumn('scopes', 'text').execute()
}
