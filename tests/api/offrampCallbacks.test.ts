import { standardWebhookSignature } from '@secure-payment/core/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpOfframpSettings, OFFRAMP_SECRET } from '../flows/support/openHttpOfframp.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { plainPayer } from '../support/plainPayer.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v2/offramp/callbacks'
const SUBJECT = 'cus_1'

let test: TestHost
let userId = ''
let rows = ''
const lines: string[] = []
beforeAll(async () => {
  const { createLogger } = await import('../../host/src/log.ts')
  const log = createLogger('trace', { write: (line) => lines.push(line) })
  // The provider is unavailable, so its reports come only by callback.
  test = await startTestHost(httpOfframpSettings('http://127.0.0.1:1/v1'), { log })
  userId = await addPayer()
})
afterAll(() => test[Symbol.asyncDispose]())

/** Adds a payer that the provider has accepted. */
async function addPayer(): Promise<string> {
  const { json } = await test.call('POST', '/v2/payer', { body: plainPayer })
  await test.host.context.db.kysely
    .updateTable('payers')
    .set({ provider_id: SUBJECT })
    .where('id', '=', json.userId)
    .execute()
  return json.userId
}

let ids = 0
const nextId = () => {
  ids += 1
  return `evt_${ids}`
}
const report = (members: object = {}) => ({
  id: nextId(),
  kind: 'kyc',
  subject: SUBJECT,
  status: 'pending',
  reason: null,
  occurredAt: test.clock.now().toISOString(),
  ...members,
})

type Signing = { secret?: string; ageS?: number; signed?: string; headers?: object }

/** Sends a body as a provider does; the signature covers `signed` instead when it is set. */
function send(body: unknown, signing: Signing = {}) {
  const raw = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const { secret = OFFRAMP_SECRET, ageS = 0, signed = raw } = signing
  const timestampS = Math.floor(test.clock.now().getTime() / 1_000) - ageS
  const id = `msg_${ids}`
  return test.call('POST', PATH, {
    anonymous: true,
    raw,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestampS),
      'webhook-signature': standardWebhookSignature(secret, id, timestampS, signed),
      ...signing.headers,
    },
  })
}

const readRows = () => dumpDatabase(test.host.context.db, { without: ['rate_limits'] })
const kycStatus = async () => {
  const { json } = await test.call('GET', `/v2/payer/${plainPayer.clientUserId}`)
  return json.kycStatus
}

describe('A rejected callback', () => {
  beforeAll(async () => {
    await kycStatus()
    rows = await readRows()
  })

  it.each<[string, number, string, () => [unknown, Signing?]]>([
    [
      'without a signature',
      401,
      'invalid_signature',
      () => [report(), { headers: { 'webhook-signature': '' } }],
    ],
    [
      'with another secret',
      401,
      'invalid_signature',
      () => [report(), { secret: 'd6'.repeat(32) }],
    ],
    [
      'with another body’s signature',
      401,
      'invalid_signature',
      () => [report(), { signed: JSON.stringify(report({ status: 'rejected' })) }],
    ],
    [
      'with an id other than the signed id',
      401,
      'invalid_signature',
      () => [report(), { headers: { 'webhook-id': 'msg_other' } }],
    ],
    [
      'with a time other than the signed time',
      401,
      'invalid_signature',
      () => [report(), { headers: { 'webhook-timestamp': '1793700000' } }],
    ],
    [
      'with an invalid time',
      401,
      'invalid_signature',
      () => [report(), { headers: { 'webhook-timestamp': 'now' } }],
    ],
    ['signed 301 s ago', 401, 'invalid_signature', () => [report(), { ageS: 301 }]],
    ['signed 301 s ahead', 401, 'invalid_signature', () => [report(), { ageS: -301 }]],
    [
      'of nonsense without a valid signature',
      401,
      'invalid_signature',
      () => ['{', { secret: 'd6'.repeat(32) }],
    ],
    ['that is not JSON', 400, 'malformed_body', () => ['{']],
    ['of bytes that are not text', 400, 'malformed_body', () => [Buffer.from([0xff, 0xfe, 0x7b])]],
    [
      'with a key that changes prototypes',
      400,
      'malformed_body',
      () => ['{"__proto__":{"id":"x"}}'],
    ],
    [
      'with another media type',
      415,
      'unsupported_media_type',
      () => [report(), { headers: { 'content-type': 'text/plain' } }],
    ],
    ['of a list', 400, 'validation_failed', () => [[report()]]],
    ['without an id', 400, 'validation_failed', () => [report({ id: undefined })]],
    ['of an unknown kind', 400, 'validation_failed', () => [report({ kind: 'weather' })]],
    [
      'about a subject that is not an id',
      400,
      'validation_failed',
      () => [report({ subject: '../payers' })],
    ],
    ['with an empty status', 400, 'validation_failed', () => [report({ status: '' })]],
    [
      'with a status of control characters',
      400,
      'validation_failed',
      () => [report({ status: 'a\nb' })],
    ],
    ['at a day', 400, 'validation_failed', () => [report({ occurredAt: '2026-11-03' })]],
    ['about an unknown subject', 404, 'not_found', () => [report({ subject: 'cus_2' })]],
    [
      'about a record of another kind',
      404,
      'not_found',
      () => [report({ kind: 'account', status: 'approved' })],
    ],
    [
      'that is longer than 64 KiB',
      413,
      'payload_too_large',
      () => [report({ padding: 'x'.repeat(65_536) })],
    ],
  ])('a rejected callback %s gets %i, and changes nothing', async (_, status, code, make) => {
    const answer = await send(...make())
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code })
    expect(await readRows()).toBe(rows)
  })

  it('a callback gets 401, even with a valid body, when no provider is configured', async () => {
    const neighbour = await test.startNeighbour({ PAY_OFFRAMP: 'off' })
    await using _ = neighbour
    const { status, json } = await neighbour.call('POST', PATH, { body: report(), anonymous: true })
    expect({ status, code: json.code }).toEqual({ status: 401, code: 'invalid_signature' })
  })

  it('a callback from a page on another site is rejected before the host reads it', async () => {
    const { status } = await send(report(), { headers: { origin: 'https://evil.example.test' } })
    expect(status).toBe(403)
  })

  it('a rejected callback leaves none of its content in the log', () => {
    const log = lines.join('')
    expect(log).toContain('invalid_signature')
    for (const said of [SUBJECT, 'weather', 'msg_other', OFFRAMP_SECRET])
      expect(log).not.toContain(said)
  })
})

describe('A signed callback', () => {
  it('a callback signed by a Standard Webhooks library is accepted, up to exactly 64 KiB', async () => {
    const body = JSON.stringify(report({ status: 'initiated' }))
    const padded = `${body.slice(0, -1)},"padding":"${'x'.repeat(65_536 - body.length - 13)}"}`
    expect(padded).toHaveLength(65_536)
    const now = test.clock.now()
    const signature = new Webhook(OFFRAMP_SECRET).sign('msg_library', now, padded)
    const { status, json } = await send(padded, {
      headers: { 'webhook-id': 'msg_library', 'webhook-signature': signature },
    })
    expect({ status, json }).toEqual({ status: 200, json: { success: true } })
    expect(await kycStatus()).toBe('initiated')
  })

  it('a signed callback updates the payer once, up to 5 minutes late, and a repeat changes nothing', async () => {
    const body = report({ status: 'pending' })
    expect((await send(body, { ageS: 300 })).status).toBe(200)
    expect(await kycStatus()).toBe('pending')
    const after = await readRows()
    expect((await send(body)).status).toBe(200)
    expect(await readRows()).toBe(after)
    const events = await test.host.context.db.kysely
      .selectFrom('events')
      .select('sequence')
      .where('request_id', '=', userId)
      .execute()
    expect(events).toHaveLength(2)
  })

  it.each([
    ['that is late', () => report({ status: 'rejected', occurredAt: '2020-01-01T00:00:00.000Z' })],
    ['with a step back', () => report({ status: 'initiated' })],
    ['of an unknown status', () => report({ status: 'brand_new' })],
  ])(
    'a signed callback %s is accepted, so that the provider stops its retries, and changes nothing',
    async (_, make) => {
      const { status } = await send(make())
      expect(status).toBe(200)
      expect(await kycStatus()).toBe('pending')
    },
  )

  it('a signed callback’s reasons reach the merchant only as codes', async () => {
    const told = report({ status: 'rejected', reason: 'Ana Silva is on a list' })
    expect((await send(told)).status).toBe(200)
    expect(await kycStatus()).toBe('rejected')
    const seen = `${lines.join('')}${await readRows()}`
    expect(seen).not.toContain('is on a list')
  })

  it('a callback is limited per network address, even without a valid signature', async () => {
    await using limited = await test.startNeighbour({ PAY_RATE_LIMIT_CLIENT_ID: '2' })
    const call = () => limited.call('POST', PATH, { body: {}, anonymous: true })
    const statuses = [(await call()).status, (await call()).status, (await call()).status]
    expect(statuses).toEqual([401, 401, 429])
  })
})
