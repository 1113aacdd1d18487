import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { UNWRITABLE_BODY } from './emit.ts'

/** A recorded payment that is being revoked, of a request that is not paid without it. */
export type RevokedPayment = { requestId: string; txHash: string }

/**
 * Cancels the unsent deliveries about payments, keeps them from being sent again, and returns the ids of the requests
 * that a receiver may already have events about: those need a correcting event. A try counts as received, for any
 * response.
 */
export async function retractEvents(
  tx: Tx,
  context: Pick<Context, 'now'>,
  payments: readonly RevokedPayment[],
): Promise<ReadonlySet<string>> {
  const events = await findEvents(tx, payments)
  const told = new Set<string>()
  for (let at = 0; at < events.length; at += ROWS_A_STATEMENT) {
    const ids = events.slice(at, at + ROWS_A_STATEMENT)
    await tx
      .updateTable('events')
      .set({ retracted_at: context.now().toISOString() })
      .where('id', 'in', ids)
      .execute()
    // Cancels them before they are read: a worker that claims one at the same time either comes first and is seen, or
    // finds it cancelled.
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
  }
  return told
}

/** Rows of one statement, far under both engines' limits of parameters. */
const ROWS_A_STATEMENT = 500

/**
 * Ids of the events that were not corrected yet, and report the payments or that their requests are paid, by any
 * payment.
 */
async function findEvents(tx: Tx, payments: readonly RevokedPayment[]): Promise<string[]> {
  const keys = new Set(payments.map(({ requestId, txHash }) => `${requestId} ${txHash}`))
  const requestIds = [...new Set(payments.map(({ requestId }) => requestId))]
  const found: string[] = []
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
        row.type === 'payment.confirmed' || keys.has(`${row.request_id} ${txHashOf(row.body)}`)
      if (isUntrue && !corrected.has(row.request_id)) found.push(row.id)
    }
  }
  return found
}

/** Other failures revoke no earlier event. */
function isCorrection({ type, body }: { type: string; body: string }): boolean {
  if (type !== 'payment.failed') return false
  return body === UNWRITABLE_BODY || JSON.parse(body).failureReason === 'reorganised'
}

/** Bodies are our own JSON; an event that is not of a payment, or could not be written, has no hash. */
function txHashOf(body: string): unknown {
  return body === UNWRITABLE_BODY ? undefined : JSON.parse(body).txHash
}
