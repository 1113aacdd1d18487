import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { lockRequests } from '../payments/requestRows.ts'
import { type RelayContext, writeLeased } from '../relayer/relayContext.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { emit } from '../webhooks/emit.ts'
import type { PayerFailure } from '../webhooks/webhookEvent.ts'
import { lockScheduleRow } from './loadSchedule.ts'

/** A payment that cannot be made for a reason on the payer's side. */
export type Failure = {
  execution: Row<'recurring_executions'>
  reason: PayerFailure
}

/** The pauses after the first and the second failed attempt; the third one pauses the payout. */
const RETRY_AFTER_MS = [60_000, 5 * 60_000] as const

/**
 * Counts a failed attempt on the payer's side: the next one waits a minute, then five. The third failure pauses the payout and notifies
 * its merchant once, by `payment.failed`, in one transaction. Counts no failure for a payout that has been cancelled or has advanced in
 * the meantime.
 */
export async function recordFailure(
  context: Pick<
    RelayContext,
    'db' | 'now' | 'random' | 'config' | 'lease' | 'notices' | 'onEvents'
  >,
  failure: Failure,
): Promise<void> {
  const { execution, reason } = failure
  const failures = await writeLeased(context, (tx) => count(tx, context, failure))
  if (failures === null) return
  const isPaused = failures > RETRY_AFTER_MS.length
  if (isPaused) context.onEvents()
  context.notices.warn(
    {
      recurringPaymentId: execution.recurring_payment_id,
      index: execution.payment_index,
      reason,
      failures,
    },
    isPaused ? 'Paused a recurring payout' : 'Recurring payment failed',
  )
}

async function count(
  tx: Tx,
  context: Pick<Context, 'db' | 'now' | 'random' | 'config'>,
  { execution, reason }: Failure,
): Promise<number | null> {
  const { dialect } = context.db
  const requests = await lockRequests(tx, dialect, [execution.request_id])
  const request = requests.get(execution.request_id)
  const schedule = await lockScheduleRow(tx, dialect, execution.recurring_payment_id)
  const isPresent = schedule.next_index === execution.payment_index
  if (request === undefined || schedule.status !== 'active' || !isPresent) return null
  const failures = schedule.failure_count + 1
  const now = context.now()
  const waitMs = RETRY_AFTER_MS[failures - 1]
  await tx
    .updateTable('recurring_payments')
    .set({
      failure_count: failures,
      failure_reason: reason,
      updated_at: now.toISOString(),
      ...(waitMs === undefined
        ? { status: 'paused', next_due_at: null }
        : { next_due_at: new Date(now.getTime() + waitMs).toISOString() }),
    })
    .where('id', '=', schedule.id)
    .execute()
  if (waitMs === undefined) await tell(tx, context, request, reason)
  return failures
}

async function tell(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'config'>,
  request: WholeRequest,
  failureReason: PayerFailure,
): Promise<void> {
  const told = { ...request, event_sequence: request.event_sequence + 1 }
  await tx
    .updateTable('requests')
    .set({ event_sequence: told.event_sequence, updated_at: context.now().toISOString() })
    .where('id', '=', request.id)
    .execute()
  await emit(tx, context, [{ type: 'payment.failed', request: told, failureReason }])
}
