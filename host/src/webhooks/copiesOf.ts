import { hash } from 'node:crypto'
import { createUlid } from '@secure-payment/core'
import type { WebhookCompatibility } from '@secure-payment/core/api'
import type { Row } from '../db/schema.ts'
import type { WebhookEvent } from './webhookEvent.ts'

const HASH_BYTES = 10
/** The number of characters of a ULID that state its time. */
const TIME_LENGTH = 10

/**
 * Returns the copies of a payment event that Request Network sends: `payment.confirmed.client_id` if a client ID created the request, and
 * `payment.confirmed.checkout` if the request has a payment page; likewise for `payment.partial`. Only the level `full` has copies.
 *
 * A copy has the same body, except for its name and its id, which is derived from the event's id and therefore as stable. Endpoints that
 * chose their types get no copies.
 */
export function copiesOf(
  row: Row<'events'>,
  level: WebhookCompatibility,
  event: WebhookEvent,
): Row<'events'>[] {
  if (level !== 'full') return []
  if (event.type !== 'payment.confirmed' && event.type !== 'payment.partial') return []
  const { client_id, secure_payment_token } = event.request
  const suffixes = [
    ...(client_id === null ? [] : ['client_id']),
    ...(secure_payment_token === null ? [] : ['checkout']),
  ]
  return suffixes.map((suffix) => {
    const type = `${event.type}.${suffix}`
    const id = copyId(row.id, suffix)
    const body = JSON.stringify({ ...JSON.parse(row.body), event: type, eventId: id })
    return { ...row, id, type, body }
  })
}

function copyId(eventId: string, suffix: string): string {
  const digest = hash('sha256', JSON.stringify([eventId, suffix]), 'buffer')
  const random = createUlid(0, digest.subarray(0, HASH_BYTES)).slice(TIME_LENGTH)
  return eventId.slice(0, TIME_LENGTH) + random
}
