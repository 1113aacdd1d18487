import { type Kysely, sql } from 'kysely'

/** Lets a job compare the marks of unpaid copies with `unlisted_requests`, which earlier releases write without the mark. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('requests_unpaid_copies')
    .on('requests')
    .column('id')
    .where(sql.ref('is_unpaid_copy'), '=', sql.lit(1))
    .execute()
}
