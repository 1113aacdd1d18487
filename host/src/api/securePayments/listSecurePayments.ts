import { createUlid, formatAmount, isUlid } from '@secure-payment/core'
import type { api, Output, SecurePaymentListQuery } from '@secure-payment/core/api'
import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
} from 'kysely'
import type { Context } from '../../context.ts'
import { isListed } from '../../db/isListed.ts'
import type { Row, Schema } from '../../db/schema.ts'
import { readPage, writeCursor } from '../../http/readPage.ts'
import { statusAt } from '../../paying/describeSecurePayment.ts'
import { type RefundOfRow, readRefundsOf } from '../../refunds/readRefundOf.ts'
import { readFeePlan } from '../../requests/feePlan.ts'
import { readOrder } from '../../requests/orderColumn.ts'
import { receiptUrl } from '../../requests/receiptUrl.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { securePaymentUrl } from '../../requests/securePaymentUrl.ts'
import { countLinkPayments } from '../../search/countLinkPayments.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'
import { describeRefundOf } from '../refunds/describeRefundOf.ts'
import { readCustomer } from '../requests/describeRequest.ts'
import { withPresentStatus } from '../requests/loadRequest.ts'
import { type ItemRow, type ListedItems, readItems } from './readItems.ts'

type Page = Extract<Output<typeof api.securePayments.list>, { securePayments: unknown }>
type Listed = Page['securePayments'][number]
type Where = ExpressionBuilder<Schema, 'secure_payments'>

const CURSORS = { encoding: 'latin1' as const, isPosition: isUlid }
const ULID_RANDOM_BYTES = 10

const COLUMNS = [
  'token',
  'status',
  'payment_type',
  'flow',
  'network',
  'reference',
  'created_at',
  'expires_at',
  'completed_at',
  'redirect_url',
  'redirect_label',
  'revision',
  'is_reusable',
  'link_token',
  'fee_plan',
] as const
/** The links that combine payout links, of one kind. */
export type Combined = 'batch' | 'multicall'

/**
 * Lists a tenant's secure payments, newest first. Sorts by token, because tokens begin with the creation time. `combined` selects only the
 * links that combine others.
 */
export async function listSecurePayments(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  query: SecurePaymentListQuery,
  { tenantId, combined }: { tenantId: string; combined?: Combined },
): Promise<Page> {
  const now = context.now()
  const page = readPage(query, CURSORS)
  const isSelected = selects(query, tenantId, now)
  const { linkToken } = query
  const found = await selectPayments(context, { isSelected, linkToken, tenantId, combined, page })
  const rows = found.slice(0, page.limit)
  const items = await readItems(
    context.db,
    rows.map(({ token }) => token),
  )
  const tokens = rows.flatMap(({ is_reusable, token }) => (is_reusable === 1 ? token : []))
  const paying = rows.flatMap(({ flow, token }) =>
    flow === 'pay' ? (items.get(token)?.items ?? []) : [],
  )
  const [counts, refunds] = await Promise.all([
    countLinkPayments(context.db, { tenantId, tokens }),
    readRefundsOf(
      context.db,
      paying.map(({ id }) => id),
    ),
  ])
  return {
    securePayments: rows.flatMap((row) =>
      describe(context, { row, listed: items.get(row.token), now, counts, refunds }),
    ),
    nextCursor: writeCursor(
      CURSORS,
      found.length > page.limit ? (rows.at(-1)?.token ?? null) : null,
    ),
  }
}

/** Returns the condition of the list; each order of the list has a separate index. */
function selects(
  { status, flow, paysRefunds, reference, linkToken, fromDate, toDate }: SecurePaymentListQuery,
  tenantId: string,
  now: Date,
): Expression<SqlBool> {
  const where = expressionBuilder<Schema, 'secure_payments'>()
  const conditions: Expression<SqlBool>[] = [where('secure_payments.tenant_id', '=', tenantId)]
  if (linkToken === undefined) conditions.push(where('secure_payments.link_token', 'is', null))
  if (status !== undefined) conditions.push(hasStatus(where, status, now.toISOString()))
  if (flow !== undefined) conditions.push(where('flow', '=', flow))
  if (paysRefunds !== undefined) {
    conditions.push(paysRefunds === 'true' ? PAYS_REFUNDS : where.not(PAYS_REFUNDS))
  }
  if (reference !== undefined) conditions.push(where('secure_payments.reference', '=', reference))
  if (fromDate !== undefined) conditions.push(where('token', '>=', firstTokenAt(fromDate, 0)))
  if (toDate !== undefined) conditions.push(where('token', '<', firstTokenAt(toDate, 1)))
  return where.and(conditions)
}

/**
 * A link pays either only refunds or none, so one refund among its requests decides. Other payments are not payouts, so their requests are
 * not read.
 */
const PAYS_REFUNDS = sql<SqlBool>`(secure_payments.flow = 'pay' and exists (select 1 from requests as paying
  join refunds on refunds.refund_request_id = paying.id
  where paying.secure_payment_token = secure_payments.token))`

/** Selects by the status that callers see: a pending payment past its end is expired, regardless of its stored status. */
function hasStatus(
  where: Where,
  status: Row<'secure_payments'>['status'],
  now: string,
): Expression<SqlBool> {
  if (status === 'completed' || status === 'invalidated')
    return where('secure_payments.status', '=', status)
  const pending = where('secure_payments.status', '=', 'pending')
  if (status === 'pending')
    return where.and([pending, where('secure_payments.expires_at', '>', now)])
  const isOver = where.and([pending, where('secure_payments.expires_at', '<=', now)])
  return where.or([where('secure_payments.status', '=', 'expired'), isOver])
}

/** Returns the lowest token that a payment can have `plusMs` after a time. */
function firstTokenAt(time: string, plusMs: number): string {
  const ms = Math.max(Date.parse(time) + plusMs, 0)
  return createUlid(ms, new Uint8Array(ULID_RANDOM_BYTES))
}

type Selection = {
  isSelected: Expression<SqlBool>
  /** The token of a reusable link; the list then contains only the link's copies for which money was found. */
  linkToken: string | undefined
  tenantId: string
  combined: Combined | undefined
  page: { limit: number; after: string | null }
}

/** The tokens are found with an index only, so that the database reads just the rows on the page. */
function selectPayments({ db }: Pick<Context, 'db'>, selection: Selection) {
  const tokens = selectTokens(db.kysely, selection)
  return db.kysely
    .selectFrom('secure_payments')
    .select(COLUMNS)
    .select(
      sql<number | null>`(select max(item_index) + 1 from requests
        where requests.secure_payment_token = secure_payments.token)`.as('item_count'),
    )
    .where('token', 'in', (where) => where.selectFrom(tokens).select('page.token'))
    .orderBy('token', 'desc')
    .execute()
}

/** The copies of a reusable link for which money was found are in an index of their requests, in the order of their tokens. */
function selectTokens(
  kysely: Kysely<Schema>,
  { isSelected, linkToken, tenantId, combined, page: { limit, after } }: Selection,
) {
  if (combined !== undefined) {
    // Each such link has one row at the first position.
    const links = kysely
      .selectFrom('combined_payouts')
      .innerJoin('secure_payments', 'secure_payments.token', 'combined_payouts.token')
      .select('secure_payments.token')
      .where('combined_payouts.tenant_id', '=', tenantId)
      .where('combined_payouts.is_multicall', '=', combined === 'multicall' ? 1 : 0)
      .where(sql<SqlBool>`combined_payouts.position = 0`)
      .where(isSelected)
    return (after === null ? links : links.where('combined_payouts.token', '<', after))
      .orderBy('combined_payouts.token', 'desc')
      .limit(limit + 1)
      .as('page')
  }
  if (linkToken === undefined) {
    const links = kysely.selectFrom('secure_payments').select('token').where(isSelected)
    return (after === null ? links : links.where('token', '<', after))
      .orderBy('token', 'desc')
      .limit(limit + 1)
      .as('page')
  }
  const copies = kysely
    .selectFrom('requests')
    .innerJoin('secure_payments', 'secure_payments.token', 'requests.secure_payment_token')
    .select('secure_payments.token')
    .where('requests.link_token', '=', linkToken)
    .where(isListed)
    .where(isSelected)
  return (after === null ? copies : copies.where('requests.secure_payment_token', '<', after))
    .orderBy('requests.secure_payment_token', 'desc')
    .limit(limit + 1)
    .as('page')
}

type ListedRow = Awaited<ReturnType<typeof selectPayments>>[number]

type ListedFacts = {
  row: ListedRow
  listed: ListedItems | undefined
  now: Date
  /** The payments of reusable links. */
  counts: ReadonlyMap<string, number>
  /** The refunds that the items pay, by the id of the item's request. */
  refunds: ReadonlyMap<string, RefundOfRow>
}

const NO_ITEMS: ListedItems = { items: [], combinedInto: null }

/** Returns nothing for a payment whose requests have since been deleted. */
function describe(
  { config }: Pick<Context, 'config'>,
  { row, listed, now, counts, refunds }: ListedFacts,
): Listed[] {
  const { items, combinedInto } = listed ?? NO_ITEMS
  const [first] = items
  if (first === undefined) return []
  const { order } = readOrder(first.order_details)
  return [
    {
      token: row.token,
      securePaymentUrl: securePaymentUrl(config, row.token),
      receiptUrl: receiptUrl(config, row),
      status: statusAt(row, now),
      paymentType: row.payment_type,
      flow: row.flow,
      network: row.network,
      reference: row.reference,
      title: order?.title ?? null,
      firstLine: order?.lines?.[0]?.name ?? null,
      lineCount: order?.lines?.length ?? 0,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      completedAt: row.completed_at,
      redirectUrl: row.redirect_url,
      redirectLabel: row.redirect_label,
      revision: row.revision,
      isReusable: row.is_reusable === 1,
      linkToken: row.link_token,
      feePlan: readFeePlan(row.fee_plan),
      combinedInto: combinedInto && {
        token: combinedInto.token,
        securePaymentUrl: securePaymentUrl(config, combinedInto.token),
        status: statusAt(combinedInto, now),
      },
      itemCount: Number(row.item_count ?? items.length),
      paymentCount: row.is_reusable === 1 ? (counts.get(row.token) ?? 0) : null,
      items: items.map((item) => describeItem(item, refunds.get(item.id))),
    },
  ]
}

function describeItem(
  { has_pending, ...row }: ItemRow,
  refund: RefundOfRow | undefined,
): Listed['items'][number] {
  const request = withPresentStatus(withPlan(row), has_pending !== null)
  const decimals = settlementDecimals(request)
  return {
    requestId: request.id,
    payee: request.payee,
    amount: formatAmount(BigInt(request.expected_units), decimals),
    amountPaid: formatAmount(BigInt(request.paid_units), decimals),
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
    status: request.status,
    reference: request.reference,
    customerInfo: readCustomer(request),
    ...(refund !== undefined && { refundOf: describeRefundOf(refund, { isPublic: false }) }),
  }
}
