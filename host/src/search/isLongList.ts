import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** The approximate maximum length of an uncounted list, which a search reads completely. */
const LONG_LIST = 1_000

/** Returns whether a list has become so long that it should be counted. Reads no further than that length. */
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
