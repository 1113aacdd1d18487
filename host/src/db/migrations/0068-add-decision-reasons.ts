import type { Kysely } from 'kysely'

/** Adds the reason for which a member declined a payout, with the approval and in the audit log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('approvals').addColumn('reason', 'text').execute()
  await db.schema.alterTable('audit_log').addColumn('reason', 'text').execute()
}
