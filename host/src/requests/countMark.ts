import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/openDatabase.ts'
import { firstIdAt } from './firstIdAt.ts'

/** A setting that changes whenever listed requests are deleted. */
const SWEPT = 'requests_swept'
/** The prefix of a merchant's setting. The setting changes whenever an old request is added to the merchant's lists or removed from them. */
const LISTED = 'requests_listed '
/**
 * The age from which a request is old. Kept counts contain no younger request, because their `SETTLED_AFTER_MS` is longer. The difference
 * allows for the clocks of other hosts.
 */
const OLD_AFTER_MS = 30 * 60_000

/** Returns the SQL expression that reads a merchant's mark. A count that was made under another mark is invalid. */
export function countMark(tenantId: string): RawBuilder<string> {
  return sql<string>`(
    coalesce((select swept.value from settings as swept where swept.name = ${sql.lit(SWEPT)}), '') || ' ' ||
    coalesce((select listed.value from settings as listed where listed.name = ${`${LISTED}${tenantId}`}), ''))`
}

/** Changes the mark of all merchants, in the transaction that deletes requests. */
export async function markSwept(tx: Tx, now: Date): Promise<void> {
  const created_at = now.toISOString()
  await tx
    .insertInto('settings')
    .values({ name: SWEPT, value: '1', created_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: NEXT }))
    .execute()
}

/** Changes the marks of merchants with old requests, in the transaction that adds these requests to lists or removes them. */
export async function markListed(tx: Tx, now: Date, requestIds: readonly string[]): Promise<void> {
  const before = firstIdAt(now.getTime() - OLD_AFTER_MS)
  const old = requestIds.filter((id) => id < before)
  if (old.length === 0) return
  const created_at = now.toISOString()
  const rows = await tx
    .selectFrom('requests')
    .select('tenant_id')
    .distinct()
    .where('id', 'in', old)
    .execute()
  const names = rows.map(({ tenant_id }) => `${LISTED}${tenant_id}`)
  // The order is the same on every host, because each row is locked until the commit.
  for (const name of names.toSorted()) {
    await tx
      .insertInto('settings')
      .values({ name, value: '1', created_at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: NEXT }))
      .execute()
  }
}

const NEXT = sql<string>`cast(cast(settings.value as bigint) + 1 as text)`
