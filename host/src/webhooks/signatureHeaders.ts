import { createHmac } from 'node:crypto'

/** What the headers of one try say. */
export type SignedTry = {
  deliveryId: string
  eventId: string
  /** From 0. */
  attempt: number
  /** The stored bytes. */
  body: string
  secret: string
  /** Further names of the signature header, such as `x-request-network-signature`. */
  aliases: readonly string[]
}

/**
 * The headers of one try: our own three, the same under each alias, and the three of Standard Webhooks 1.0, which add
 * protection against replay. Node's own HMAC is used for speed; core's `signWebhook` and `standardWebhookSignature`
 * define the result and are the oracle in the tests.
 */
export function signatureHeaders(signed: SignedTry, nowMs: number): Record<string, string> {
  const { deliveryId, eventId, attempt, body, secret } = signed
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const timestampS = Math.floor(nowMs / 1_000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const standard = createHmac('sha256', key)
    .update(`${eventId}.${timestampS}.`)
    .update(body)
    .digest('base64')
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'secure-payment-webhooks/1',
    'x-service-signature': signature,
    'x-service-delivery': deliveryId,
    'x-service-retry-count': String(attempt),
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': `v1,${standard}`,
  }
  for (const alias of signed.aliases) {
    const prefix = SIGNATURE_NAME.exec(alias)?.[1]
    if (prefix === undefined) continue
    headers[alias.toLowerCase()] = signature
    headers[`${prefix.toLowerCase()}-delivery`] = deliveryId
    headers[`${prefix.toLowerCase()}-retry-count`] = String(attempt)
  }
  return headers
}

const SIGNATURE_NAME = /^(x-[a-z0-9-]{1,100})-signature$/i
