import type { Kysely } from 'kysely'

/** Keeps when a member last signed in, and which member made an invitation; both are unknown of the time before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['wallets', 'accounts'] as const) {
    await db.schema.alterTable(table).addColumn('last_sign_in_at', 'text').execute()
    await db.schema.createIndex(`${table}_tenant`).on(table).column('tenant_id').execute()
  }
  await db.schema.alterTable('invitations').addColumn('invited_by_member', 'text').execute()
}
