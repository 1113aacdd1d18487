import { formatAmount } from '@secure-payment/core'
import { type api, MAX_LINK_PAYOUTS, type Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { describeRequest } from '@secure-payment/core/ways'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { readPage, writeCursor } from '../../http/readPage.ts'
import { IS_CANDIDATE } from '../../refunds/isCandidate.ts'
import { type ReadRests, readRestsOf } from '../../refunds/readRests.ts'
import { chooseShares, type Share, shareAll, shareExcess } from '../../refunds/sharePayments.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { settlementDecimals } from '../../settlement/settlementDecimals.ts'

type List = typeof api.refunds.candidates
type Candidate = Output<List>['candidates'][number]

/** A position is the time of the last change and the id of a request. */
const CURSORS = {
  encoding: 'latin1' as const,
  isPosition: (text: string) => {
    const [time = '', id = '', ...rest] = text.split(' ')
    return rest.length === 0 && ISO_TIME.test(time) && isRequestId(id)
  },
}
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
/** The number of requests that are read together. Each can have `MOST_PAYMENTS` payments. */
const BATCH = 20
/** One call reads at most this many requests, because the money of all of them may have been given back already. */
const MOST_READ = 500
/** A smaller part of the amount needs no attention, because anyone can pay that little. E-mail notices have the same limit. */
const DUST_DIVISOR = 10_000n

const COLUMNS = [
  'id',
  'reference',
  'network',
  'kind',
  'invoice_currency',
  'payment_currency',
  'expected_units',
  'paid_units',
  'cancelled_at',
  'paid_late',
  'conversion_path',
  'max_rate_age_s',
  'recurring_payment_id',
  'offramp_provider',
  'updated_at',
] as const
type CandidateRow = Pick<Row<'requests'>, (typeof COLUMNS)[number]>

/** Lists the requests whose money may have to go back, most recently changed first. Money that refunds already give back is omitted. */
export async function listRefundCandidates(
  context: Pick<Context, 'db'>,
  { query, caller }: Pick<Call<List>, 'query' | 'caller'>,
): Promise<Output<List>> {
  const page = readPage(query, CURSORS)
  const scope = { tenantId: caller.tenantId, fromDate: query.fromDate ?? null }
  const candidates: Candidate[] = []
  let after = page.after
  for (let read = 0; read < MOST_READ; read += BATCH) {
    const rows = await selectRows(context, scope, after)
    const rests = await readRestsOf(
      context.db.kysely,
      rows.map(({ id }) => id),
    )
    for (const [index, row] of rows.entries()) {
      const candidate = describe(row, rests.get(row.id))
      if (candidate !== null) candidates.push(candidate)
      after = `${row.updated_at} ${row.id}`
      if (candidates.length < page.limit) continue
      const isLast = index === rows.length - 1 && rows.length < BATCH
      return { candidates, nextCursor: writeCursor(CURSORS, isLast ? null : after) }
    }
    if (rows.length < BATCH) return { candidates, nextCursor: null }
  }
  return { candidates, nextCursor: writeCursor(CURSORS, after) }
}

async function selectRows(
  { db }: Pick<Context, 'db'>,
  { tenantId, fromDate }: { tenantId: string; fromDate: string | null },
  after: string | null,
): Promise<CandidateRow[]> {
  let select = db.kysely
    .selectFrom('requests')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where(IS_CANDIDATE)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(BATCH)
  if (fromDate !== null) select = select.where('updated_at', '>=', fromDate)
  if (after !== null) {
    const [time = '', id = ''] = after.split(' ')
    select = select.where(sql<boolean>`(updated_at, id) < (${time}, ${id})`)
  }
  return select.execute()
}

/** Returns null if nothing is left to give back, or only dust. */
function describe(row: CandidateRow, read: ReadRests | undefined): Candidate | null {
  if (read === undefined || describeRequest(withPlan(row).plan).isCryptoToFiat) return null
  const reason = reasonOf(row, read)
  const shares = sharesOf(row, { read, reason })
  const units = shares.reduce((sum, share) => sum + share.units, 0n)
  if (units === 0n) return null
  const { decimals, id: currency } = getCurrency(row.payment_currency).currency
  const write = (settled: string) =>
    formatAmount(BigInt(settled), settlementDecimals(withPlan(row)))
  return {
    requestId: row.id,
    reference: row.reference,
    reason,
    amount: reason === 'overpaid' ? 'excess' : 'all',
    network: row.network,
    currency,
    refundAmount: formatAmount(units, decimals),
    requestAmount: write(row.expected_units),
    paidAmount: write(row.paid_units),
    invoiceCurrency: getCurrency(row.invoice_currency).currency.id,
    payments: shares.map((share) => ({
      paymentId: share.payment.id,
      amount: formatAmount(share.units, decimals),
      payerAddress: share.payment.payer,
    })),
    updatedAt: row.updated_at,
  }
}

/** A request that was paid in time stays paid: money that arrived late is then its excess. */
function reasonOf(row: CandidateRow, { payments }: ReadRests): Candidate['reason'] {
  if (row.cancelled_at !== null) return 'cancelled'
  if (row.paid_late === 0) return 'overpaid'
  const inTime = payments.filter(({ is_late }) => is_late === 0)
  const units = inTime.reduce((sum, { request_units }) => sum + BigInt(request_units), 0n)
  return units >= BigInt(row.expected_units) ? 'overpaid' : 'late'
}

/** Returns the shares that a refund of the candidate would give back; none if they are dust relative to the requested amount. */
function sharesOf(
  row: CandidateRow,
  { read, reason }: { read: ReadRests; reason: Candidate['reason'] },
): readonly Share[] {
  const shares =
    reason === 'overpaid'
      ? shareExcess(row, read)
      : chooseShares(shareAll(read), MAX_LINK_PAYOUTS).kept
  const units = shares.reduce((sum, { requestUnits }) => sum + requestUnits, 0n)
  return units * DUST_DIVISOR < BigInt(row.expected_units) ? [] : shares
}
