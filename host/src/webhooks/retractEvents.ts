import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { withdrawNotices } from '../notices/withdrawNotices.ts'
import { UNWRITABLE_BODY } from './emit.ts'

/** A recorded payment that is being revoked and without which its request is not paid. */
export type RevokedPayment = { requestId: string; txHash: string }

/**
 * Cancels the unsent deliveries and notices about payments permanently, and returns the ids of requests whose events a receiver may have
 * received. Those requests need a correcting event. An attempt counts as received, regardless of the response, and so does an event that
 * has no deliveries.
 */
export async function retractEvents(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  payments: readonly RevokedPayment[],
): Promise<ReadonlySet<string>> {
  const found = await findEvents(tx, payments)
  const events = found.map(({ id }) => id)
  await withdrawNotices(tx, context, found)
  const told = new Set<string>()
  for (let at = 0; at < events.length; at += ROWS_A_STATEMENT) {
    const ids = events.slice(at, at + ROWS_A_STATEMENT)
    await tx
      .updateTable('events')
      .set({ retracted_at: context.now().toISOString() })
      .where('id', 'in', ids)
      .execute()
    // Cancels the deliveries before it reads them: a concurrent claim is either visible here, or finds the delivery cancelled.
    await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'cancelled', completed_at: context.now().toISOString() })
      .where('event_id', 'in', ids)
      .where('status', '=', 'pending')
      .execute()
    const rows = await tx
      .selectFrom('webhook_deliveries')
      .select('request_id')
      .distinct()
      .where('event_id', 'in', ids)
      .where(({ or, eb }) => or([eb('attempt', '>', 0), eb('lease_until', 'is not', null)]))
      .execute()
    for (const row of rows) told.add(row.request_id)
    for (const id of await findUndelivered(tx, ids)) told.add(id)
  }
  return told
}

/**
 * Returns the requests of events that have no deliveries: no endpoint subscribes to them, or the deliveries were deleted long after they
 * were sent. A merchant may have read such an event from the list of events.
 */
async function findUndelivered(tx: Tx, eventIds: readonly string[]): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('events')
    .leftJoin('webhook_deliveries as delivery', 'delivery.event_id', 'events.id')
    .select('events.request_id')
    .distinct()
    .where('events.id', 'in', eventIds)
    .where('delivery.id', 'is', null)
    .execute()
  return rows.map(({ request_id }) => request_id)
}

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/**
 * Finds uncorrected events that report these payments, or report their requests as paid by any payment.
 */
async function findEvents(
  tx: Tx,
  payments: readonly RevokedPayment[],
): Promise<{ id: string; requestId: string }[]> {
  const keys = new Set(payments.map(({ requestId, txHash }) => `${requestId} ${txHash}`))
  const requestIds = [...new Set(payments.map(({ requestId }) => requestId))]
  const found: { id: string; requestId: string }[] = []
  for (let at = 0; at < requestIds.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('events')
      .select(['id', 'request_id', 'type', 'body', 'sequence'])
      .where('request_id', 'in', requestIds.slice(at, at + ROWS_A_STATEMENT))
      .orderBy('sequence', 'desc')
      .execute()
    const corrected = new Set<string>()
    for (const row of rows) {
      if (isCorrection(row)) corrected.add(row.request_id)
      const isUntrue =
        // The copies of this event have longer names.
        row.type.startsWith('payment.confirmed') ||
        row.type === 'refund.confirmed' ||
        keys.has(`${row.request_id} ${txHashOf(row.body)}`)
      if (isUntrue && !corrected.has(row.request_id)) {
        found.push({ id: row.id, requestId: row.request_id })
      }
    }
  }
  return found
}

/** Returns whether an event corrects an earlier one; only a failure after a reorganisation does. */
function isCorrection({ type, body }: { type: string; body: string }): boolean {
  if (type !== 'payment.failed' && type !== 'refund.failed') return false
  return body === UNWRITABLE_BODY || JSON.parse(body).failureReason === 'reorganised'
}

/** Returns the transaction hash in an event's body; undefined without a payment, or if the body could not be written. */
function txHashOf(body: string): unknown {
  return body === UNWRITABLE_BODY ? undefined : JSON.parse(body).txHash
}
