import type { IncomingHttpHeaders } from 'node:http'
import { verifyWebhook } from '@secure-payment/core/webhooks'

/** One received webhook. `body` is the parsed JSON, or null if `rawBody` is not JSON. */
export type Delivery = {
  /** ISO 8601, UTC. */
  receivedAt: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: unknown
  /** The exact text that the signature covers. */
  rawBody: string
  /** Whether `x-service-signature` is the signature of these bytes with the sink's secret. */
  verified: boolean
}

/** Parses and verifies the body of a POST. Without a secret it verifies nothing. */
export function readDelivery(facts: {
  headers: IncomingHttpHeaders
  bytes: Buffer
  secret: string | null
  now: Date
}): Delivery {
  const { headers, bytes, secret, now } = facts
  const signature = headers['x-service-signature']
  const verified =
    secret !== null &&
    typeof signature === 'string' &&
    verifyWebhook({ secret, body: bytes, signature })
  const rawBody = bytes.toString('utf8')
  return {
    receivedAt: now.toISOString(),
    headers: flatten(headers),
    body: parse(rawBody),
    rawBody,
    verified,
  }
}

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value ?? '')])
  return Object.fromEntries(entries)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
