import { createHmac } from 'node:crypto'
import type { SigningSecrets } from './createSecretOpener.ts'

/** The facts in one attempt's headers. */
export type TryFacts = {
  deliveryId: string
  eventId: string
  /** The number of the attempt, from 0. */
  attempt: number
  /** The endpoint's additional names for the signature header, such as `x-request-network-signature`. */
  aliases: readonly string[]
  /** Whether the event is a test of the endpoint. */
  isTest: boolean
  /** Whether a caller requested the delivery again. */
  isReplay: boolean
}

/**
 * Builds one attempt's headers without its signatures: the service's own, their copies under each alias's prefix, and Standard
 * Webhooks' id and time. A delivery's log shows these headers.
 */
export function tryHeaders(facts: TryFacts, nowMs: number): Record<string, string> {
  const { deliveryId, eventId, attempt } = facts
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'secure-payment-webhooks/1',
    'x-service-delivery': deliveryId,
    'x-service-retry-count': String(attempt),
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
  }
  if (facts.isTest) headers['x-service-test'] = 'true'
  if (facts.isReplay) headers['x-service-replay'] = 'true'
  for (const prefix of prefixesOf(facts.aliases)) {
    headers[`${prefix}-delivery`] = deliveryId
    headers[`${prefix}-retry-count`] = String(attempt)
    if (facts.isTest) headers[`${prefix}-test`] = 'true'
  }
  return headers
}

/**
 * Builds one attempt's signatures: `x-service-signature` and its aliases over the body, and Standard Webhooks' over id, time and
 * body, with an entry for each secret during a rotation. Uses Node's own HMAC for speed; the tests compare the result with core's
 * `signWebhook` and `standardWebhookSignature`.
 */
export function signatureHeaders(
  { eventId, body, aliases }: Pick<TryFacts, 'eventId' | 'aliases'> & { body: string },
  { secret, furtherSecrets }: SigningSecrets,
  nowMs: number,
): Record<string, string> {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const content = `${eventId}.${Math.floor(nowMs / 1_000)}.`
  const standard = [secret, ...furtherSecrets].map((one) => signStandard(one, content, body))
  const headers: Record<string, string> = {
    'x-service-signature': signature,
    'webhook-signature': standard.join(' '),
  }
  for (const prefix of prefixesOf(aliases)) headers[`${prefix}-signature`] = signature
  return headers
}

const SIGNATURE_NAME = /^(x-[a-z0-9-]{1,100})-signature$/i

/** Returns the prefixes of aliases. An alias that is not a signature header has none, because it could be any header of the request. */
function prefixesOf(aliases: readonly string[]): string[] {
  return aliases.flatMap((alias) => SIGNATURE_NAME.exec(alias)?.[1]?.toLowerCase() ?? [])
}

/** The key is the base64-decoded secret, as in Standard Webhooks libraries. */
function signStandard(secret: string, content: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).update(body).digest('base64')}`
}
