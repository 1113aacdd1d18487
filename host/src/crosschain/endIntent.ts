import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { assertLease, type Lease } from '../leases/leases.ts'
import { recordFacts } from '../payments/recordPayments.ts'
import { lockRequests, saveRequests } from '../payments/requestRows.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { recheckAt } from '../scheduling/checkDelay.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { emit } from '../webhooks/emit.ts'
import type { BridgeFailure, TransferSource } from '../webhooks/webhookEvent.ts'
import type { IntentEnd } from './intentEnd.ts'
import { intentNote } from './intentNotes.ts'
import { relabelPayment } from './relabelPayment.ts'
import type { TrackedIntent } from './trackedIntent.ts'

type EndContext = Pick<Context, 'db' | 'now' | 'random' | 'config'>

/** The result: whether webhook events were written, and the payment that was credited. */
export type Ended = { hasEvents: boolean; credited: DetectedPayment | null }

/**
 * Ends an intent in one transaction: its last status, its effect on its request, and the webhook events. An ended intent does not end
 * again; only an intent that was given up, or whose failure no chain proves, may still end differently.
 *
 * @throws StaleLeaseError
 */
export async function endIntent(
  context: EndContext,
  { intent, lease, end }: { intent: TrackedIntent; lease: Lease; end: IntentEnd },
): Promise<Ended> {
  const { db } = context
  return db.transaction(async (tx) => {
    await assertLease(tx, db.dialect, lease)
    // The request is locked before any rows that depend on it, in the same order as when payments are recorded.
    const requests = await lockRequests(tx, db.dialect, [intent.request.id])
    const request = requests.get(intent.request.id)
    const stored = await tx
      .selectFrom('intents')
      .select('id')
      .where('id', '=', intent.id)
      .where('status', '=', intent.status)
      // The payer's page may have reported another chain in the meantime.
      .where('source_network', '=', intent.source.id)
      .executeTakeFirst()
    if (request === undefined || stored === undefined) return NOTHING
    const ended = await applyEnd(context, tx, { intent, request, end })
    await closeIntent(context, tx, { intent, end, note: ended.note })
    return ended
  })
}

const NOTHING: Ended = { hasEvents: false, credited: null }

type Applied = Ended & { note: string | null }

async function applyEnd(
  context: EndContext,
  tx: Tx,
  facts: { intent: TrackedIntent; request: WholeRequest; end: IntentEnd },
): Promise<Applied> {
  const { intent, request, end } = facts
  switch (end.kind) {
    case 'settled':
      return settle(context, tx, { intent, end })
    case 'refunded': {
      const { refundedTo, refundAmount, currency } = end
      const refund = { refundedTo, refundAmount, currency, source: sourceOf(intent) }
      const next = await countEvent(context, tx, request)
      await emit(tx, context, [{ type: 'payment.refunded', request: next, ...refund }])
      return { ...NOTHING, hasEvents: true, note: intentNote(intent, 'refunded') }
    }
    case 'failed':
      await emitFailure(context, tx, { intent, request, failureReason: 'bridge_failed' })
      return {
        ...NOTHING,
        hasEvents: true,
        note: intentNote(intent, end.isProven ? 'reverted' : 'failed'),
      }
    case 'other_token':
      await emitFailure(context, tx, { intent, request, failureReason: 'bridge_other_token' })
      return { ...NOTHING, hasEvents: true, note: intentNote(intent, 'other_token') }
    case 'elsewhere':
    case 'unanswered':
    case 'foreign':
      return { ...NOTHING, note: intentNote(intent, end.kind) }
    default:
      return end satisfies never
  }
}

/** Credits the delivery unless the watcher has already recorded it, so that the money counts only once. */
async function settle(
  context: EndContext,
  tx: Tx,
  { intent, end }: { intent: TrackedIntent; end: Extract<IntentEnd, { kind: 'settled' }> },
): Promise<Applied> {
  const { network, id: requestId } = intent.request
  const recorded = await tx
    .selectFrom('payments')
    .selectAll()
    .where('network', '=', network)
    .where('tx_hash', '=', end.txHash)
    .execute()
  const own = recorded.find((payment) => payment.request_id === requestId)
  if (own !== undefined) {
    await relabelPayment(tx, context, { payment: own, intent, payer: end.sender })
    return { ...NOTHING, note: null }
  }
  if (end.payments.length === 0) return { ...NOTHING, note: intentNote(intent, 'elsewhere') }
  const taken = new Set(recorded.map((payment) => payment.log_index))
  const free = end.payments.find(({ logIndex }) => !taken.has(logIndex))
  const facts = { network, payments: free === undefined ? [] : [free], unmatched: [] }
  const { payments, eventCount } = await recordFacts(context, tx, facts)
  const [credited = null] = payments
  const note = credited === null ? intentNote(intent, 'already_counted') : null
  return { hasEvents: eventCount > 0, credited, note }
}

async function emitFailure(
  context: EndContext,
  tx: Tx,
  facts: { intent: TrackedIntent; request: WholeRequest; failureReason: BridgeFailure },
): Promise<void> {
  const { intent, failureReason } = facts
  const request = await countEvent(context, tx, facts.request)
  const source = sourceOf(intent)
  await emit(tx, context, [{ type: 'payment.failed', request, failureReason, source }])
}

function sourceOf({ source, txHash }: TrackedIntent): TransferSource {
  return { network: source.id, txHash }
}

/** Stores and returns the request with its event sequence number increased by one. */
async function countEvent(
  context: EndContext,
  tx: Tx,
  request: WholeRequest,
): Promise<WholeRequest> {
  const next = { ...request, event_sequence: request.event_sequence + 1 }
  await saveRequests(tx, context.now(), [next])
  return next
}

/** Returns whether the money may still arrive or come back. */
function mayEndOtherwise(end: IntentEnd): boolean {
  return end.kind === 'unanswered' || (end.kind === 'failed' && !end.isProven)
}

async function closeIntent(
  { now }: EndContext,
  tx: Tx,
  facts: { intent: TrackedIntent; end: IntentEnd; note: string | null },
): Promise<void> {
  const { intent, end, note } = facts
  const closed = await tx
    .updateTable('intents')
    .set({
      status: end.status,
      substatus: end.substatus,
      explorer_url: intent.explorerUrl,
      settled_tx_hash: end.kind === 'settled' ? end.txHash : null,
      note,
      next_check_at: mayEndOtherwise(end) ? recheckAt(now(), intent.giveUpAtMs) : null,
      updated_at: now().toISOString(),
    })
    .where('id', '=', intent.id)
    .where('status', '=', intent.status)
    .executeTakeFirstOrThrow()
  // Only the holder of the lease ends an intent.
  if (Number(closed.numUpdatedRows) !== 1)
    throw new Error(`Intent ${intent.id} changed in the meantime`)
}
