import { type RawBuilder, sql } from 'kysely'
import { among } from './among.ts'
import { isAfter } from './isAfter.ts'
import type {
  AmountFilter,
  FoundPage,
  PageRequest,
  PaymentFilter,
  Position,
} from './paymentFilter.ts'
import { amountList } from './paymentLists.ts'
import { readGroupIds } from './readGroupIds.ts'
import type { Snapshot } from './searchScope.ts'

/** Finds a page of a payer's payments for one client ID's requests, through a separate index. */
export async function findOfPayer(
  snapshot: Snapshot,
  filter: PaymentFilter,
  request: PageRequest,
): Promise<FoundPage> {
  const { dialect, kysely, reads } = snapshot
  const { clientId, payer, tenantId, type, reference, range } = filter
  const { invoiceCurrencies, paymentCurrencies, customerEmail, amount, linkToken } = filter
  const conditions = [
    sql`client_id = ${clientId} and payer = ${payer} and tenant_id = ${tenantId}`,
    sql`block_time >= ${range.from} and block_time < ${range.until}`,
    ...(type === null ? [] : [sql`type = ${type}`]),
    ...(reference === null ? [] : [sql`reference = ${reference}`]),
    ...(linkToken === null ? [] : [sql`link_token = ${linkToken}`]),
    ...(customerEmail === null ? [] : [sql`customer_email = ${customerEmail}`]),
    ...(amount === null ? [] : [await hasAmount(snapshot, filter, amount)]),
    ...(invoiceCurrencies === null ? [] : [among(dialect, 'invoice_currency', invoiceCurrencies)]),
    ...(paymentCurrencies === null ? [] : [among(dialect, 'payment_currency', paymentCurrencies)]),
  ]
  const matching = sql`
    from (select block_time, id as payment_id from payments where ${sql.join(conditions, sql` and `)}) as found`
  const count = sql<{ total: number | bigint }>`select count(*) as total ${matching}`
  const [counted] = await reads(count.compile(kysely))
  const { limit } = request
  const offset = 'offset' in request ? request.offset : 0
  const after = 'after' in request ? request.after : null
  const query = sql<Position>`
    select block_time as "blockTime", payment_id as "id" ${matching} where ${isAfter(after)}
    order by block_time desc, payment_id desc limit ${limit + 1} offset ${offset}`
  const page = await reads(query.compile(kysely))
  return {
    total: Number(counted?.total ?? 0),
    page: page.slice(0, limit),
    hasMore: page.length > limit,
  }
}

/** Builds the condition that a payment is on the list of an amount. */
async function hasAmount(
  snapshot: Snapshot,
  filter: PaymentFilter,
  { amount }: AmountFilter,
): Promise<RawBuilder<boolean>> {
  const groupIds = await readGroupIds(snapshot, filter)
  return sql`exists (select 1 from payment_entries as entry
    where entry.list = ${amountList(amount)} and ${among(snapshot.dialect, 'entry.group_id', groupIds)}
      and entry.block_time = payments.block_time and entry.payment_id = payments.id)`
}
