import type { Kysely } from 'kysely'

/** Keeps the scripts of pages that are still open when another release of them is served. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('releases')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('release_files')
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('release_id', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('release_files_key', ['path', 'release_id'])
    .execute()
  await db.schema
    .createIndex('release_files_release')
    .on('release_files')
    .column('release_id')
    .execute()
}
