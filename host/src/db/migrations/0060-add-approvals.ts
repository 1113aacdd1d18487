import type { Kysely } from 'kysely'

/** Adds the approval of payouts by a second member: the limit, the approvals, and the worth of payouts below the limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tenants').addColumn('approval_limit_cents', 'bigint').execute()
  await db.schema.alterTable('requests').addColumn('approval_id', 'text').execute()
  await db.schema.alterTable('recurring_payments').addColumn('approval_id', 'text').execute()
  await db.schema
    .createTable('approvals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text')
    .addColumn('request_ids', 'text', (column) => column.notNull())
    .addColumn('worth_cents', 'bigint')
    .addColumn('limit_cents', 'bigint')
    .addColumn('requested_by', 'text')
    .addColumn('api_key_id', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', 'text')
    .execute()
  await db.schema
    .createIndex('approvals_tenant')
    .on('approvals')
    .columns(['tenant_id', 'status', 'id'])
    .execute()
  await db.schema
    .createTable('payout_worths')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('worth_cents', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('payout_worths_tenant')
    .on('payout_worths')
    .columns(['tenant_id', 'created_at'])
    .execute()
  await db.schema
    .createIndex('payout_worths_age')
    .on('payout_worths')
    .column('created_at')
    .execute()
}
