import { isFinal, type OfframpStatus, offrampMachine } from '@secure-payment/core/offramp'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { LEFT_CHAIN } from '../payments/leaveChain.ts'
import { saveRequests } from '../payments/requestRows.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { emit } from '../webhooks/emit.ts'
import type { WebhookEvent } from '../webhooks/webhookEvent.ts'
import { readDelivered } from './readDelivered.ts'

/** An offramp whose request this transaction has locked, and its next steps; `reason` belongs to the last step. */
export type OfframpMove = {
  offramp: Row<'offramps'>
  request: WholeRequest
  /** The steps, in order; without any, only `reportedAt` is stored. */
  steps: readonly OfframpStatus[]
  reason: string | null
  /** The provider's time, ISO 8601; null keeps the stored one. */
  reportedAt: string | null
}

type MoveContext = Pick<Context, 'config' | 'now' | 'random'>

/**
 * Moves an offramp through steps: updates its row, and writes a row and an event for each step. A final step ends the request as
 * `paid` with `payment.confirmed`, or as `failed` with `payment.failed`.
 */
export async function moveOfframp(
  tx: Tx,
  context: MoveContext,
  { offramp, request, steps, reason, reportedAt }: OfframpMove,
): Promise<void> {
  const status = steps.at(-1) ?? offramp.status
  const isOver = isFinal(offrampMachine, status)
  const moved = await tx
    .updateTable('offramps')
    .set({
      ...(reportedAt !== null && { reported_at: reportedAt }),
      ...(steps.length > 0 && {
        status,
        failure_reason: isOver && status !== 'delivered' ? reason : keptNote(offramp),
        updated_at: context.now().toISOString(),
      }),
      ...(isOver && { next_check_at: null }),
    })
    .where('id', '=', offramp.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (steps.length === 0) return
  await insertSteps(tx, context, { offramp: moved, steps, reason })
  let next = request
  const events: StepEvent[] = []
  for (const step of steps) {
    const counted = { ...next, event_sequence: next.event_sequence + 1 }
    const event = await eventOf(tx, { step, request: counted, offramp: moved })
    events.push(event)
    next = event.request
  }
  await saveRequests(tx, context.now(), [next])
  await emit(tx, context, events)
}

/**
 * Returns the note that the offramp's payment left the chain, or null. The note stays, because a person must settle such an offramp,
 * regardless of its outcome.
 */
function keptNote({ failure_reason: note }: Row<'offramps'>): string | null {
  return note === LEFT_CHAIN ? note : null
}

async function insertSteps(
  tx: Tx,
  { now }: MoveContext,
  facts: Pick<OfframpMove, 'offramp' | 'steps' | 'reason'>,
): Promise<void> {
  const { offramp, steps, reason } = facts
  const { last } = await tx
    .selectFrom('offramp_steps')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('offramp_id', '=', offramp.id)
    .executeTakeFirstOrThrow()
  const created_at = now().toISOString()
  const rows = steps.map((status, index) => ({
    offramp_id: offramp.id,
    number: Number(last ?? 0) + index + 1,
    status,
    reason: index === steps.length - 1 ? reason : null,
    created_at,
  }))
  await tx.insertInto('offramp_steps').values(rows).execute()
}

type StepEvent = WebhookEvent<'payment.confirmed' | 'payment.processing' | 'payment.failed'>

/** Builds a step's event, with the request's state at that time. */
async function eventOf(
  tx: Tx,
  facts: { step: OfframpStatus; request: WholeRequest; offramp: Row<'offramps'> },
): Promise<StepEvent> {
  const { step, request, offramp } = facts
  switch (step) {
    case 'created':
      throw new Error('No step leads to the beginning of an offramp.')
    case 'delivered': {
      const { payment, isAnyLate } = await readDelivered(tx, request, offramp)
      const paid_late = isAnyLate ? 1 : 0
      return {
        type: 'payment.confirmed',
        request: { ...request, status: 'paid', has_been_paid: 1, paid_late },
        payment,
        totalPaidUnits: BigInt(request.paid_units),
        offramp,
      }
    }
    case 'failed':
    case 'returned':
      return { type: 'payment.failed', request: { ...request, status: 'failed' }, offramp }
    default:
      return { type: 'payment.processing', request, offramp, subStatus: step }
  }
}
