import type { Kysely } from 'kysely'

/**
 * Stores the only wallet, or the only e-mail address, that may accept an invitation; both are null if anyone with the link may. The
 * address is stored sealed, and compared by its keyed digest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('invitations').addColumn('bound_wallet', 'text').execute()
  await db.schema.alterTable('invitations').addColumn('bound_email_digest', 'text').execute()
  await db.schema.alterTable('invitations').addColumn('sealed_email', 'text').execute()
  await db.schema
    .createIndex('invitations_by_email')
    .on('invitations')
    .columns(['bound_email_digest', 'created_at'])
    .execute()
}
