import { createRequestId } from '@secure-payment/core'
import type { WebhookCompatibility } from '@secure-payment/core/api'
import { type EventType, events } from '@secure-payment/core/webhooks'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { createId } from '../id.ts'
import { fitBody } from './compatibility.ts'

/** The recipient and the type of a test event; `clientId` is the public `cli_…` value. */
export type TestEventFacts = {
  tenantId: string
  clientId: string | null
  type: EventType
  level: WebhookCompatibility
}

const REQUEST_ID_BYTES = 26
const REFERENCE_BYTES = 8
const HASH_BYTES = 32

/**
 * Builds a test event for a receiver: the example of its type with new ids, the current time and `isTest: true`. The event concerns no
 * payment.
 */
export function testEvent(
  context: Pick<Context, 'now' | 'random' | 'config'>,
  { tenantId, clientId, type, level }: TestEventFacts,
): Row<'events'> {
  const id = createId(context)
  const now = context.now()
  const requestId = createRequestId(now.getTime(), context.random(REQUEST_ID_BYTES))
  const example = exampleOf(type)
  const fresh: Readonly<Record<string, string>> = {
    eventId: id,
    requestId,
    requestID: requestId,
    paymentReference: hex(context, REFERENCE_BYTES),
    explorer: `${context.config.payUrl}/r/${requestId}`,
    txHash: hex(context, HASH_BYTES),
    timestamp: now.toISOString(),
    securePaymentToken: createId(context),
    occurredAt: now.toISOString(),
  }
  const entries = Object.entries(example).map(([name, value]) => [
    name,
    // Null stays null, because such an event has no request.
    value === null ? null : (fresh[name] ?? value),
  ])
  const body = { ...Object.fromEntries(entries), ...(clientId && { clientId }), isTest: true }
  return {
    id,
    tenant_id: tenantId,
    request_id: 'requestID' in example ? requestId : '',
    client_id: clientId,
    type,
    // The example's body has a sequence too, but a test event does not wait for other events.
    sequence: 1,
    body: JSON.stringify(fitBody(level, body)),
    created_at: now.toISOString(),
    is_test: 1,
    retracted_at: null,
  }
}

function exampleOf(type: EventType): (typeof events)[number]['example'] {
  const definition = events.find((event) => event.type === type)
  if (definition === undefined) throw new Error(`There is no event ${type}.`)
  return definition.example
}

function hex({ random }: Pick<Context, 'random'>, bytes: number): string {
  return `0x${Buffer.from(random(bytes)).toString('hex')}`
}
