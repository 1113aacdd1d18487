import type { Kysely } from 'kysely'

/** Adds the support e-mail of a branding, and the font of its hosted pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['support_email', 'font_family', 'font_url'])
    await db.schema.alterTable('brandings').addColumn(column, 'text').execute()
}
