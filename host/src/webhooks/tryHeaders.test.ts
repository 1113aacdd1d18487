import { signWebhook, standardWebhookSignature, verifyWebhook } from '@secure-payment/core/webhooks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signatureHeaders, tryHeaders } from './tryHeaders.ts'

const NOW = Date.UTC(2026, 0, 1)
const facts = {
  deliveryId: '01KB53A1B2C3D4E5F6G7H8J9KA',
  eventId: '01KB53A1B2C3D4E5F6G7H8J9KB',
  attempt: 3,
  aliases: [],
  isTest: false,
  isReplay: false,
}
const BODY = '{"event":"payment.confirmed"}'
const SECRET = '5e'.repeat(32)
const OTHER = '6f'.repeat(32)
const secretText = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))

describe('the signatures of an attempt', () => {
  test("signatures match core's for every body and secret", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), secretText, (text, secret) => {
        const body = JSON.stringify({ text })
        const headers = signatureHeaders({ ...facts, body }, { secret, furtherSecrets: [] }, NOW)
        const signature = headers['x-service-signature'] ?? ''
        expect(signature).toBe(signWebhook(secret, body))
        expect(verifyWebhook({ secret, body, signature })).toBe(true)
        expect(headers['webhook-signature']).toBe(
          standardWebhookSignature(secret, facts.eventId, NOW / 1_000, body),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('signatures use every secret in webhook-signature, and only the current secret in the other headers', () => {
    const aliases = ['x-request-network-signature']
    const secrets = { secret: SECRET, furtherSecrets: [OTHER] }
    const headers = signatureHeaders({ ...facts, aliases, body: BODY }, secrets, NOW)
    expect(headers).toEqual({
      'x-service-signature': signWebhook(SECRET, BODY),
      'x-request-network-signature': signWebhook(SECRET, BODY),
      'webhook-signature': [SECRET, OTHER]
        .map((secret) => standardWebhookSignature(secret, facts.eventId, NOW / 1_000, BODY))
        .join(' '),
    })
  })
})

describe("an attempt's headers", () => {
  test("an attempt's headers identify the delivery, the event and the attempt", () => {
    expect(tryHeaders(facts, NOW + 999)).toEqual({
      'content-type': 'application/json',
      'user-agent': 'secure-payment-webhooks/1',
      'x-service-delivery': facts.deliveryId,
      'x-service-retry-count': '3',
      'webhook-id': facts.eventId,
      'webhook-timestamp': String(NOW / 1_000),
    })
  })

  test("an attempt's headers mark a test and a replay", () => {
    const aliases = ['x-request-network-signature']
    expect(tryHeaders({ ...facts, aliases, isTest: true, isReplay: true }, NOW)).toMatchObject({
      'x-service-test': 'true',
      'x-service-replay': 'true',
      'x-request-network-test': 'true',
    })
  })

  test("an attempt's headers are repeated under each alias of a signature header, and under no other name", () => {
    const aliases = ['X-Request-Network-Signature', 'authorization', 'x-\r\nevil-signature', 'host']
    const secrets = { secret: SECRET, furtherSecrets: [] }
    const signed = { ...facts, body: BODY }
    expect(tryHeaders({ ...facts, aliases }, NOW)).toEqual({
      ...tryHeaders(facts, NOW),
      'x-request-network-delivery': facts.deliveryId,
      'x-request-network-retry-count': '3',
    })
    expect(signatureHeaders({ ...signed, aliases }, secrets, NOW)).toEqual({
      ...signatureHeaders(signed, secrets, NOW),
      'x-request-network-signature': signWebhook(SECRET, BODY),
    })
  })
})
