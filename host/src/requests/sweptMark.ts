import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/openDatabase.ts'

/** A setting that changes whenever requests are deleted. */
const NAME = 'requests_swept'

/**
 * Reads the mark inside a statement; null if no request was ever deleted. Counts from before another mark are invalid.
 */
export const sweptMark: RawBuilder<string | null> = sql<string | null>`(
  select settings.value from settings where settings.name = ${sql.lit(NAME)})`

/** Changes the mark, in the transaction that deletes. */
export async function markSwept(tx: Tx, now: Date): Promise<void> {
  const created_at = now.toISOString()
  await tx
    .insertInto('settings')
    .values({ name: NAME, value: '1', created_at })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<string>`cast(cast(settings.value as bigint) + 1 as text)`,
      }),
    )
    .execute()
}
