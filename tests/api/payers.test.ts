import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { applyReport } from '../../host/src/offramps/applyReport.ts'
import { OfframpRefusedError } from '../../host/src/offramps/errors.ts'
import type { Report } from '../../host/src/offramps/offramp.ts'
import { sendAgreement } from '../../host/src/offramps/sendAgreement.ts'
import { sendPayer } from '../../host/src/offramps/sendPayer.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { away, createFakeOfframp, FAKE_OFFRAMP } from '../support/fakeOfframp.ts'
import { plainPayer } from '../support/plainPayer.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const offramp = createFakeOfframp()
let test: TestHost
beforeAll(async () => {
  test = await startTestHost({}, { offramp })
})
afterAll(() => test[Symbol.asyncDispose]())
afterEach(() => {
  offramp.failure = null
  offramp.hold = null
})

let count = 0
/** Returns a payer that does not exist yet. */
const newPayer = (members: object = {}) => {
  count += 1
  return { ...plainPayer, clientUserId: `user ${count}/${count}%+@example.test`, ...members }
}
const submit = (body: object) => test.call('POST', '/v2/payer', { body })
const pathOf = ({ clientUserId }: { clientUserId: string }) =>
  `/v2/payer/${encodeURIComponent(clientUserId)}`
const read = async (payer: { clientUserId: string }) => (await test.call('GET', pathOf(payer))).json
const patch = (payer: { clientUserId: string }, agreementCompleted: unknown) =>
  test.call('PATCH', pathOf(payer), { body: { agreementCompleted } })
const rows = () => dumpDatabase(test.host.context.db, { without: ['api_keys', 'rate_limits'] })

async function rowOf(userId: string) {
  return test.host.context.db.kysely
    .selectFrom('payers')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Returns the bodies of the events about a payer, in order. */
async function eventsOf(userId: string) {
  const events = await test.host.context.db.kysely
    .selectFrom('events')
    .select(['body', 'sequence'])
    .where('request_id', '=', userId)
    .orderBy('sequence')
    .execute()
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  return events.map(({ body }) => JSON.parse(body))
}

let reports = 0
/** Applies a provider's report on a payer. */
async function report(userId: string, status: Pick<Report, 'kind' | 'status'>): Promise<void> {
  reports += 1
  const providerId = `at-provider-${userId}`
  const occurredAt = test.clock.now()
  await applyReport({ ...test.host.context, offramp }, {
    ...status,
    id: `report-${reports}`,
    providerId,
    reason: null,
    occurredAt,
  } as Report)
}

describe('Submitting a payer', () => {
  it('submitting a payer returns the pages to visit, and both statuses as either not_started or completed', async () => {
    const payer = newPayer()
    const { status, json } = await submit({ ...payer, unknown: 'is ignored' })
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        status: { agreementStatus: 'not_started', kycStatus: 'not_started' },
        userId: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        ),
        kycUrl: `https://offramp.example.test/kyc/${json.userId}`,
        agreementUrl: 'https://offramp.example.test/agreement?email=ana%40example.test',
      },
    })
    await report(json.userId, { kind: 'kyc', status: 'pending' })
    expect((await submit(payer)).json.status.kycStatus).toBe('not_started')
    await report(json.userId, { kind: 'kyc', status: 'approved' })
    await report(json.userId, { kind: 'agreement', status: 'completed' })
    expect((await submit(payer)).json.status).toEqual({
      agreementStatus: 'completed',
      kycStatus: 'completed',
    })
  })

  it('submitting a payer sends the provider the data without empty members, with countries in upper case', async () => {
    const payer = newPayer()
    const empty = { addressLine2: '', companyName: '' }
    const { json } = await submit({ ...payer, ...empty, country: 'pt' })
    const { clientUserId, ssn, ...profile } = payer
    expect(offramp.payers.at(-1)).toEqual({
      id: json.userId,
      clientUserId,
      profile: { ...profile, country: 'PT' },
    })
  })

  it('submitting a payer again with the same data changes nothing, in any spelling', async () => {
    const payer = newPayer()
    const { json } = await submit(payer)
    const before = await rows()
    const submitted = offramp.payers.length
    const { ssn, ...others } = payer
    const reversed = Object.fromEntries(Object.entries(others).reverse())
    for (const body of [payer, reversed, { ...payer, country: 'pt', addressLine2: '' }]) {
      expect(await submit(body)).toMatchObject({ status: 200, json })
    }
    expect(await rows()).toBe(before)
    expect(offramp.payers).toHaveLength(submitted)
  })

  it.each(Object.keys(plainPayer).filter((field) => field !== 'clientUserId'))(
    'submitting a payer again with another %s is rejected, and changes nothing',
    async (field) => {
      const others: Record<string, string> = {
        email: 'bea@example.test',
        beneficiaryType: 'business',
        dateOfBirth: '1985-12-13',
        country: 'ES',
        nationality: 'ES',
        phone: '+351912345679',
      }
      const company = { companyName: 'c', sourceOfFunds: 's', businessActivity: 'b' }
      const payer = newPayer({ companyName: 'c', sourceOfFunds: 's', businessActivity: 'b' })
      await submit(payer)
      const before = await rows()
      const body = { ...payer, ...company, [field]: others[field] ?? 'Another' }
      expect(await submit(body)).toMatchObject({
        status: 409,
        json: { code: 'payer_exists', message: expect.not.stringContaining(payer.clientUserId) },
      })
      expect(await rows()).toBe(before)
    },
  )

  it('submitting a payer creates one payer for 50 simultaneous calls', async () => {
    const payer = newPayer()
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(payer)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ json }) => json.userId)).size).toBe(1)
    expect(new Set(answers.map(({ json }) => json.kycUrl)).size).toBe(1)
  })

  it('submitting a payer is scoped to a merchant: the same id is another payer for another merchant', async () => {
    const payer = newPayer()
    const { json: own } = await submit(payer)
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    const other = await test.call('POST', '/v2/payer', {
      headers,
      body: { ...payer, city: 'Porto' },
    })
    expect(other.status).toBe(200)
    expect(other.json.userId).not.toBe(own.userId)
    const digests = await Promise.all(
      [own, other.json].map(async ({ userId }) => (await rowOf(userId)).client_user_digest),
    )
    expect(digests[0]).not.toBe(digests[1])
  })

  it('submitting a payer ignores an Idempotency-Key, because the stored response would contain personal links', async () => {
    const headers = { 'idempotency-key': 'one-key' }
    const first = await test.call('POST', '/v2/payer', { headers, body: newPayer() })
    const second = await test.call('POST', '/v2/payer', { headers, body: newPayer() })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.json.userId).not.toBe(second.json.userId)
    const keys = test.host.context.db.kysely.selectFrom('idempotency_keys').selectAll()
    expect(await keys.execute()).toEqual([])
  })
})

describe('An unavailable provider', () => {
  it('an unavailable provider loses no payer: the job submits it later, and its pages appear in the next read', async () => {
    const payer = newPayer()
    offramp.failure = away()
    const { status, json } = await submit(payer)
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        status: { agreementStatus: 'not_started', kycStatus: 'not_started' },
        userId: json.userId,
      },
    })
    expect(await read(payer)).toMatchObject({ kycUrl: null, agreementUrl: null })
    const stored = await rowOf(json.userId)
    expect(stored).toMatchObject({ provider: FAKE_OFFRAMP, provider_id: null })
    expect(Date.parse(stored.next_check_at ?? '')).toBeGreaterThan(test.clock.now().getTime())

    offramp.failure = null
    await sendPayer({ ...test.host.context, offramp }, stored)
    expect(await read(payer)).toMatchObject({
      kycUrl: `https://offramp.example.test/kyc/${json.userId}`,
      agreementUrl: expect.stringContaining('/agreement?'),
    })
    expect((await submit(payer)).json).toMatchObject({
      userId: json.userId,
      kycUrl: expect.any(String),
    })
  })

  it('a provider that responds after the deadline does not delay the host, which stores the late response', async () => {
    const payer = newPayer()
    const { promise, resolve } = Promise.withResolvers<void>()
    offramp.hold = promise
    const { status, json } = await submit(payer)
    expect({ status, url: json.kycUrl }).toEqual({ status: 200, url: undefined })
    resolve()
    await waitUntil(async () => (await read(payer)).kycUrl !== null)
  })
})

describe('A failed check', () => {
  it('a failed check is repeated when the payer is submitted again', async () => {
    const payer = newPayer()
    const { json } = await submit(payer)
    await report(json.userId, { kind: 'kyc', status: 'failed' })
    const submitted = offramp.payers.length
    expect(await submit(payer)).toMatchObject({ status: 200, json: { kycUrl: json.kycUrl } })
    expect(offramp.payers.slice(submitted).map(({ id }) => id)).toEqual([json.userId])
    await report(json.userId, { kind: 'kyc', status: 'approved' })
    expect(await read(payer)).toMatchObject({ kycStatus: 'approved' })
    expect((await submit({ ...payer, city: 'Porto' })).status).toBe(409)
  })

  it('a failed check is repeated by the job when the provider is unavailable', async () => {
    const payer = newPayer()
    const { json } = await submit(payer)
    await report(json.userId, { kind: 'kyc', status: 'failed' })
    offramp.failure = away()
    expect((await submit(payer)).status).toBe(200)
    expect(await rowOf(json.userId)).toMatchObject({
      kyc_status: 'failed',
      provider_id: null,
      next_check_at: expect.any(String),
    })
  })

  it.each(['rejected', 'approved', 'pending'] as const)(
    'a failed check is not repeated when it is %s',
    async (status) => {
      const payer = newPayer()
      const { json } = await submit(payer)
      await report(json.userId, { kind: 'kyc', status })
      const submitted = offramp.payers.length
      expect((await submit(payer)).status).toBe(200)
      expect(offramp.payers).toHaveLength(submitted)
      expect(await read(payer)).toMatchObject({ kycStatus: status })
    },
  )
})

describe('A provider that rejects', () => {
  it('a provider that rejects a payer returns the reason, and accepts corrected data', async () => {
    const payer = newPayer()
    offramp.failure = new OfframpRefusedError({ provider: FAKE_OFFRAMP, reason: 'no such street' })
    const { status, json } = await submit(payer)
    expect({ status, code: json.code, message: json.message }).toEqual({
      status: 400,
      code: 'offramp_refused',
      message: 'The offramp provider fake-offramp rejected the call: no such street.',
    })
    const { userId, kycStatus } = await read(payer)
    expect(kycStatus).toBe('failed')
    expect(await eventsOf(userId)).toMatchObject([
      { event: 'compliance.updated', clientUserId: payer.clientUserId, kycStatus: 'failed' },
    ])
    expect((await rowOf(userId)).next_check_at).toBeNull()

    offramp.failure = null
    const corrected = { ...payer, addressLine1: '2 Rua Augusta' }
    expect(await submit(corrected)).toMatchObject({ status: 200, json: { userId } })
    expect(offramp.payers.at(-1)?.profile.addressLine1).toBe('2 Rua Augusta')
    expect((await submit(payer)).status).toBe(409)
  })
})

describe('Reading a payer', () => {
  it.each([
    ['not_started', 'not_started', false],
    ['approved', 'pending', false],
    ['pending', 'completed', false],
    ['approved', 'completed', true],
    ['rejected', 'completed', false],
  ] as const)(
    'reading a payer with kyc %s and agreement %s returns isCompliant: %s',
    async (kyc, agreement, isCompliant) => {
      const payer = newPayer()
      const { json } = await submit(payer)
      if (kyc !== 'not_started') await report(json.userId, { kind: 'kyc', status: kyc })
      if (agreement !== 'not_started') {
        await report(json.userId, { kind: 'agreement', status: agreement })
      }
      expect(await read(payer)).toEqual({
        kycStatus: kyc,
        agreementStatus: agreement,
        isCompliant,
        userId: json.userId,
        kycUrl: json.kycUrl,
        agreementUrl: json.agreementUrl,
      })
    },
  )

  it.each(['a/b', 'a%2Fb', 'ü ñ 漢', '+', 'x'.repeat(255), '..'])(
    'reading a payer returns the id %s, percent-encoded',
    async (clientUserId) => {
      const payer = newPayer({ clientUserId })
      const { json } = await submit(payer)
      // URL parsers resolve a segment of two dots even if it is encoded, so no URL can contain this id.
      if (clientUserId === '..') return
      expect(await read(payer)).toMatchObject({ userId: json.userId })
    },
  )

  it('reading a payer returns 404 for an unknown id and for another merchant’s id, without including the id', async () => {
    const payer = newPayer()
    await submit(payer)
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    const details = `${pathOf(payer)}/payment-details`
    const calls = [
      await test.call('GET', pathOf({ clientUserId: 'nobody@example.test' })),
      await test.call('GET', pathOf(payer), { headers }),
      await test.call('PATCH', pathOf(payer), { headers, body: { agreementCompleted: true } }),
      await test.call('GET', details, { headers }),
    ]
    for (const { status, json, text } of calls) {
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'payer_not_found' })
      expect(text).not.toContain('example.test')
    }
  })
})

describe('Completing the agreement', () => {
  it('completing the agreement notifies the merchant and the provider once', async () => {
    const payer = newPayer()
    const { json } = await submit(payer)
    const told = offramp.agreements.length
    for (let round = 0; round < 3; round += 1) {
      expect(await patch(payer, true)).toMatchObject({ status: 200, json: { success: true } })
    }
    expect(await read(payer)).toMatchObject({ agreementStatus: 'completed', isCompliant: false })
    expect(offramp.agreements.slice(told)).toEqual([
      { providerId: `at-provider-${json.userId}`, isCompleted: true },
    ])
    expect(await eventsOf(json.userId)).toEqual([
      {
        event: 'compliance.updated',
        eventId: expect.any(String),
        requestId: null,
        clientUserId: payer.clientUserId,
        kycStatus: 'initiated',
        agreementStatus: 'completed',
        isCompliant: false,
        timestamp: expect.any(String),
        rawPayload: { provider: FAKE_OFFRAMP },
      },
    ])
  })

  it('completing the agreement is final', async () => {
    const payer = newPayer()
    const { json } = await submit(payer)
    await patch(payer, true)
    const before = await rows()
    expect((await patch(payer, false)).status).toBe(200)
    expect(await rows()).toBe(before)
    expect(await eventsOf(json.userId)).toHaveLength(1)
  })

  it('completing the agreement is possible after the payer has refused to sign', async () => {
    const payer = newPayer()
    const { json } = await submit(payer)
    await patch(payer, false)
    expect(await read(payer)).toMatchObject({ agreementStatus: 'rejected' })
    await patch(payer, true)
    expect(await read(payer)).toMatchObject({ agreementStatus: 'completed' })
    const statuses = (await eventsOf(json.userId)).map(({ agreementStatus }) => agreementStatus)
    expect(statuses).toEqual(['rejected', 'completed'])
  })

  it('completing the agreement reaches an unavailable provider after its recovery', async () => {
    const payer = newPayer()
    const { json } = await submit(payer)
    offramp.failure = away()
    expect((await patch(payer, true)).status).toBe(200)
    expect(await read(payer)).toMatchObject({ agreementStatus: 'completed' })
    offramp.failure = null
    const told = offramp.agreements.length
    const context = { ...test.host.context, offramp }
    await sendAgreement(context, await rowOf(json.userId))
    await sendAgreement(context, await rowOf(json.userId))
    expect(offramp.agreements.slice(told)).toHaveLength(1)
  })

  it('completing the agreement sends one event for 20 simultaneous calls', async () => {
    const payer = newPayer()
    const { json } = await submit(payer)
    const answers = await Promise.all(Array.from({ length: 20 }, () => patch(payer, true)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await eventsOf(json.userId)).toHaveLength(1)
  })
})

describe('A host without a provider', () => {
  it('a host without a provider rejects payers, and returns the reason', async () => {
    await using host = await startTestHost({ PAY_OFFRAMP: 'off' })
    const calls = [await host.call('POST', '/v2/payer', { body: newPayer() })]
    for (const { status, json } of calls) {
      expect({ status, code: json.code }).toEqual({
        status: 400,
        code: 'unsupported_crypto_to_fiat',
      })
    }
    expect((await host.call('GET', '/v2/payer/x')).status).toBe(404)
  })
})
