import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { ensureDefined } from '../ensureDefined.ts'
import { assertLease, type Lease } from '../leases/leases.ts'
import { holdExceeding } from '../refunds/holdExceeding.ts'
import { endKept } from '../refunds/keptSurpluses.ts'
import { findRefunds, holdRefunds, setRefunds } from '../refunds/refundRows.ts'
import { holdUnmatchedRefunds } from '../refunds/unmatchedRefunds.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { giveUpAt } from '../scheduling/checkDelay.ts'
import { uncountPayments } from '../search/uncountPayments.ts'
import { emit } from '../webhooks/emit.ts'
import { retractEvents } from '../webhooks/retractEvents.ts'
import type { WebhookEvent } from '../webhooks/webhookEvent.ts'
import { leaveChain } from './leaveChain.ts'
import { isAtOfframp, progressOf } from './progressOf.ts'
import { reopenExecutions } from './reopenExecutions.ts'
import { reopenSigned } from './reopenSigned.ts'
import { lockPages, lockRequests, saveRequests, tokensOf } from './requestRows.ts'
import { requestStatus } from './requestStatus.ts'

/** The effects of a reorganisation beyond the confirmation depth. */
export type Revoked = {
  requestIds: readonly string[]
  paymentCount: number
  /** Webhook events that correct earlier ones. */
  eventCount: number
  /** Offramps that continue although their payment is gone, because the provider had been notified. */
  offrampIds: readonly string[]
}

/**
 * Revokes the payments of orphaned blocks and sets the cursor to the last canonical block, in one transaction. The later blocks are scanned
 * again, so a payment that is mined again is recorded again. Payments are revoked only when a chain breaks its finality (or a developer
 * resets a local chain); the caller logs an alarm.
 *
 * Webhooks about these payments that no receiver has seen are cancelled; for a request that a receiver may have seen,
 * `payment.failed` is sent. A request that its other payments cover stays paid, and its events remain valid.
 * @throws StaleLeaseError
 */
export async function revokePayments(
  context: Pick<Context, 'db' | 'now' | 'random' | 'config'>,
  input: { network: string; lease: Lease; cursor: { blockNumber: bigint; blockHash: string } },
): Promise<Revoked> {
  const { db, now } = context
  const { network, cursor } = input
  return db.transaction(async (tx) => {
    await assertLease(tx, db.dialect, input.lease)
    const orphans = await tx
      .selectFrom('payments')
      .select(['request_id', 'tx_hash', 'source_tx_hash', 'block_hash'])
      .where('network', '=', network)
      .where('block_number', '>', cursor.blockNumber)
      .orderBy('block_number')
      .execute()
    const requestIds = [...new Set(orphans.map((orphan) => orphan.request_id))].sort()
    const requests = await lockRequests(tx, db.dialect, requestIds)
    // Locks the pages before the counts, in the same order as when payments are recorded.
    await lockPages(tx, db.dialect, tokensOf([...requests.values()]))
    await followAgain(tx, context, orphans)
    await uncountPayments(tx, context, { network, blockNumber: cursor.blockNumber })
    await removeBlocks(tx, context, input)
    const remaining: WholeRequest[] = []
    for (const request of requests.values()) remaining.push(await withoutOrphans(tx, request))
    const left = await leaveChain(tx, context, remaining)
    const open = new Set(left.requests.filter(isTakenBack).map(({ id }) => id))
    const told = await retractEvents(
      tx,
      context,
      orphans
        .filter((orphan) => open.has(orphan.request_id))
        .map((orphan) => ({ requestId: orphan.request_id, txHash: orphan.tx_hash })),
    )
    const states = left.requests.map((request) => ({
      ...request,
      event_sequence: request.event_sequence + (told.has(request.id) ? 1 : 0),
    }))
    await saveRequests(tx, now(), states)
    const refunds = await findRefunds(tx, states)
    await reopenRefunds(tx, context, { requests: states, refunds })
    const held = await holdRefunds(tx, context, requestIds)
    // Another payment may replace the removed one, so the merchant must decide again.
    await endKept(tx, requestIds)
    await holdExceeding(tx, context, { requestIds, refunds: [] })
    await reopenSecurePayments(tx, states)
    await reopenExecutions(tx, context, states)
    await reopenSigned(tx, context, requestIds)
    const corrections = correctionsOf(orphans, {
      requests: states.filter(({ id }) => told.has(id)),
      refunds,
      held,
    })
    await emit(tx, context, corrections)
    await countRevocations(tx, requestIds)
    await moveCursorBack(tx, context, input)
    const { offrampIds } = left
    return { requestIds, paymentCount: orphans.length, eventCount: corrections.length, offrampIds }
  })
}

/** Returns the events about requests whose earlier events a receiver may have seen. */
function correctionsOf(
  orphans: readonly Pick<Row<'payments'>, 'request_id' | 'block_hash'>[],
  facts: {
    requests: readonly WholeRequest[]
    /** The refunds that some of the requests pay. */
    refunds: ReadonlyMap<string, Row<'refunds'>>
    /** The requests' refunds that are held now. */
    held: Awaited<ReturnType<typeof holdRefunds>>
  },
): readonly WebhookEvent<'payment.failed' | 'refund.failed'>[] {
  const lastBlocks = new Map(orphans.map((orphan) => [orphan.request_id, orphan.block_hash]))
  return facts.requests.map((request) => {
    const orphanedBlock = ensureDefined(lastBlocks.get(request.id), 'The revoked block')
    const failed = { request, failureReason: 'reorganised', orphanedBlock } as const
    const refund = facts.refunds.get(request.id)
    if (refund !== undefined) return { type: 'refund.failed', refund, ...failed }
    const heldRefundIds = (facts.held.get(request.id) ?? []).map(({ id }) => id).sort()
    return { type: 'payment.failed', ...failed, heldRefundIds }
  })
}

/** Deletes everything in the removed blocks, and holds the refunds for the unmatched payments among it. */
async function removeBlocks(
  tx: Tx,
  context: Pick<Context, 'db' | 'now'>,
  { network, cursor }: { network: string; cursor: { blockNumber: bigint } },
): Promise<void> {
  for (const table of ['payments', 'block_checkpoints'] as const) {
    await tx
      .deleteFrom(table)
      .where('network', '=', network)
      .where('block_number', '>', cursor.blockNumber)
      .execute()
  }
  const unmatched = await tx
    .deleteFrom('unmatched_payments')
    .where('network', '=', network)
    .where('block_number', '>', cursor.blockNumber)
    .returning('id')
    .execute()
  await holdUnmatchedRefunds(
    tx,
    context,
    unmatched.map(({ id }) => id),
  )
}

/** A refund that is no longer paid in full is open again, unless it was cancelled. */
async function reopenRefunds(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  {
    requests,
    refunds,
  }: { requests: readonly WholeRequest[]; refunds: ReadonlyMap<string, Row<'refunds'>> },
): Promise<void> {
  const unpaid = requests.flatMap(({ id, has_been_paid }) => {
    const refund = refunds.get(id)
    const isUndone = refund !== undefined && refund.confirmed_at !== null && has_been_paid === 0
    return isUndone ? refund.id : []
  })
  await setRefunds(tx, db.dialect, unpaid, { confirmed_at: null, updated_at: now().toISOString() })
}

/**
 * Returns whether a request's events are no longer valid. The offramp's events report a request whose money went to an offramp, so this
 * function excludes the request.
 */
function isTakenBack(request: WholeRequest): boolean {
  return !isAtOfframp(request) && request.has_been_paid === 0
}

/**
 * Reopens these payments' intents, because a bridge's delivery may be mined in another block or be credited only by the bridge's report.
 */
async function followAgain(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  orphans: readonly { request_id: string; source_tx_hash: string | null }[],
): Promise<void> {
  for (const { request_id, source_tx_hash } of orphans) {
    if (source_tx_hash === null) continue
    await tx
      .updateTable('intents')
      .set({
        status: 'tracking',
        settled_tx_hash: null,
        note: null,
        next_check_at: now().toISOString(),
        give_up_at: giveUpAt(now()),
      })
      .where('request_id', '=', request_id)
      .where('tx_hash', '=', source_tx_hash)
      .execute()
  }
}

/** Counts a revocation per request, so that later events about the request have new ids. */
async function countRevocations(tx: Tx, requestIds: readonly string[]): Promise<void> {
  for (let at = 0; at < requestIds.length; at += ROWS_A_STATEMENT) {
    await tx
      .updateTable('requests')
      .set((eb) => ({ revocations: eb('revocations', '+', 1) }))
      .where('id', 'in', requestIds.slice(at, at + ROWS_A_STATEMENT))
      .execute()
  }
}

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/** Moves the cursor back; the watcher then reads every block after it again, at any height. */
async function moveCursorBack(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { network, cursor }: { network: string; cursor: { blockNumber: bigint; blockHash: string } },
): Promise<void> {
  await tx
    .updateTable('chain_cursors')
    .set({
      block_number: cursor.blockNumber,
      block_hash: cursor.blockHash,
      updated_at: now().toISOString(),
    })
    .where('network', '=', network)
    .execute()
  await tx
    .updateTable('chain_cursors')
    .set({ audited_number: cursor.blockNumber })
    .where('network', '=', network)
    .where('audited_number', '>', cursor.blockNumber)
    .execute()
}

/** Returns the request in the state that its remaining payments determine. */
async function withoutOrphans(tx: Tx, request: WholeRequest): Promise<WholeRequest> {
  const remaining = await tx
    .selectFrom('payments')
    .select(['request_units', 'is_late', 'tx_hash'])
    .where('request_id', '=', request.id)
    .orderBy('id')
    .execute()
  const paidUnits = remaining.reduce((sum, row) => sum + BigInt(row.request_units), 0n)
  const state = requestStatus({
    expectedUnits: BigInt(request.expected_units),
    paidUnits,
    isAnyLate: remaining.some((row) => row.is_late === 1),
    hasPending: false,
  })
  return {
    ...request,
    paid_units: paidUnits.toString(),
    ...progressOf(request, state),
    paid_late: state.isPaidLate ? 1 : 0,
    tx_hash: remaining.at(-1)?.tx_hash ?? null,
  }
}

async function reopenSecurePayments(tx: Tx, requests: readonly WholeRequest[]): Promise<void> {
  const tokens = tokensOf(requests.filter((request) => request.has_been_paid === 0))
  if (tokens.length === 0) return
  await tx
    .updateTable('secure_payments')
    .set({ status: 'pending', completed_at: null })
    .where('token', 'in', tokens)
    .where('status', '=', 'completed')
    .execute()
}
