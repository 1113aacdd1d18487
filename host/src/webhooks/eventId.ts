import { hash } from 'node:crypto'
import { createUlid } from '@secure-payment/core'
import type { WebhookEvent } from './webhookEvent.ts'

const HASH_BYTES = 10

/**
 * Derives an event's id from its content. A host that finds the same fact again, from a restored backup or by a rescan, therefore
 * sends the same id. The id is a ULID: its time is the creation time of the event's subject, and the other 80 bits come from a digest. The
 * derivation never changes; see docs/design/event-ids.md. `returned` is the number of times that the chain removed the payments behind a
 * fact that was sent, revoked and is valid again.
 */
export function eventId(event: WebhookEvent, returned = 0): string {
  const { createdAt, key } = identityOf(event)
  const words = [event.type, ...key, ...(returned === 0 ? [] : [returned])]
  const digest = hash('sha256', JSON.stringify(words), 'buffer')
  const bornMs = Date.parse(createdAt)
  return createUlid(Number.isFinite(bornMs) ? bornMs : 0, digest.subarray(0, HASH_BYTES))
}

type Identity = { createdAt: string; key: readonly (string | number | null)[] }

function identityOf(event: WebhookEvent): Identity {
  switch (event.type) {
    case 'compliance.updated': {
      const { id, created_at, kyc_status, agreement_status, event_sequence } = event.payer
      return { createdAt: created_at, key: [id, kyc_status, agreement_status, event_sequence] }
    }
    case 'payment_detail.updated': {
      const { id, status, created_at } = event.detail
      return { createdAt: created_at, key: [id, status] }
    }
    case 'secure_payment.user_event': {
      const { token, created_at, event_sequence } = event.securePayment
      const { userEvent, occurredAt } = event.said
      return { createdAt: created_at, key: [token, event_sequence, userEvent, occurredAt] }
    }
    case 'secure_payment.access_rejected': {
      const { token, created_at, event_sequence } = event.securePayment
      return { createdAt: created_at, key: [token, event_sequence, event.wallet] }
    }
    case 'kyt.screening.completed': {
      const { token, created_at } = event.securePayment
      const { wallet, provider, isAllowed, screenedAt } = event.screening
      const decision = isAllowed ? 'approved' : 'rejected'
      return { createdAt: created_at, key: [token, wallet, provider, decision, screenedAt] }
    }
    default: {
      const { id } = event.request
      return { createdAt: bornAt(event.request), key: [id, ...factOf(event)] }
    }
  }
}

/**
 * Returns the creation time of an event's request. After a restore, the host creates a recurring series' later request again under its
 * former id, which contains the original time.
 */
function bornAt({ id, created_at, original_request_id }: RequestEvent['request']): string {
  const idMs = Number.parseInt(id.slice(ID_TIME_START, ID_TIME_END), 16)
  if (original_request_id === null || Number.isNaN(idMs)) return created_at
  return new Date(idMs).toISOString()
}

/** The position of the hex digits into which core's `createRequestId` writes milliseconds. */
const ID_TIME_START = 2
const ID_TIME_END = 14

type RequestEvent = Extract<WebhookEvent, { request: unknown }>

/** Returns the facts that distinguish an event from others of its type about the same request. */
function factOf(event: RequestEvent): Identity['key'] {
  const { revocations, event_sequence } = event.request
  switch (event.type) {
    // A block's hash represents the whole chain before it, so a payment that is mined again after a reorganisation is a
    // new fact.
    case 'payment.confirmed':
      return [event.completedIn ?? revocations]
    case 'payment.partial': {
      const { network, txHash, logIndex, blockHash } = event.payment
      return [network, txHash, logIndex, blockHash]
    }
    case 'payment.failed':
      return failureOf(event)
    // An offramp that retries may perform a step twice.
    case 'payment.processing':
      return [event.subStatus, event_sequence]
    case 'payment.refunded':
      return [revocations, event.source.network, event.source.txHash]
    case 'payment.unmatched': {
      const { network, txHash, logIndex } = event.unmatched
      return [revocations, network, txHash, logIndex]
    }
    case 'refund.confirmed':
      return [event.completedIn ?? revocations]
    case 'refund.failed':
      return [event.failureReason, event.orphanedBlock]
    // A request or refund is created once, and cancelled at most once.
    case 'refund.created':
    case 'refund.cancelled':
    case 'request.cancelled':
    case 'request.recurring':
      return []
    default:
      return [event_sequence, event satisfies never]
  }
}

function failureOf(event: Extract<RequestEvent, { type: 'payment.failed' }>): Identity['key'] {
  const { revocations, event_sequence } = event.request
  if ('offramp' in event) return [event.offramp.status]
  switch (event.failureReason) {
    case 'reorganised':
      return [event.failureReason, event.orphanedBlock]
    case 'bridge_failed':
    case 'bridge_other_token': {
      const { failureReason, source } = event
      return [failureReason, revocations, source?.network ?? null, source?.txHash ?? null]
    }
    // A recurring payout that was resumed may fail again for the same reason.
    default:
      return [event.failureReason, event_sequence]
  }
}
