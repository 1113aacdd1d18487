import { signWebhook, standardWebhookSignature } from './sign.ts'

/**
 * Returns whether `signature`, the value of `x-service-signature`, was made for this body with this secret. `body` must be the raw
 * request body: parsing it and serialising it again may change bytes. Compares in constant time. Returns false for a
 * missing header (pass undefined or null).
 */
export function verifyWebhook(facts: {
  secret: string
  body: string | Uint8Array
  signature: string | null | undefined
}): boolean {
  if (typeof facts.signature !== 'string') return false
  return isEqualInConstantTime(signWebhook(facts.secret, facts.body), facts.signature)
}

/**
 * Verifies the three Standard Webhooks headers, which add protection against replay: the timestamp is signed and must be within
 * `toleranceS` of `nowMs`. Any of several signatures in `webhook-signature` and any of several `secrets` (during a rotation) may match.
 * Store the ids of processed deliveries: a delivery may arrive more than once.
 *
 * @throws WebhookSecretError when a secret is not base64.
 */
export function verifyStandardWebhook(facts: {
  secrets: readonly string[]
  body: string | Uint8Array
  headers: StandardWebhookHeaders
  nowMs: number
  toleranceS?: number
}): StandardVerdict {
  const { id, timestamp, signature } = facts.headers
  if (!id || !timestamp || !signature) return { isValid: false, reason: 'missing_header' }
  if (!TIMESTAMP.test(timestamp)) return { isValid: false, reason: 'malformed_timestamp' }
  const timestampS = Number(timestamp)
  const entries = signature.split(' ').slice(0, MAX_SIGNATURES)
  const expected = facts.secrets.map((secret) =>
    standardWebhookSignature(secret, id, timestampS, facts.body),
  )
  if (!expected.some((own) => entries.some((entry) => isEqualInConstantTime(own, entry)))) {
    return { isValid: false, reason: 'wrong_signature' }
  }
  const ageS = Math.floor(facts.nowMs / 1_000) - timestampS
  const toleranceS = facts.toleranceS ?? DEFAULT_TOLERANCE_S
  if (ageS > toleranceS) return { isValid: false, reason: 'clock_too_old' }
  if (ageS < -toleranceS) return { isValid: false, reason: 'clock_in_future' }
  return { isValid: true }
}

/** The values of `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
export type StandardWebhookHeaders = {
  id: string | null | undefined
  timestamp: string | null | undefined
  signature: string | null | undefined
}

/**
 * `clock_too_old` and `clock_in_future` occur with a correct signature: the delivery is a replay or was delayed, or one of the two
 * clocks is wrong.
 */
export type StandardVerdict =
  | { isValid: true }
  | {
      isValid: false
      reason:
        | 'missing_header'
        | 'malformed_timestamp'
        | 'wrong_signature'
        | 'clock_too_old'
        | 'clock_in_future'
    }

/** The default of the Standard Webhooks libraries. */
const DEFAULT_TOLERANCE_S = 300

/** A header contains one signature per active secret; entries beyond this number are ignored. */
const MAX_SIGNATURES = 10

/** Unix seconds in canonical form, so that the signed timestamp equals the header's text. */
const TIMESTAMP = /^(?:0|[1-9]\d{0,11})$/

/** The comparison takes the same time wherever the first difference is; it reveals only the length. */
function isEqualInConstantTime(expected: string, actual: string): boolean {
  if (expected.length !== actual.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index++) {
    difference |= expected.charCodeAt(index) ^ actual.charCodeAt(index)
  }
  return difference === 0
}
