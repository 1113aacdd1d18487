import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MAX_PAYMENT_DETAILS } from '../../host/src/api/payers/createPaymentDetails.ts'
import { OfframpRefusedError } from '../../host/src/offramps/errors.ts'
import { sendAccount } from '../../host/src/offramps/sendAccount.ts'
import { sendPayer } from '../../host/src/offramps/sendPayer.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import { away, createFakeOfframp, FAKE_OFFRAMP } from '../support/fakeOfframp.ts'
import { plainAccount, plainPayer } from '../support/plainPayer.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const offramp = createFakeOfframp()
let test: TestHost
beforeAll(async () => {
  test = await startTestHost({}, { offramp })
})
afterAll(() => test[Symbol.asyncDispose]())
afterEach(() => {
  offramp.failure = null
})

let count = 0
const detailsOf = (clientUserId: string) =>
  `/v2/payer/${encodeURIComponent(clientUserId)}/payment-details`

async function createPayer(): Promise<{ clientUserId: string; userId: string }> {
  count += 1
  const clientUserId = `user-${count}@example.test`
  const { json } = await test.call('POST', '/v2/payer', { body: { ...plainPayer, clientUserId } })
  return { clientUserId, userId: json.userId }
}

const register = ({ clientUserId }: { clientUserId: string }, members: object = {}) =>
  test.call('POST', detailsOf(clientUserId), { body: { ...plainAccount, ...members } })
const list = async ({ clientUserId }: { clientUserId: string }, query = '') =>
  (await test.call('GET', detailsOf(clientUserId) + query)).json.paymentDetails

async function rowOf(id: string) {
  return test.host.context.db.kysely
    .selectFrom('payment_details')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

describe('Registering a bank account', () => {
  it('registering a bank account returns the account as pending, and lists it with the last digits of its numbers', async () => {
    const payer = await createPayer()
    const { status, json } = await register(payer, { currency: 'EUR', unknown: 'is ignored' })
    const { id } = json.payment_detail
    expect({ status, json }).toEqual({
      status: 201,
      json: {
        payment_detail: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          clientUserId: payer.clientUserId,
          bankName: 'Banco Exemplo',
          accountName: 'Joana Costa',
          currency: 'eur',
          beneficiaryType: 'individual',
          status: 'pending',
        },
      },
    })
    expect(await list(payer)).toEqual([
      {
        id,
        userId: payer.userId,
        bankName: 'Banco Exemplo',
        accountName: 'Joana Costa',
        beneficiaryType: 'individual',
        accountNumber: '*********************0154',
        currency: 'eur',
        status: 'pending',
        rails: 'local',
      },
    ])
  })

  it('registering a bank account submits the account in canonical form: upper-case numbers without spaces or hyphens, and no empty members', async () => {
    const payer = await createPayer()
    const { json } = await register(payer, {
      iban: 'pt50 0002-0123 1234 5678 9015 4',
      country: 'pt',
      addressLine2: '',
      sortCode: '',
    })
    expect(offramp.accounts.at(-1)).toEqual({
      id: json.payment_detail.id,
      payerProviderId: `at-provider-${payer.userId}`,
      account: { ...plainAccount, rails: 'local' },
    })
  })

  it('registering a bank account returns the existing account for a repeated call in any spelling', async () => {
    const payer = await createPayer()
    const { json } = await register(payer)
    const before = await dumpDatabase(test.host.context.db, { without: ['api_keys'] })
    const again = await register(payer, { iban: 'PT50 0002 0123 1234 5678 9015 4', rails: 'local' })
    expect(again).toMatchObject({ status: 201, json })
    expect(await dumpDatabase(test.host.context.db, { without: ['api_keys'] })).toBe(before)
    const other = await register(payer, { accountName: 'Joana C.' })
    expect(other.json.payment_detail.id).not.toBe(json.payment_detail.id)
  })

  it('registering a bank account creates one account for 20 simultaneous calls', async () => {
    const payer = await createPayer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(payer)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(await list(payer)).toHaveLength(1)
  })

  it('the list of a payer’s accounts starts with the newest account, or contains only the requested account', async () => {
    const payer = await createPayer()
    const ids: string[] = []
    for (const accountName of ['One', 'Two', 'Three']) {
      test.clock.advance(1)
      ids.push((await register(payer, { accountName })).json.payment_detail.id)
    }
    const idsOf = (details: { id: string }[]) => details.map(({ id }) => id)
    expect(idsOf(await list(payer))).toEqual(ids.toReversed())
    expect(idsOf(await list(payer, `?paymentDetailsId=${ids[1]}`))).toEqual([ids[1]])
  })

  it('registering a bank account masks the routing number too', async () => {
    const payer = await createPayer()
    // The published example.
    await register(payer, {
      currency: 'usd',
      iban: undefined,
      accountNumber: '2530 0923 3489',
      routingNumber: '026-013-356',
    })
    expect(await list(payer)).toMatchObject([
      { accountNumber: '********3489', routingNumber: '*****3356' },
    ])
  })

  it('registering a bank account is rejected above the maximum per payer', async () => {
    const payer = await createPayer()
    for (let index = 0; index < MAX_PAYMENT_DETAILS; index += 1) {
      expect((await register(payer, { accountName: `Account ${index}` })).status).toBe(201)
    }
    expect(await register(payer)).toMatchObject({
      status: 409,
      json: { code: 'too_many_payment_details' },
    })
    expect((await register(payer, { accountName: 'Account 0' })).status).toBe(201)
  })
})

describe('Other merchants’ accounts', () => {
  it('other merchants’ accounts are not found, and neither are accounts under another payer', async () => {
    const payer = await createPayer()
    const { json } = await register(payer)
    const another = await createPayer()
    const { id } = json.payment_detail
    const unknown = '01a20047-550c-7092-aeea-9cff866d26ad'
    for (const path of [
      `${detailsOf(another.clientUserId)}?paymentDetailsId=${id}`,
      `${detailsOf(payer.clientUserId)}?paymentDetailsId=${unknown}`,
      `${detailsOf(payer.clientUserId)}?paymentDetailsId=${id.toUpperCase()}`,
      `${detailsOf(payer.clientUserId)}?paymentDetailsId=%00`,
      `${detailsOf(payer.clientUserId)}?paymentDetailsId=`,
    ]) {
      expect(await test.call('GET', path)).toMatchObject({
        status: 404,
        json: { code: 'payment_details_not_found' },
      })
    }
    for (const [method, body] of [['GET'], ['POST', plainAccount]] as const) {
      expect(await test.call(method, detailsOf('nobody'), { body })).toMatchObject({
        status: 404,
        json: { code: 'payer_not_found' },
      })
    }
  })
})

describe('An unavailable provider', () => {
  it('an unavailable provider receives the payer first and then the account, once it has recovered', async () => {
    offramp.failure = away()
    const payer = await createPayer()
    const { status, json } = await register(payer)
    expect({ status, told: json.payment_detail.status }).toEqual({ status: 201, told: 'pending' })
    const { id } = json.payment_detail
    expect(await rowOf(id)).toMatchObject({
      provider: FAKE_OFFRAMP,
      provider_id: null,
      next_check_at: expect.any(String),
    })

    offramp.failure = null
    const context = { ...test.host.context, offramp }
    const told = offramp.accounts.length
    await sendAccount(context, await rowOf(id))
    // The provider does not have the payer yet, so the host does not send the account.
    expect(offramp.accounts).toHaveLength(told)
    const stored = await test.host.context.db.kysely
      .selectFrom('payers')
      .selectAll()
      .where('id', '=', payer.userId)
      .executeTakeFirstOrThrow()
    await sendPayer(context, stored)
    await sendAccount(context, await rowOf(id))
    await sendAccount(context, await rowOf(id))
    expect(offramp.accounts.slice(told).map((account) => account.id)).toEqual([id])
    expect(await rowOf(id)).toMatchObject({ provider_id: `at-provider-${id}` })
  })
})

describe('A provider that rejects an account', () => {
  it('an account that the provider rejects is marked as failed, with the reason, and another account can be registered', async () => {
    const payer = await createPayer()
    offramp.failure = new OfframpRefusedError({ provider: FAKE_OFFRAMP, reason: 'Closed account' })
    const { json } = await register(payer)
    const { id, status } = json.payment_detail
    expect(status).toBe('failed')
    const events = await test.host.context.db.kysely
      .selectFrom('events')
      .select(['type', 'body'])
      .where('request_id', '=', payer.userId)
      .execute()
    expect(events.map(({ body }) => JSON.parse(body))).toEqual([
      {
        event: 'payment_detail.updated',
        eventId: expect.any(String),
        requestId: null,
        paymentDetailsId: id,
        clientUserId: payer.clientUserId,
        status: 'failed',
        timestamp: expect.any(String),
        rejectionMessage: 'Closed account',
        rawPayload: { provider: FAKE_OFFRAMP, status: 'failed' },
      },
    ])
    offramp.failure = null
    expect((await register(payer)).json.payment_detail).toMatchObject({ status: 'pending' })
    expect(await list(payer)).toHaveLength(2)
  })
})
