import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** The approximate maximum of payments on a list that is not counted: a search reads all of them at once. */
export const LONG_LIST = 1_000

/** Whether a list has grown so long that it should be counted. Reads no more of it than that. */
export async function isLongList(db: Kysely<Schema>, list: string): Promise<boolean> {
  const found = await db
    .selectFrom('payment_entries')
    .select(sql<number>`1`.as('found'))
    .where('list', '=', list)
    .limit(1)
    .offset(LONG_LIST)
    .execute()
  return found.length > 0
}
