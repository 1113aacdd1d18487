import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { addRests, type Refundable, type Rests, type Stored } from './refundAmounts.ts'

/** A request's payments, newest first, with the amount of each that is left to refund, and the refunds that count. */
export type ReadRests = {
  payments: readonly Row<'payments'>[]
  rests: Rests
  refunds: readonly ReadRefund[]
}

type ReadRefund = Stored & {
  invoiceUnits: bigint | null
  /** The request of the refunded payment; empty for money that counts towards no request. */
  requestId: string
}

/**
 * Reads the amounts that are left to refund, for a request's largest payments and those of some transactions. Dust therefore hides no
 * other payment. Under the request's lock, the amounts are exact until the commit; without the lock, other calls may reduce them.
 */
export async function readRests(
  db: Context['db']['kysely'] | Tx,
  { requestId, txHashes = [] }: { requestId: string; txHashes?: readonly string[] },
): Promise<ReadRests> {
  const ofRequest = db.selectFrom('payments').selectAll().where('request_id', '=', requestId)
  const largest = await ofRequest
    .orderBy(({ fn }) => fn('length', ['credited_units']), 'desc')
    .orderBy('credited_units', 'desc')
    .limit(MOST_PAYMENTS)
    .execute()
  const isFull = largest.length === MOST_PAYMENTS && txHashes.length > 0
  const named = isFull ? await ofRequest.where('tx_hash', 'in', txHashes).execute() : []
  const byId = new Map([...largest, ...named].map((payment) => [payment.id, payment]))
  const refunds = await readCounted(db, { requestId })
  return addUp([...byId.values()].toSorted(byNewest), refunds)
}

/** The maximum number of a request's payments that are read, largest first. Anyone can add dust to a request. */
const MOST_PAYMENTS = 1_000

/** Reads several requests at once as `readRests` does, without locks: the `MOST_PAYMENTS` largest payments for each request. */
export async function readRestsOf(
  db: Context['db']['kysely'],
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, ReadRests>> {
  if (requestIds.length === 0) return new Map()
  // The limit applies to each request, so that dust on one request hides no payment of another.
  const ranked = db
    .selectFrom('payments')
    .select('id')
    .select(
      sql<number>`row_number() over (
        partition by request_id order by length(credited_units) desc, credited_units desc
      )`.as('place'),
    )
    .where('request_id', 'in', requestIds)
  const largest = db
    .selectFrom(ranked.as('ranked'))
    .select('ranked.id')
    .where('ranked.place', '<=', MOST_PAYMENTS)
  const [rows, counted] = await Promise.all([
    db
      .selectFrom('payments')
      .selectAll()
      .where('request_id', 'in', requestIds)
      .where('id', 'in', largest)
      .execute(),
    readCounted(db, { requestIds }),
  ])
  const payments = Map.groupBy(rows.toSorted(byNewest), (row) => row.request_id)
  const refunds = Map.groupBy(counted, (refund) => refund.requestId)
  return new Map(requestIds.map((id) => [id, addUp(payments.get(id) ?? [], refunds.get(id) ?? [])]))
}

function addUp(payments: readonly Row<'payments'>[], refunds: readonly ReadRefund[]): ReadRests {
  return { payments, rests: addRests(payments.map(toRefundable), refunds), refunds }
}

function byNewest(a: Row<'payments'>, b: Row<'payments'>): number {
  // A request's payments may be on several networks, whose block numbers cannot be compared.
  if (a.network !== b.network && a.block_time !== b.block_time) {
    return a.block_time < b.block_time ? 1 : -1
  }
  return Number(BigInt(b.block_number) - BigInt(a.block_number)) || b.log_index - a.log_index
}

/** Converts a stored payment to the form that the sums of refunds use. */
export function toRefundable(
  payment: Pick<Row<'payments'>, 'id' | 'network' | 'tx_hash' | 'credited_units' | 'payer'>,
): Refundable {
  const { id, network, tx_hash: txHash, credited_units, payer } = payment
  return { id, network, txHash, creditedUnits: BigInt(credited_units), payer }
}

/** The refunds of a request, of several requests, or of money that counts towards no request. */
type Scope = { requestId: string } | { requestIds: readonly string[] } | Money

/** Tokens that one transaction moved to one merchant. */
export type Money = Pick<Row<'refunds'>, 'tenant_id' | 'network' | 'tx_hash' | 'token_address'>

/**
 * Reads the refunds that count. Young payments for a refund count like confirmed ones, even for a cancelled refund. A
 * request's refunds whose payment left the chain count for money that came back without a request, because the money is the same.
 */
export async function readCounted(
  db: Context['db']['kysely'] | Tx,
  scope: Scope,
): Promise<readonly ReadRefund[]> {
  let select = db
    .selectFrom('refunds')
    .innerJoin('requests', 'requests.id', 'refunds.refund_request_id')
    .selectAll('refunds')
    .select(['requests.paid_units', 'requests.revocations'])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('refunds.cancelled_at', 'is', null),
        eb('requests.paid_units', '!=', sql.lit('0')),
        exists(
          selectFrom('pending_payments')
            .select('pending_payments.request_id')
            .whereRef('pending_payments.request_id', '=', 'refunds.refund_request_id'),
        ),
      ]),
    )
  if ('requestId' in scope) {
    select = select.where('refunds.request_id', '=', scope.requestId)
  } else if ('requestIds' in scope) {
    select = select.where('refunds.request_id', 'in', scope.requestIds)
  } else {
    const { tenant_id, network, tx_hash, token_address } = scope
    select = select
      .where('refunds.tenant_id', '=', tenant_id)
      .where('refunds.tx_hash', '=', tx_hash)
      .where('refunds.network', '=', network)
      .where(({ or, eb }) =>
        or([eb('refunds.request_id', '=', sql.lit('')), eb('refunds.held_at', 'is not', null)]),
      )
    select =
      token_address === null
        ? select.where('refunds.token_address', 'is', null)
        : select.where('refunds.token_address', '=', token_address)
  }
  const rows = await select.execute()
  const pending = await readPending(
    db,
    rows.map(({ refund_request_id }) => refund_request_id),
  )
  const isOfMoney = 'tenant_id' in scope
  return rows.map((row) => {
    const times = [row.confirmed_at, row.cancelled_at, row.held_at, row.exceeds_at]
    const pendingUnits = pending.get(row.refund_request_id) ?? 0n
    return {
      id: row.id,
      paymentId: row.unmatched_id ?? row.payment_id,
      requestId: row.request_id,
      recipient: row.recipient,
      network: row.network,
      txHash: row.tx_hash,
      amountUnits: BigInt(row.amount_units),
      paidUnits: BigInt(row.paid_units) + pendingUnits,
      isCancelled: row.cancelled_at !== null,
      isGone: row.held_at !== null && !isOfMoney,
      isOpen: times.every((time) => time === null),
      isRevoked: row.revocations > 0,
      isPending: pendingUnits > 0n,
      invoiceUnits: row.invoice_units === null ? null : BigInt(row.invoice_units),
    }
  })
}

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/** Reads the young payments of requests, in base units, by request. */
async function readPending(
  db: Context['db']['kysely'] | Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>()
  for (let at = 0; at < requestIds.length; at += ROWS_A_STATEMENT) {
    const rows = await db
      .selectFrom('pending_payments')
      .select(['request_id', 'amount_units'])
      .where('request_id', 'in', requestIds.slice(at, at + ROWS_A_STATEMENT))
      .execute()
    for (const { request_id, amount_units } of rows) {
      sums.set(request_id, (sums.get(request_id) ?? 0n) + BigInt(amount_units))
    }
  }
  return sums
}
