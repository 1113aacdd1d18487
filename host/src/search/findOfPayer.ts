import { sql } from 'kysely'
import { among } from './among.ts'
import { isAfter } from './isAfter.ts'
import type { FoundPage, PageRequest, PaymentFilter, Position } from './paymentFilter.ts'
import type { Snapshot } from './searchScope.ts'

/** Finds a page of the payments that a payer made of the requests of one client ID: those are read by their own index. */
export async function findOfPayer(
  { dialect, kysely, reads }: Snapshot,
  filter: PaymentFilter,
  request: PageRequest,
): Promise<FoundPage> {
  const { clientId, payer, tenantId, type, reference, range } = filter
  const { invoiceCurrencies, paymentCurrencies } = filter
  const conditions = [
    sql`client_id = ${clientId} and payer = ${payer} and tenant_id = ${tenantId}`,
    sql`block_time >= ${range.from} and block_time < ${range.until}`,
    ...(type === null ? [] : [sql`type = ${type}`]),
    ...(reference === null ? [] : [sql`reference = ${reference}`]),
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
