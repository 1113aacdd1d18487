import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signWebhook, standardWebhookSignature, WebhookSecretError } from './sign.ts'
import { verifyStandardWebhook, verifyWebhook } from './verify.ts'

const SECRET = '9f'.repeat(32)
const BODY = '{"event":"payment.confirmed","amount":"12.5","reference":"Ana’s Teas \u{1f375}"}'
const ID = '01KB53A1B2C3D4E5F6G7H8J9KA'
const NOW_MS = 1_793_700_000_999
const NOW_S = 1_793_700_000

describe('signWebhook', () => {
  // RFC 4231, section 4: the cases whose key and data are text.
  it.each([
    [
      'Jefe',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      '\u000b'.repeat(20),
      'Hi There',
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
  ])('signWebhook matches RFC 4231 for %j', (secret, body, signature) => {
    expect(signWebhook(secret, body)).toBe(signature)
  })

  it('signWebhook matches RFC 4231 for a body of bytes', () => {
    // Case 6 has a long key that is not text, so a long text key with Node's digest replaces it.
    const body = new Uint8Array(50).fill(0xdd)
    expect(signWebhook('k'.repeat(131), body)).toBe(
      createHmac('sha256', 'k'.repeat(131)).update(body).digest('hex'),
    )
  })

  it("signWebhook equals Node's createHmac for any secret and body", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (secret, body) => {
        const expected = createHmac('sha256', secret).update(body, 'utf8').digest('hex')
        expect(signWebhook(secret, body)).toBe(expected)
        expect(verifyWebhook({ secret, body: Buffer.from(body), signature: expected })).toBe(true)
      }),
    )
  })
})

describe('verifyWebhook', () => {
  const signature = createHmac('sha256', SECRET).update(BODY).digest('hex')

  it('verifyWebhook accepts the signature of the raw body, as text or bytes', () => {
    expect(verifyWebhook({ secret: SECRET, body: BODY, signature })).toBe(true)
    expect(verifyWebhook({ secret: SECRET, body: Buffer.from(BODY), signature })).toBe(true)
  })

  it.each([
    ['a changed body', { body: BODY.replace('12.5', '13.5') }],
    [
      'a body that was parsed and pretty-printed',
      { body: JSON.stringify(JSON.parse(BODY), null, 2) },
    ],
    ['another secret', { secret: '9e'.repeat(32) }],
    [
      'one changed digit',
      { signature: signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) },
    ],
    ['a shortened signature', { signature: signature.slice(0, -1) }],
    ['a longer signature', { signature: `${signature}0` }],
    ['an empty signature', { signature: '' }],
    ['a missing header', { signature: undefined }],
    ['a null header', { signature: null }],
  ])('verifyWebhook rejects %s', (_, change) => {
    expect(verifyWebhook({ secret: SECRET, body: BODY, signature, ...change })).toBe(false)
  })
})

describe('standardWebhookSignature', () => {
  it('standardWebhookSignature matches the reference library for the same secret', () => {
    const expected = new Webhook(SECRET).sign(ID, new Date(NOW_MS), BODY)
    expect(standardWebhookSignature(SECRET, ID, NOW_S, BODY)).toBe(expected)
    expect(standardWebhookSignature(`whsec_${SECRET}`, ID, NOW_S, BODY)).toBe(expected)
  })

  it('standardWebhookSignature matches the published vector of Standard Webhooks', () => {
    // The vector is from the test suite of the Standard Webhooks library for JavaScript.
    expect(
      standardWebhookSignature(
        'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        'msg_p5jXN8AQM9LWM0D4loKWxJek',
        1_614_265_330,
        '{"test": 2432232314}',
      ),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it.each(['not base64!', '', 'whsec_'])(
    'standardWebhookSignature rejects the secret %j without repeating it',
    (secret) => {
      expect(() => standardWebhookSignature(secret, ID, NOW_S, BODY)).toThrow(WebhookSecretError)
    },
  )

  it('standardWebhookSignature explains why it rejected a secret', () => {
    expect(() =>
      standardWebhookSignature('hunter2!', ID, NOW_S, BODY),
    ).toThrowErrorMatchingInlineSnapshot(
      `[WebhookSecretError: The webhook secret is not base64. Use the secret exactly as the service returned it.]`,
    )
  })
})

describe('verifyStandardWebhook', () => {
  const signature = new Webhook(SECRET).sign(ID, new Date(NOW_MS), BODY)
  const facts = {
    secrets: [SECRET],
    body: BODY,
    headers: { id: ID, timestamp: String(NOW_S), signature },
    nowMs: NOW_MS,
  }

  it('verifyStandardWebhook accepts signatures from the reference library', () => {
    expect(verifyStandardWebhook(facts)).toEqual({ isValid: true })
  })

  it('verifyStandardWebhook accepts either secret in a rotation, and a header with several signatures', () => {
    const other = '1b'.repeat(32)
    expect(verifyStandardWebhook({ ...facts, secrets: [other, SECRET] })).toEqual({ isValid: true })
    const two = `${standardWebhookSignature(other, ID, NOW_S, BODY)} ${signature}`
    const headers = { ...facts.headers, signature: two }
    expect(verifyStandardWebhook({ ...facts, headers })).toEqual({ isValid: true })
  })

  it.each([
    [300, { isValid: true }],
    [301, { isValid: false, reason: 'clock_too_old' }],
    [-300, { isValid: true }],
    [-301, { isValid: false, reason: 'clock_in_future' }],
  ])('verifyStandardWebhook with a clock %i s ahead returns %j', (seconds, verdict) => {
    expect(verifyStandardWebhook({ ...facts, nowMs: NOW_MS + seconds * 1_000 })).toEqual(verdict)
  })

  it('verifyStandardWebhook accepts another tolerance', () => {
    const late = { ...facts, nowMs: NOW_MS + 11_000 }
    expect(verifyStandardWebhook({ ...late, toleranceS: 10 })).toEqual({
      isValid: false,
      reason: 'clock_too_old',
    })
  })

  it.each([
    ['a changed id', { id: '01KB53A1B2C3D4E5F6G7H8J9KB' }, 'wrong_signature'],
    ['a changed timestamp', { timestamp: String(NOW_S - 1) }, 'wrong_signature'],
    [
      'a signature of another version',
      { signature: signature.replace('v1,', 'v2,') },
      'wrong_signature',
    ],
    ['a missing id', { id: undefined }, 'missing_header'],
    ['a missing timestamp', { timestamp: null }, 'missing_header'],
    ['an empty signature', { signature: '' }, 'missing_header'],
    ['a timestamp with a leading zero', { timestamp: `0${NOW_S}` }, 'malformed_timestamp'],
    ['a timestamp that is not a number', { timestamp: '1e9' }, 'malformed_timestamp'],
    [
      'a valid signature after the tenth',
      { signature: `${'v1,x '.repeat(10)}${signature}` },
      'wrong_signature',
    ],
  ])('verifyStandardWebhook rejects %s', (_, change, reason) => {
    const headers = { ...facts.headers, ...change }
    expect(verifyStandardWebhook({ ...facts, headers })).toEqual({ isValid: false, reason })
  })
})
