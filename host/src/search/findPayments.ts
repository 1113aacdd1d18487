import type { Context } from '../context.ts'
import { nonEmpty } from '../nonEmpty.ts'
import { among } from './among.ts'
import { findFew } from './findFew.ts'
import { findOfPayer } from './findOfPayer.ts'
import { pageCountedList } from './pageCountedList.ts'
import { pageShortList } from './pageShortList.ts'
import type { FoundPage, PageRequest, PaymentFilter } from './paymentFilter.ts'
import {
  ALL_PAYMENTS,
  amountList,
  emailList,
  linkList,
  referenceList,
  walletList,
} from './paymentLists.ts'
import { splitRange, type TimeRange } from './periods.ts'
import { readCounts } from './readCounts.ts'
import { readGroupIds } from './readGroupIds.ts'
import type { SearchScope, Snapshot } from './searchScope.ts'

/**
 * Finds a page of payments and the exact number of matches, from one snapshot. The path depends on the filter, and limits
 * a search's reads independently of the number of payments:
 *
 * - with a request, a payment reference, a secure payment or a transaction: its payments;
 * - with a payer: the payer's payments of one client ID;
 * - with a wallet, a reference, an e-mail address, an amount or a reusable link that has few payments: those payments;
 * - with one that has many, or with none of them: counts by month, day and hour, and the hours of the page;
 * - with several of them: the smallest list's payments.
 */
export async function findPayments(
  { db }: Pick<Context, 'db'>,
  filter: PaymentFilter,
  request: PageRequest,
): Promise<FoundPage> {
  return db.snapshot(async (reads) => {
    const snapshot: Snapshot = { dialect: db.dialect, kysely: db.kysely, reads }
    const { paymentId, requestId, paymentReference, txHash, securePaymentToken } = filter
    const isOfOne = [paymentId, requestId, paymentReference, txHash, securePaymentToken]
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
    const wanted = { lists: nonEmpty(lists.map((each) => each.list)), range }
    return pageShortList(snapshot, { groupIds }, wanted, request)
  })
}

function hasGroupFilter(filter: PaymentFilter): boolean {
  const { clientId, type, invoiceCurrencies, paymentCurrencies, amount } = filter
  const groups = [clientId, type, invoiceCurrencies, paymentCurrencies, amount?.currencies ?? null]
  return groups.some((value) => value !== null)
}

type OrderedList = { list: string; isCounted: boolean }

/** Returns a filter's lists, shortest first. */
async function orderLists(
  snapshot: Snapshot,
  scope: Pick<SearchScope, 'countedAs' | 'groupIds'>,
  filter: PaymentFilter,
): Promise<readonly OrderedList[]> {
  const named = [
    ...(filter.wallet === null ? [] : [walletList(filter.wallet)]),
    ...(filter.linkToken === null ? [] : [linkList(filter.linkToken)]),
    ...(filter.reference === null ? [] : [referenceList(filter.reference)]),
    ...(filter.customerEmail === null ? [] : [emailList(filter.customerEmail)]),
    ...(filter.amount === null ? [] : [amountList(filter.amount.amount)]),
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
