import { type Kysely, sql } from 'kysely'

/** Lets a client ID be searched by who paid, and be asked whether a page of it hides its payees. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('payments_payer')
    .on('payments')
    .columns(['client_id', 'payer', 'block_time', 'id'])
    .where('client_id', 'is not', null)
    .execute()
  await sql`
    create index secure_payments_hiding on secure_payments (client_id)
    where access_policy like '%"isPayeeHidden":true%'`.execute(db)
}
