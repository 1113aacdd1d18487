import { createUlid } from '@secure-payment/core'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { UNREADABLE, type UnmatchedPayment } from '../settlement/detectedPayment.ts'
import { emit } from '../webhooks/emit.ts'
import type { WebhookEvent } from '../webhooks/webhookEvent.ts'
import { saveRequests } from './requestRows.ts'

/**
 * The maximum number of events about unmatched payments per tenant and hour, because anyone with a reference can create
 * more.
 */
const MAX_UNMATCHED_EVENTS_AN_HOUR = 20

const HOUR_MS = 3_600_000
const ULID_RANDOM_BYTES = 10

/**
 * Selects the unmatched payments to send an event about: those with a request's reference, up to a limit per tenant. The
 * following payments send no event:
 *
 * - payments that may be settled when the block is read again
 * - payments with unknown references: the merchant may use other software
 * - payments that are not notable; they do not count either, because they are almost free for the sender
 */
export async function chooseTold(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  fresh: readonly UnmatchedPayment[],
): Promise<readonly UnmatchedPayment[]> {
  const unreadable: readonly string[] = UNREADABLE
  const worthy = fresh.filter(
    ({ requestId, reason, isNotable, isLasting }) =>
      requestId !== '' && isNotable && (isLasting || !unreadable.includes(reason)),
  )
  const told: UnmatchedPayment[] = []
  for (const [tenantId, ofTenant] of Map.groupBy(worthy, (payment) => payment.tenantId)) {
    const earlier = await countTold(tx, tenantId, new Date(now().getTime() - HOUR_MS))
    told.push(...ofTenant.slice(0, Math.max(0, MAX_UNMATCHED_EVENTS_AN_HOUR - earlier)))
  }
  return told
}

/** Counts the events about a tenant's unmatched payments since a given time, and finds these events by their requests. */
async function countTold(tx: Tx, tenantId: string, since: Date): Promise<number> {
  const named = tx
    .selectFrom('unmatched_payments')
    .select('request_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '>=', createUlid(since.getTime(), new Uint8Array(ULID_RANDOM_BYTES)))
    .where('is_notable', '=', 1)
    .where('request_id', '!=', '')
  const { count } = await tx
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number | bigint>().as('count'))
    .where('request_id', 'in', named)
    .where('type', '=', 'payment.unmatched')
    .where('created_at', '>=', since.toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Sends `payment.unmatched` for payments whose requests are locked, and returns the requests with the next sequence.
 */
export async function tellUnmatched(
  tx: Tx,
  context: Pick<Context, 'now' | 'random' | 'config'>,
  facts: {
    requests: ReadonlyMap<string, WholeRequest>
    told: readonly UnmatchedPayment[]
  },
): Promise<ReadonlyMap<string, WholeRequest>> {
  const requests = new Map(facts.requests)
  const events: WebhookEvent<'payment.unmatched'>[] = []
  for (const unmatched of facts.told) {
    const request = requests.get(unmatched.requestId)
    if (request === undefined) continue
    const next = { ...request, event_sequence: request.event_sequence + 1 }
    requests.set(request.id, next)
    events.push({ type: 'payment.unmatched', request: next, unmatched })
  }
  const changed = new Set(events.map(({ request }) => request.id))
  await saveRequests(
    tx,
    context.now(),
    [...requests.values()].filter(({ id }) => changed.has(id)),
  )
  await emit(tx, context, events)
  return requests
}
