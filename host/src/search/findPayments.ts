import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { among } from './among.ts'
import { findFew } from './findFew.ts'
import { findOfPayer } from './findOfPayer.ts'
import { pageCountedList } from './pageCountedList.ts'
import { pageShortList } from './pageShortList.ts'
import type { FoundPage, PageRequest, PaymentFilter } from './paymentFilter.ts'
import { ALL_PAYMENTS, referenceList, walletList } from './paymentLists.ts'
import { splitRange, type TimeRange } from './periods.ts'
import { readCounts } from './readCounts.ts'
import type { SearchScope, Snapshot } from './searchScope.ts'

/**
 * Finds a page of payments and the exact number of all that match, as of one moment. The path of a search bounds its
 * reads, not the number of payments:
 *
 * - with a request, a payment reference or a transaction: the payments of that one;
 * - with a payer: the payments that the payer made over one client ID;
 * - with a wallet or a merchant's reference that has few payments: those;
 * - with one that has many, or none of both: counts by month, day and hour, and the hours that the page lies in;
 * - with a wallet and a reference that both have many: the payments of the one that has fewer.
 */
export async function findPayments(
  { db }: Pick<Context, 'db'>,
  filter: PaymentFilter,
  request: PageRequest,
): Promise<FoundPage> {
  return db.snapshot(async (reads) => {
    const snapshot: Snapshot = { dialect: db.dialect, kysely: db.kysely, reads }
    const isOfOne = [filter.requestId, filter.paymentReference, filter.txHash]
    if (isOfOne.some((value) => value !== null)) return findFew(snapshot, filter, request)
    if (filter.payer !== null) return findOfPayer(snapshot, filter, request)
    const groupIds = await readGroupIds(snapshot, filter)
    if (groupIds.length === 0) return { total: 0, page: [], hasMore: false }
    const countedAs = hasGroupFilter(filter) ? groupIds : [filter.tenantId]
    const { range } = filter
    const lists = await orderLists(snapshot, { countedAs, groupIds }, filter)
    const [first] = lists
    const list = first?.list ?? ALL_PAYMENTS
    if (lists.length < 2 && (first?.isCounted ?? true)) {
      return pageCountedList(snapshot, { list, groupIds, countedAs }, range, request)
    }
    const wanted = { lists: lists.map((each) => each.list), range }
    return pageShortList(snapshot, { groupIds }, wanted, request)
  })
}

function hasGroupFilter(filter: PaymentFilter): boolean {
  const { clientId, type, invoiceCurrencies, paymentCurrencies } = filter
  return [clientId, type, invoiceCurrencies, paymentCurrencies].some((value) => value !== null)
}

async function readGroupIds(
  { dialect, kysely, reads }: Snapshot,
  filter: PaymentFilter,
): Promise<string[]> {
  let query = kysely
    .selectFrom('payment_groups')
    .select('id')
    .where('tenant_id', '=', filter.tenantId)
  if (filter.clientId !== null) query = query.where('client_id', '=', filter.clientId)
  if (filter.type !== null) query = query.where('type', '=', filter.type)
  if (filter.invoiceCurrencies !== null) {
    query = query.where(among(dialect, 'invoice_currency', filter.invoiceCurrencies))
  }
  if (filter.paymentCurrencies !== null) {
    query = query.where(among(dialect, 'payment_currency', filter.paymentCurrencies))
  }
  const rows = await reads<Pick<Row<'payment_groups'>, 'id'>>(query.compile())
  return rows.map(({ id }) => id)
}

type OrderedList = { list: string; isCounted: boolean }

/** The lists that a filter names, the shortest first. */
async function orderLists(
  snapshot: Snapshot,
  scope: Pick<SearchScope, 'countedAs' | 'groupIds'>,
  filter: PaymentFilter,
): Promise<readonly OrderedList[]> {
  const named = [
    ...(filter.wallet === null ? [] : [walletList(filter.wallet)]),
    ...(filter.reference === null ? [] : [referenceList(filter.reference)]),
  ]
  if (named.length === 0) return []
  const { dialect, kysely, reads } = snapshot
  const query = kysely
    .selectFrom('counted_lists')
    .select('list')
    .where(among(dialect, 'list', named))
  const counted = new Set((await reads(query.compile())).map(({ list }) => list))
  const lists = named.map((list) => ({ list, isCounted: counted.has(list) }))
  if (lists.length < 2) return lists
  const lengths = new Map<string, number>()
  for (const { list, isCounted } of lists) {
    const length = isCounted ? await countAll(snapshot, { ...scope, list }, filter.range) : 0
    lengths.set(list, length)
  }
  return lists.sort((a, b) => (lengths.get(a.list) ?? 0) - (lengths.get(b.list) ?? 0))
}

async function countAll(
  snapshot: Snapshot,
  scope: Omit<SearchScope, 'after'>,
  range: TimeRange,
): Promise<number> {
  const periods = await readCounts(snapshot, { ...scope, after: null }, splitRange(range))
  return periods.reduce((sum, { count }) => sum + count, 0)
}
