import type { Kysely } from 'kysely'

/** Lets merchants list what paid none of their requests, finds whose a payee is, and keeps which request such a payment was claimed for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('unmatched_payments').addColumn('claimed_request_id', 'text').execute()
  await db.schema
    .createIndex('unmatched_payments_tenant')
    .on('unmatched_payments')
    .columns(['tenant_id', 'id'])
    .execute()
  await db.schema
    .createIndex('requests_payee')
    .on('requests')
    .columns(['payee', 'tenant_id'])
    .execute()
}
