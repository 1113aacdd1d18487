import type { Kysely } from 'kysely'

/** Lets permits be counted by the hour over all merchants, and lets what has served be deleted by its age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('permits_created').on('permits').column('created_at').execute()
  await db.schema
    .createIndex('access_rejections_age')
    .on('access_rejections')
    .column('rejected_at')
    .execute()
}
