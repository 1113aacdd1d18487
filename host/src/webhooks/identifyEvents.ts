import type { Tx } from '../db/openDatabase.ts'
import type { WebhookEvent } from './emit.ts'
import { eventId } from './eventId.ts'

/** Rows of one statement, far under both engines' limits of parameters. */
const ROWS_A_STATEMENT = 500

/**
 * Returns the ids of events, in their order. A block that fell out of the chain may come back with all its
 * transactions: a fact that was sent, revoked, and is valid again is sent once more under its own id.
 */
export async function identifyEvents(
  tx: Tx,
  events: readonly WebhookEvent[],
): Promise<readonly string[]> {
  const ids = events.map((event) => eventId(event))
  const doubtful = ids.filter((_, index) => takenBack(events[index]) > 0)
  const known = new Set<string>()
  for (let at = 0; at < doubtful.length; at += ROWS_A_STATEMENT) {
    const rows = await tx
      .selectFrom('events')
      .select('id')
      .where('id', 'in', doubtful.slice(at, at + ROWS_A_STATEMENT))
      .execute()
    for (const { id } of rows) known.add(id)
  }
  return events.map((event, index) => {
    const id = ids[index] ?? ''
    return known.has(id) ? eventId(event, takenBack(event)) : id
  })
}

/**
 * The number of times that the chain removed payments of its request, for an event whose fact is in a block; 0 for
 * any other.
 */
function takenBack(event: WebhookEvent | undefined): number {
  if (event === undefined || !('request' in event)) return 0
  const isInBlock =
    event.type === 'payment.confirmed' ||
    event.type === 'payment.partial' ||
    ('failureReason' in event && event.failureReason === 'reorganised')
  return isInBlock ? event.request.revocations : 0
}
