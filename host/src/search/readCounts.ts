import { type RawBuilder, sql } from 'kysely'
import { among } from './among.ts'
import { isAfter } from './isAfter.ts'
import { bucketOf, type RangePart, rangeOf, type TimeRange } from './periods.ts'
import type { SearchScope, Snapshot } from './searchScope.ts'

/** A time range with its number of payments. */
export type CountedRange = TimeRange & { count: number }

type CountRow = { bucket: string; payment_count: number | bigint | string | null }

/**
 * Counts a scope's payments per time range in one statement. Returns the newest range first, and omits empty ranges. Whole periods are read
 * from stored counts; remainders of less than an hour are counted row by row.
 */
export async function readCounts(
  { dialect, kysely, reads }: Snapshot,
  scope: SearchScope,
  parts: readonly RangePart[],
): Promise<readonly CountedRange[]> {
  if (parts.length === 0) return []
  const statements = parts.map((part) => countPart(dialect, scope, part))
  const query = sql<CountRow>`${sql.join(statements, sql` union all `)}`
  const rows = await reads(query.compile(kysely))
  const rests = new Map(parts.map((part) => [part.from, part]))
  const counted = rows.map(({ bucket, payment_count }): CountedRange => {
    const { from, until } = rests.get(bucket) ?? rangeOf(bucket)
    return { from, until, count: Number(payment_count ?? 0) }
  })
  return counted.filter(({ count }) => count > 0).sort((a, b) => (a.from < b.from ? 1 : -1))
}

function countPart(
  dialect: Snapshot['dialect'],
  { list, groupIds, countedAs, after }: SearchScope,
  { from, until, span }: RangePart,
): RawBuilder<CountRow> {
  if (span === 'rest') {
    return sql`
      select cast(${from} as text) as bucket, count(*) as payment_count from payment_entries
      where list = ${list} and ${among(dialect, 'group_id', groupIds)}
        and block_time >= ${from} and block_time < ${until} and ${isAfter(after)}`
  }
  return sql`
    select bucket, sum(payment_count) as payment_count from payment_counts
    where list = ${list} and span = ${span} and ${among(dialect, 'group_id', countedAs)}
      and bucket >= ${bucketOf(from, span)} and bucket < ${bucketOf(until, span)}
    group by bucket`
}
