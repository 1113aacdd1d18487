import { isUlid, referenceTopic, topicKey } from '@secure-payment/core'
import type { api, Output, UnmatchedPaymentQuery } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { lastOf, readPage, writeCursor } from '../../http/readPage.ts'
import { keccak256 } from '../../keccak.ts'
import { readRefundedUnmatched } from '../../refunds/readRefunded.ts'
import { among } from '../../search/among.ts'
import { describeUnmatchedPayment } from './describeUnmatchedPayment.ts'

/** The id of the last record: it gives no access to records outside the caller's list. */
const CURSORS = { encoding: null, isPosition: isUlid }

/** The maximum number of requests with one reference that are searched, newest first. */
const MAX_REQUESTS = 1_000

/** Reads one page of a tenant's unmatched payments, or of all tenants' with `null`, newest first. */
export async function readUnmatchedPayments(
  { db }: Pick<Context, 'db'>,
  query: UnmatchedPaymentQuery,
  tenantId: string | null,
): Promise<Output<typeof api.unmatchedPayments.list>> {
  const asked = readPage(query, CURSORS)
  let rows = db.kysely.selectFrom('unmatched_payments').selectAll()
  if (tenantId !== null) rows = rows.where('tenant_id', '=', tenantId)
  if (query.network !== undefined) rows = rows.where('network', '=', query.network)
  if (query.txHash !== undefined) rows = rows.where('tx_hash', '=', query.txHash.toLowerCase())
  if (query.payee !== undefined) rows = rows.where('payee', '=', storedAddress(query.payee))
  if (query.reason !== undefined) rows = rows.where('reason', '=', query.reason)
  if (query.requestId !== undefined) rows = rows.where('request_id', '=', query.requestId)
  if (query.reference !== undefined) {
    const ids = await findRequestIds({ db }, tenantId, { reference: query.reference })
    rows = rows.where(among(db.dialect, 'request_id', ids))
  }
  if (query.paymentReference !== undefined) {
    const paymentReference = `0x${query.paymentReference.slice(2).toLowerCase()}` as const
    const topic = referenceTopic(paymentReference, keccak256)
    // Earlier releases stored payments without this column.
    const ids = await findRequestIds({ db }, tenantId, { paymentReference, key: topicKey(topic) })
    rows = rows.where(({ or, eb }) =>
      or([eb('reference_topic', '=', topic), among(db.dialect, 'request_id', ids)]),
    )
  }
  const scope = scopeOf(query)
  if (scope !== 'all') rows = rows.where('is_notable', '=', 1)
  if (scope === 'open') rows = rows.where('claimed_request_id', 'is', null).where(IS_UNREFUNDED)
  if (query.fromDate !== undefined) rows = rows.where('detected_at', '>=', query.fromDate)
  if (query.toDate !== undefined) rows = rows.where('detected_at', '<=', query.toDate)
  if (asked.after !== null) rows = rows.where('id', '<', asked.after)
  const found = await rows
    .orderBy('id', 'desc')
    .limit(asked.limit + 1)
    .execute()
  const page = found.slice(0, asked.limit)
  const [requests, refunded] = await Promise.all([
    readRequests({ db }, page),
    readRefundedUnmatched(
      db,
      page.map(({ id }) => id),
    ),
  ])
  return {
    unmatchedPayments: page.map((row) =>
      describeUnmatchedPayment(row, requests.get(row.request_id), refunded.get(row.id) ?? 0n),
    ),
    nextCursor: writeCursor(CURSORS, lastOf(found, asked)),
  }
}

/** The condition that no refund of a payment is open, or has been paid even in part. */
const IS_UNREFUNDED = sql<boolean>`not exists (select 1 from refunds
  join requests as paying on paying.id = refunds.refund_request_id
  where refunds.unmatched_id = unmatched_payments.id
  and (refunds.cancelled_at is null or paying.paid_units <> '0'))`

/** Returns the scope of the search. By default, a search for a specific payment covers all payments, even those that are not notable. */
function scopeOf(query: UnmatchedPaymentQuery): 'notable' | 'open' | 'all' {
  const { scope, txHash, requestId, reference, paymentReference } = query
  const isSought = [txHash, requestId, reference, paymentReference].some((one) => one !== undefined)
  return scope ?? (isSought ? 'all' : 'notable')
}

async function findRequestIds(
  { db }: Pick<Context, 'db'>,
  tenantId: string | null,
  by: { reference: string } | { paymentReference: string; key: bigint },
): Promise<readonly string[]> {
  let requests = db.kysely.selectFrom('requests').select('id')
  requests =
    'reference' in by
      ? requests.where('reference', '=', by.reference)
      : requests
          .where('reference_key', '=', by.key)
          .where('payment_reference', '=', by.paymentReference)
  if (tenantId !== null) requests = requests.where('tenant_id', '=', tenantId)
  const rows = await requests.orderBy('id', 'desc').limit(MAX_REQUESTS).execute()
  return rows.map(({ id }) => id)
}

/** Reads the references of a page's requests, by request id. */
async function readRequests(
  { db }: Pick<Context, 'db'>,
  page: readonly Row<'unmatched_payments'>[],
): Promise<ReadonlyMap<string, Pick<Row<'requests'>, 'reference' | 'payment_reference'>>> {
  const ids = [...new Set(page.map((row) => row.request_id).filter((id) => id !== ''))]
  if (ids.length === 0) return new Map()
  const rows = await db.kysely
    .selectFrom('requests')
    .select(['id', 'reference', 'payment_reference'])
    .where(among(db.dialect, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, ...references }) => [id, references]))
}

/** Returns an address in the logs' format: in lower case on EVM chains, unchanged on Tron. */
function storedAddress(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}
