import type { Kysely } from 'kysely'

/** Lets the sweep see by one seek whether a request has an unmatched payment: anybody may make many of those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('unmatched_payments_request')
    .on('unmatched_payments')
    .column('request_id')
    .execute()
}
