import { sql } from 'kysely'
import type { Database } from '../db/openDatabase.ts'
import { among } from './among.ts'
import { linkList } from './paymentLists.ts'

/**
 * Counts the payments of a merchant's reusable links, by their tokens; links without a payment are omitted. Stored counts serve the long
 * lists, so the number of reads is limited, regardless of the number of payments.
 */
export async function countLinkPayments(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  { tenantId, tokens }: { tenantId: string; tokens: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  if (tokens.length === 0) return new Map()
  const lists = tokens.map(linkList)
  const { rows } = await sql<{ list: string; payment_count: number | bigint | string }>`
    select list, sum(payment_count) as payment_count from payment_counts
    where ${among(dialect, 'list', lists)} and span = 'month' and group_id = ${tenantId} group by list
    union all
    select list, count(*) as payment_count from payment_entries
    where ${among(dialect, 'list', lists)}
      and not exists (select 1 from counted_lists where counted_lists.list = payment_entries.list)
    group by list`.execute(kysely)
  return new Map(rows.map(({ list, payment_count }) => [list.slice(1), Number(payment_count)]))
}
