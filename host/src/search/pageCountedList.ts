import { sql } from 'kysely'
import { among } from './among.ts'
import { isAfter } from './isAfter.ts'
import type { FoundPage, PageRequest, Position } from './paymentFilter.ts'
import { type RangePart, splitRange, type TimeRange } from './periods.ts'
import { type CountedRange, readCounts } from './readCounts.ts'
import type { SearchScope, Snapshot } from './searchScope.ts'

/**
 * Finds a page of a counted list with any number of payments. The total comes from the counts, which also show which hours the page
 * covers, so only the entries of those hours are read.
 */
export async function pageCountedList(
  snapshot: Snapshot,
  scope: Omit<SearchScope, 'after'>,
  range: TimeRange,
  request: PageRequest,
): Promise<FoundPage> {
  const all = { ...scope, after: null }
  const periods = await readCounts(snapshot, all, splitRange(range))
  const total = sumOf(periods)
  if ('offset' in request) {
    const { offset, limit } = request
    const found = await readPage(snapshot, { scope: all, range, periods, offset, limit })
    return { total, ...found }
  }
  const { after, limit } = request
  const rest = { from: range.from, until: endBehind(range, after) }
  const behind = { ...scope, after }
  const left = await readCounts(snapshot, behind, splitRange(rest))
  const found = await readPage(snapshot, {
    scope: behind,
    range: rest,
    periods: left,
    offset: 0,
    limit,
  })
  return { total, ...found }
}

/** Returns the end of the time range after a position: one millisecond later, because other payments may have the same time. */
function endBehind(range: TimeRange, { blockTime }: Position): string {
  const end = new Date(Date.parse(blockTime) + 1).toISOString()
  if (end > range.until) return range.until
  return end
}

type Wanted = {
  scope: SearchScope
  range: TimeRange
  /** The range's counts. */
  periods: readonly CountedRange[]
  offset: number
  limit: number
}

async function readPage(
  snapshot: Snapshot,
  { scope, range, periods, offset, limit }: Wanted,
): Promise<Omit<FoundPage, 'total'>> {
  const count = sumOf(periods)
  if (offset >= count) return { page: [], hasMore: false }
  const drill = createDrill(snapshot, scope)
  const last = Math.min(offset + limit, count) - 1
  const first = offset === 0 ? null : await locate(drill, periods, offset)
  const end = last === count - 1 ? null : await locate(drill, periods, last)
  const from = end?.from ?? range.from
  const until = first?.until ?? range.until
  const skipped = offset - (first?.before ?? 0)
  const page = await readEntries(snapshot, scope, { from, until, skipped, limit })
  return { page, hasMore: offset + limit < count }
}

/** Finds the hour (or less, at the ends of a range) with the n-th payment, and the number of payments before it. */
async function locate(
  drill: (period: CountedRange) => Promise<readonly CountedRange[] | null>,
  periods: readonly CountedRange[],
  rank: number,
): Promise<CountedRange & { before: number }> {
  let before = 0
  let found = periods.at(-1)
  for (const period of periods) {
    found = period
    if (rank < before + period.count) break
    before += period.count
  }
  if (found === undefined) throw new Error('There is no period left to search.')
  const shorter = await drill(found)
  if (shorter === null) return { ...found, before }
  const inside = await locate(drill, shorter, rank - before)
  return { ...inside, before: before + inside.before }
}

const LENGTH_OF_DAY_MS = 86_400_000

/** Creates a function that counts the next shorter periods of a period, each only once; it returns null for an hour or less. */
function createDrill(snapshot: Snapshot, scope: SearchScope) {
  const known = new Map<string, Promise<readonly CountedRange[]>>()
  return async ({ from, until }: CountedRange): Promise<readonly CountedRange[] | null> => {
    const lengthMs = Date.parse(until) - Date.parse(from)
    if (lengthMs < LENGTH_OF_DAY_MS) return null
    const span = lengthMs > LENGTH_OF_DAY_MS ? 'day' : 'hour'
    const part: RangePart = { from, until, span }
    const counts = known.get(from + span) ?? readCounts(snapshot, scope, [part])
    known.set(from + span, counts)
    return counts
  }
}

async function readEntries(
  { dialect, kysely, reads }: Snapshot,
  { list, groupIds, after }: SearchScope,
  { from, until, skipped, limit }: TimeRange & { skipped: number; limit: number },
): Promise<Position[]> {
  const query = sql<Position>`
    select block_time as "blockTime", payment_id as "id" from payment_entries
    where list = ${list} and ${among(dialect, 'group_id', groupIds)}
      and block_time >= ${from} and block_time < ${until} and ${isAfter(after)}
    order by block_time desc, payment_id desc limit ${limit} offset ${skipped}`
  return reads(query.compile(kysely))
}

function sumOf(periods: readonly CountedRange[]): number {
  return periods.reduce((sum, { count }) => sum + count, 0)
}
