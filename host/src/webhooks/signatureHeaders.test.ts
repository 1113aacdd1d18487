import { signWebhook, standardWebhookSignature, verifyWebhook } from '@secure-payment/core/webhooks'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signatureHeaders } from './signatureHeaders.ts'

const NOW = Date.UTC(2026, 0, 1)
const signed = {
  deliveryId: '01KB53A1B2C3D4E5F6G7H8J9KA',
  eventId: '01KB53A1B2C3D4E5F6G7H8J9KB',
  attempt: 3,
  body: '{"event":"payment.confirmed"}',
  secret: '5e'.repeat(32),
  aliases: [],
}

describe('the headers of a try', () => {
  test('are those of core for every body and secret', () => {
    const secrets = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .map((bytes) => Buffer.from(bytes).toString('hex'))
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), secrets, (text, secret) => {
        const body = JSON.stringify({ text })
        const headers = signatureHeaders({ ...signed, body, secret }, NOW)
        const signature = headers['x-service-signature'] ?? ''
        expect(signature).toBe(signWebhook(secret, body))
        expect(verifyWebhook({ secret, body, signature })).toBe(true)
        expect(headers['webhook-signature']).toBe(
          standardWebhookSignature(secret, signed.eventId, NOW / 1_000, body),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('name the delivery, the event and the try', () => {
    expect(signatureHeaders(signed, NOW + 999)).toMatchObject({
      'content-type': 'application/json',
      'x-service-delivery': signed.deliveryId,
      'x-service-retry-count': '3',
      'webhook-id': signed.eventId,
      'webhook-timestamp': String(NOW / 1_000),
    })
  })

  test('are repeated under each alias that names a signature header, and under nothing else', () => {
    const aliases = ['X-Request-Network-Signature', 'authorization', 'x-\r\nevil-signature', 'host']
    const plain = signatureHeaders(signed, NOW)
    const headers = signatureHeaders({ ...signed, aliases }, NOW)
    expect(headers).toEqual({
      ...plain,
      'x-request-network-signature': plain['x-service-signature'],
      'x-request-network-delivery': signed.deliveryId,
      'x-request-network-retry-count': '3',
    })
  })
})
