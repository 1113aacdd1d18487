import { type Kysely, sql } from 'kysely'

/** Lets a watcher see by one seek whether anything is open on its network, and show that it fails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('requests_unpaid')
    .on('requests')
    .columns(['network', 'updated_at'])
    .where(sql.ref('has_been_paid'), '=', sql.lit(0))
    .execute()
  await db.schema.alterTable('chain_cursors').addColumn('failing_since', 'text').execute()
}
