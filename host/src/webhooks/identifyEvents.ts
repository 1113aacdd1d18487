import type { Tx } from '../db/openDatabase.ts'
import { eventId } from './eventId.ts'
import type { WebhookEvent } from './webhookEvent.ts'

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/**
 * Returns events with their ids, in the given order. A block that a reorganisation removed may return with all its transactions. A fact
 * that was sent, revoked and is valid again is therefore sent once more under a new id.
 */
export async function identifyEvents(
  tx: Tx,
  events: readonly WebhookEvent[],
): Promise<readonly { id: string; event: WebhookEvent }[]> {
  const identified = events.map((event) => ({ id: eventId(event), event }))
  const doubtful = identified.filter(({ event }) => takenBack(event) > 0).map(({ id }) => id)
  const known = new Set<string>()
  for (let at = 0; at < doubtful.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('events')
      .select('id')
      .where('id', 'in', doubtful.slice(at, at + ROWS_A_STATEMENT))
      .execute()
    for (const { id } of rows) known.add(id)
  }
  return identified.map(({ id, event }) =>
    known.has(id) ? { id: eventId(event, takenBack(event)), event } : { id, event },
  )
}

/**
 * Returns the number of times that the chain removed payments for the event's request if the event's fact is in a block; otherwise 0.
 */
function takenBack(event: WebhookEvent): number {
  if (!('request' in event)) return 0
  const isInBlock =
    event.type === 'payment.confirmed' ||
    event.type === 'payment.partial' ||
    event.type === 'refund.confirmed' ||
    ('failureReason' in event && event.failureReason === 'reorganised')
  return isInBlock ? event.request.revocations : 0
}
