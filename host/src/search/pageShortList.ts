import { sql } from 'kysely'
import type { NonEmpty } from '../nonEmpty.ts'
import { among } from './among.ts'
import { isAfter } from './isAfter.ts'
import type { FoundPage, PageRequest, Position } from './paymentFilter.ts'
import type { TimeRange } from './periods.ts'
import type { SearchScope, Snapshot } from './searchScope.ts'

/**
 * Finds a page of the payments on all given lists, by reading only the first list, which should be the shortest.
 */
export async function pageShortList(
  { dialect, kysely, reads }: Snapshot,
  { groupIds }: Pick<SearchScope, 'groupIds'>,
  { lists, range }: { lists: NonEmpty<string>; range: TimeRange },
  request: PageRequest,
): Promise<FoundPage> {
  const [list, ...others] = lists
  const isOnOthers = others.map(
    (other) => sql`and exists (select 1 from payment_entries as other
      where other.list = ${other} and other.group_id = entry.group_id
        and other.block_time = entry.block_time and other.payment_id = entry.payment_id)`,
  )
  const matching = sql`
    from payment_entries as entry where list = ${list} and ${among(dialect, 'group_id', groupIds)}
      and block_time >= ${range.from} and block_time < ${range.until} ${sql.join(isOnOthers, sql` `)}`
  const count = sql<{ total: number | bigint }>`select count(*) as total ${matching}`
  const [counted] = await reads(count.compile(kysely))
  const total = Number(counted?.total ?? 0)
  const { limit } = request
  const offset = 'offset' in request ? request.offset : 0
  const after = 'after' in request ? request.after : null
  const query = sql<Position>`
    select block_time as "blockTime", payment_id as "id" ${matching} and ${isAfter(after)}
    order by block_time desc, payment_id desc limit ${limit + 1} offset ${offset}`
  const page = await reads(query.compile(kysely))
  return { total, page: page.slice(0, limit), hasMore: page.length > limit }
}
