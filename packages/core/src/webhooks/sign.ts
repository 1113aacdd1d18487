import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { BaseError } from '../errors.ts'
import { decodeBase64, encodeBase64 } from './base64.ts'

/**
 * Signs a webhook body: lower-case hex HMAC-SHA256, the value of the header `x-service-signature`. The key is the secret's text as
 * UTF-8, as in every receiver's `createHmac('sha256', secret)`. `body` is the body as sent, byte for byte: sign the stored text and send
 * it unchanged.
 */
export function signWebhook(secret: string, body: string | Uint8Array): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), toBytes(body)))
}

/**
 * Signs a webhook body as Standard Webhooks 1.0 specifies: `v1,<base64>` over `<id>.<timestamp>.<body>`, one entry in the header
 * `webhook-signature` (a space separates the entries of two secrets). The key is the secret decoded as base64, with or without the prefix
 * `whsec_`, so that a Standard Webhooks library accepts the secret unchanged.
 *
 * @throws WebhookSecretError when the secret is not base64 or is empty.
 */
export function standardWebhookSignature(
  secret: string,
  id: string,
  timestampS: number,
  body: string | Uint8Array,
): string {
  const content = concatBytes(utf8ToBytes(`${id}.${timestampS}.`), toBytes(body))
  return `v1,${encodeBase64(hmac(sha256, standardKey(secret), content))}`
}

/** The secret is not a valid Standard Webhooks key. The message does not repeat it. */
export class WebhookSecretError extends BaseError {
  readonly code = 'invalid_webhook_secret'
  readonly kind = 'invalid'

  constructor() {
    super('The webhook secret is not base64.', {
      hint: 'Use the secret exactly as the service returned it.',
    })
  }
}

const PREFIX = 'whsec_'

function standardKey(secret: string): Uint8Array {
  const key = decodeBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (key === null || key.length === 0) throw new WebhookSecretError()
  return key
}

function toBytes(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? utf8ToBytes(body) : body
}
