import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { assertLease, type Lease } from '../leases/leases.ts'
import { addNotices, type NewNotice } from '../notices/addNotices.ts'
import { holdExceeding } from '../refunds/holdExceeding.ts'
import { findRefunded, findRefunds, releaseRefunds, setRefunds } from '../refunds/refundRows.ts'
import { adoptRefunds } from '../refunds/unmatchedRefunds.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { countPayments } from '../search/countPayments.ts'
import {
  type DetectedPayment,
  UNKNOWN_REFERENCE,
  UNREADABLE,
  type UnmatchedPayment,
} from '../settlement/detectedPayment.ts'
import { emit } from '../webhooks/emit.ts'
import { excessOf, isNotable } from '../webhooks/noticeEvents.ts'
import { applyPayments, type Earlier, type PlacedPayment } from './applyPayments.ts'
import { type InsertedPayment, insertPayments, nameCustomers } from './insertPayments.ts'
import { insertUnmatched } from './insertUnmatched.ts'
import { openOfframps } from './openOfframps.ts'
import { orderReceipts } from './orderReceipts.ts'
import { completeSecurePayments, lockRequests, saveRequests } from './requestRows.ts'
import { chooseTold, tellUnmatched } from './tellUnmatched.ts'

/** The confirmed facts of one range of a chain. */
export type RecordInput = {
  network: string
  /** The watcher's lease; nothing is written if another host has acquired it. */
  lease: Lease
  payments: readonly DetectedPayment[]
  unmatched: readonly UnmatchedPayment[]
  /** The watcher's position with these facts; `null` leaves the cursor unchanged. */
  cursor: { blockNumber: bigint; blockHash: string } | null
}

/** The facts that were new, without payments that were already recorded. */
export type Recorded = {
  payments: readonly DetectedPayment[]
  /** The number of unmatched payments. */
  unmatchedCount: number
  eventCount: number
}

/**
 * Records confirmed payments in one transaction, with the new state of their requests and secure payments. The transaction also stores the
 * offramps that begin with the payments, the webhook events, and the watcher's cursor. Recording the same payments again changes nothing.
 * This function does not read the chain, because the facts were read before.
 *
 * The transaction locks request rows in id order before it adds up the payments. Otherwise two PostgreSQL transactions could each
 * miss the other's payment, and a fully paid request would stay partial.
 * @throws StaleLeaseError when another host watches the network now
 */
export async function recordPayments(
  context: Pick<Context, 'db' | 'now' | 'random' | 'config'>,
  input: RecordInput,
): Promise<Recorded> {
  const { db } = context
  return db.transaction(async (tx) => {
    await assertLease(tx, db.dialect, input.lease)
    const recorded = await recordFacts(context, tx, input)
    if (input.cursor !== null) await moveCursor(context, tx, input.network, input.cursor)
    return recorded
  })
}

type RecordContext = Pick<Context, 'db' | 'now' | 'random' | 'config'>

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/**
 * Records payments like {@link recordPayments}, without its lease and its cursor, in a transaction that has asserted another
 * lease.
 */
export async function recordFacts(
  context: RecordContext,
  tx: Tx,
  { network, payments, unmatched }: Pick<RecordInput, 'network' | 'payments' | 'unmatched'>,
): Promise<Recorded> {
  const { added, released } = await insertUnmatched(context, tx, unmatched)
  const told = await chooseTold(tx, context, added)
  const counted = await countFacts(context, tx, { network, payments, told })
  // Only now are all refunds in this range bound to the refunded payments. While such a payment was off the chain, other refunds
  // of it may have been paid.
  await holdExceeding(tx, context, {
    requestIds: counted?.requestIds ?? [],
    refunds: [...released, ...(counted?.refunds ?? [])],
  })
  const unmatchedCount = added.length
  if (counted === null) return { payments: [], unmatchedCount, eventCount: told.length }
  const { applied, inserted } = counted
  await openOfframps(tx, context, applied)
  await emit(tx, context, applied.events)
  await addNotices(tx, context, noticeFurther(applied, inserted))
  await countPayments(tx, context, inserted)
  const eventCount = applied.events.length + told.length
  return { payments: inserted, unmatchedCount, eventCount }
}

/** The payments that now count, their effects, and the refunds that they pay or release. */
type CountedFacts = {
  inserted: readonly InsertedPayment[]
  applied: ReturnType<typeof applyPayments>
  refunds: readonly Row<'refunds'>[]
  /** The locked requests whose refunds were paid or released. */
  requestIds: readonly string[]
}

/** Inserts the payments and saves the new state of their requests, under the requests' locks; null if no payment is new. */
async function countFacts(
  context: RecordContext,
  tx: Tx,
  facts: Pick<RecordInput, 'network' | 'payments'> & { told: readonly UnmatchedPayment[] },
): Promise<CountedFacts | null> {
  const { network, payments, told } = facts
  if (payments.length + told.length === 0) return null
  const paidIds = [...new Set([...payments, ...told].map(({ requestId }) => requestId))]
  const refundedIds = await findRefunded(tx, paidIds)
  const requestIds = [...new Set([...paidIds, ...refundedIds])].sort()
  const locked = await lockRequests(tx, context.db.dialect, requestIds)
  const requests = await tellUnmatched(tx, context, { requests: locked, told })
  if (payments.length === 0) return null
  const dated = payments.map((payment) => dateAgain(payment, requests.get(payment.requestId)))
  const countable = await dropCounted(tx, requests, { network, payments: dated })
  const seenAt = await dropPending(tx, network, payments)
  const inserted = await insertPayments(context, tx, nameCustomers(countable, requests), seenAt)
  await dropEarlierNotes(tx, network, payments)
  if (inserted.length === 0) return null
  const before = await readEarlier(tx, inserted)
  const changedIds = [
    ...(await adoptRefunds(tx, context, inserted)),
    ...(await releaseRefunds(tx, context, { requests: requests.values(), payments: inserted })),
  ]
  const refunds = await findRefunds(tx, requests.values())
  const applied = applyPayments({ requests, before, payments: inserted, refunds })
  await saveRequests(tx, context.now(), applied.requests)
  const completed = await completeSecurePayments(tx, context, applied.requests)
  await orderReceipts(tx, context, completed)
  await confirmRefunds(tx, context, { requests: applied.requests, refunds })
  return {
    inserted,
    applied,
    refunds: [...refunds.values()],
    requestIds: [...new Set([...refundedIds, ...changedIds])],
  }
}

async function confirmRefunds(
  tx: Tx,
  { db, now }: RecordContext,
  {
    requests,
    refunds,
  }: { requests: readonly WholeRequest[]; refunds: ReadonlyMap<string, Row<'refunds'>> },
): Promise<void> {
  const at = now().toISOString()
  const paid = requests.flatMap(({ id, has_been_paid }) => {
    const refund = refunds.get(id)
    const isNew = refund !== undefined && refund.confirmed_at === null && has_been_paid === 1
    return isNew ? refund.id : []
  })
  await setRefunds(tx, db.dialect, paid, { confirmed_at: at, updated_at: at })
}

/** Writes notices about payments to requests that were already paid, because no event reports such payments. Dust causes no notice. */
function noticeFurther(
  { requests, events }: ReturnType<typeof applyPayments>,
  inserted: readonly InsertedPayment[],
): readonly NewNotice[] {
  const told = new Set(events.map(({ payment }) => payment))
  const byId = new Map(requests.map((request) => [request.id, request]))
  return inserted.flatMap((payment): NewNotice[] => {
    const request = byId.get(payment.requestId)
    if (told.has(payment) || request === undefined || request.has_been_paid === 0) return []
    if (!isNotable(payment.requestUnits, request)) return []
    const { id: paymentId, requestId, tenantId } = payment
    const excess = excessOf(request, BigInt(request.paid_units))
    const facts = { reason: 'over', requestId, paymentId, ...excess } as const
    const kind = 'payment_problem'
    return [{ tenantId, kind, cause: `over ${paymentId}`, eventId: null, facts }]
  })
}

/** Marks a payment for a cancelled request as late, even in a block before the cancellation, which a slow watcher may record afterwards. */
function dateAgain(payment: DetectedPayment, request: WholeRequest | undefined): DetectedPayment {
  return { ...payment, isLate: payment.isLate || (request?.cancelled_at ?? null) !== null }
}

/**
 * Returns the payments whose money has not been counted yet. A bridge's delivery to a request is credited by the payment's event or by the
 * bridge's report, under different log indexes. Only the first of the two counts.
 */
async function dropCounted(
  tx: Tx,
  requests: ReadonlyMap<string, WholeRequest>,
  { network, payments }: Pick<RecordInput, 'network' | 'payments'>,
): Promise<readonly DetectedPayment[]> {
  const begun = payments.filter(({ requestId }) => requests.get(requestId)?.paid_units !== '0')
  const hashes = [...new Set(begun.map((payment) => payment.txHash))]
  const known = new Map<string, string>()
  for (let at = 0; at < hashes.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('payments')
      .select(['request_id', 'tx_hash', 'detection_source'])
      .where('network', '=', network)
      .where('tx_hash', 'in', hashes.slice(at, at + ROWS_A_STATEMENT))
      .execute()
    for (const row of rows) known.set(`${row.request_id} ${row.tx_hash}`, row.detection_source)
  }
  return payments.filter(({ requestId, txHash, crosschain }) => {
    const source = known.get(`${requestId} ${txHash}`)
    return source === undefined || (source !== 'lifi' && crosschain?.detectionSource !== 'lifi')
  })
}

/** Reads the paid amounts of the requests before these payments, and their earlier payments. */
async function readEarlier(
  tx: Tx,
  inserted: readonly DetectedPayment[],
): Promise<ReadonlyMap<string, Earlier>> {
  const fresh = new Set(inserted.map((payment) => keyOf(payment.txHash, payment.logIndex)))
  const ids = [...new Set(inserted.map((payment) => payment.requestId))]
  const totals = new Map<string, Earlier & { payments: PlacedPayment[] }>()
  for (let at = 0; at < ids.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('payments')
      .select(['request_id', 'tx_hash', 'log_index', 'request_units', 'is_late'])
      .select(['network', 'block_number', 'block_hash'])
      .where('request_id', 'in', ids.slice(at, at + ROWS_A_STATEMENT))
      .execute()
    for (const row of rows) {
      if (fresh.has(keyOf(row.tx_hash, row.log_index))) continue
      const total = totals.get(row.request_id) ?? { paidUnits: 0n, isAnyLate: false, payments: [] }
      const requestUnits = BigInt(row.request_units)
      total.payments.push({
        network: row.network,
        blockNumber: BigInt(row.block_number),
        blockHash: row.block_hash,
        logIndex: row.log_index,
        requestUnits,
      })
      totals.set(row.request_id, {
        ...total,
        paidUnits: total.paidUnits + requestUnits,
        isAnyLate: total.isAnyLate || row.is_late === 1,
      })
    }
  }
  return totals
}

/** Deletes these payments' pending records. Returns the time at which each was seen, by request id and transaction hash. */
async function dropPending(
  tx: Tx,
  network: string,
  payments: readonly DetectedPayment[],
): Promise<ReadonlyMap<string, string>> {
  const hashes = [...new Set(payments.map((payment) => payment.txHash))]
  const seenAt = new Map<string, string>()
  for (let at = 0; at < hashes.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .deleteFrom('pending_payments')
      .where('network', '=', network)
      .where('tx_hash', 'in', hashes.slice(at, at + ROWS_A_STATEMENT))
      .returning(['request_id', 'tx_hash', 'seen_at'])
      .execute()
    for (const row of rows) seenAt.set(`${row.request_id} ${row.tx_hash}`, row.seen_at)
  }
  return seenAt
}

/** Deletes these payments' earlier unmatched records. */
async function dropEarlierNotes(
  tx: Tx,
  network: string,
  payments: readonly DetectedPayment[],
): Promise<void> {
  const hashes = [...new Set(payments.map((payment) => payment.txHash))]
  for (let at = 0; at < hashes.length; at += ROWS_A_STATEMENT) {
    await tx
      .deleteFrom('unmatched_payments')
      .where('network', '=', network)
      .where('tx_hash', 'in', hashes.slice(at, at + ROWS_A_STATEMENT))
      .where(({ or, eb, and, exists, selectFrom }) =>
        or([
          eb('reason', 'in', UNREADABLE),
          // The unknown reference now belongs to a request that was created again, for example for a series' period after a restore.
          and([
            eb('reason', '=', UNKNOWN_REFERENCE),
            eb('claimed_request_id', 'is', null),
            exists(
              selectFrom('payments')
                .select('payments.id')
                .whereRef('payments.network', '=', 'unmatched_payments.network')
                .whereRef('payments.tx_hash', '=', 'unmatched_payments.tx_hash')
                .whereRef('payments.log_index', '=', 'unmatched_payments.log_index'),
            ),
          ]),
        ]),
      )
      .execute()
  }
}

async function moveCursor(
  context: RecordContext,
  tx: Tx,
  network: string,
  cursor: { blockNumber: bigint; blockHash: string },
): Promise<void> {
  await tx
    .updateTable('chain_cursors')
    .set({
      block_number: cursor.blockNumber,
      block_hash: cursor.blockHash,
      updated_at: context.now().toISOString(),
    })
    .where('network', '=', network)
    .execute()
  await tx
    .insertInto('block_checkpoints')
    .values({ network, block_number: cursor.blockNumber, block_hash: cursor.blockHash })
    .onConflict((conflict) =>
      conflict.columns(['network', 'block_number']).doUpdateSet({ block_hash: cursor.blockHash }),
    )
    .execute()
}

function keyOf(txHash: string, logIndex: number): string {
  return `${txHash}:${logIndex}`
}
