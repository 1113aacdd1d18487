import { type Kysely, sql } from 'kysely'

/** Lets claims that end later than any claim can be found: the few deliveries in flight, among all that wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('webhook_deliveries_leased')
    .on('webhook_deliveries')
    .column('lease_until')
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .where('lease_until', 'is not', null)
    .execute()
}
