import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasePayer } from '../../host/src/payers/erasePayer.ts'
import { createFakeOfframp } from '../support/fakeOfframp.ts'
import { plainAccount, plainPayer } from '../support/plainPayer.ts'
import { registerAccount } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

/** Reads the records with a session, as the console does. */
let test: TestHost
let session: { headers: Record<string, string>; tenantId: string }
let key: Record<string, string>
beforeAll(async () => {
  test = await startTestHost({}, { offramp: createFakeOfframp() })
  session = await registerAccount(test)
  const created = await bySession('POST', '/v1/api-keys', { label: 'key' })
  key = { 'x-api-key': created.json.key }
})
afterAll(() => test[Symbol.asyncDispose]())

const bySession = (method: string, path: string, body?: object) =>
  test.call(method, path, {
    anonymous: true,
    headers: session.headers,
    ...(body !== undefined && { body }),
  })
const byKey = (path: string, body: object) =>
  test.call('POST', path, { anonymous: true, headers: key, body })

async function createPayer(clientUserId: string): Promise<{ userId: string; detailId: string }> {
  test.clock.advance(1)
  const { json } = await byKey('/v2/payer', { ...plainPayer, clientUserId })
  const created = await byKey(`/v2/payer/${clientUserId}/payment-details`, plainAccount)
  return { userId: json.userId, detailId: created.json.payment_detail.id }
}

describe('The list of payers', () => {
  const ids: string[] = []
  beforeAll(async () => {
    for (let index = 0; index < 5; index += 1) ids.push((await createPayer(`p-${index}`)).userId)
  })
  const idsOf = ({ json }: { json: { payers: { userId: string }[] } }) =>
    json.payers.map(({ userId }) => userId)

  it('the list of payers shows statuses and the last digits of account numbers, newest first', async () => {
    const { status, json } = await bySession('GET', '/v1/payers')
    expect(status).toBe(200)
    expect(idsOf({ json })).toEqual(ids.toReversed())
    expect(json.pagination).toEqual({
      total: 5,
      limit: 50,
      offset: 0,
      hasMore: false,
      nextCursor: null,
    })
    expect(json.payers[0]).toEqual({
      userId: ids[4],
      clientUserId: 'p-4',
      kycStatus: 'not_started',
      agreementStatus: 'not_started',
      isCompliant: false,
      provider: 'fake-offramp',
      paymentDetails: [
        {
          id: expect.any(String),
          bankName: 'Banco Exemplo',
          accountName: 'Joana Costa',
          beneficiaryType: 'individual',
          accountNumber: '*********************0154',
          currency: 'eur',
          status: 'pending',
          rails: 'local',
          rejectionMessage: null,
          createdAt: expect.any(String),
        },
      ],
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      erasedAt: null,
    })
  })

  it('the list of payers is paged by cursor and by offset', async () => {
    const walked: string[] = []
    let query = '?limit=2'
    for (let page = 0; page < 3; page += 1) {
      const answer = await bySession('GET', `/v1/payers${query}`)
      walked.push(...idsOf(answer))
      query = `?limit=2&cursor=${answer.json.pagination.nextCursor}`
      expect(answer.json.pagination.hasMore).toBe(page < 2)
    }
    expect(walked).toEqual(ids.toReversed())
    // Clients keep cursors across an upgrade, so their form never changes.
    const { payers, pagination } = (await bySession('GET', '/v1/payers?limit=2')).json
    expect(pagination.nextCursor).toBe(
      Buffer.from(payers[1].userId, 'latin1').toString('base64url'),
    )
    expect(idsOf(await bySession('GET', '/v1/payers?limit=2&offset=3'))).toEqual([ids[1], ids[0]])
  })

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=abc', 'cursor'],
    ['cursor=abc&offset=1', 'cursor'],
    ['offset=-1', 'offset'],
  ])('the list of payers rejects %s', async (query, field) => {
    for (const path of ['/v1/payers', '/v1/offramps']) {
      const { status, json } = await bySession('GET', `${path}?${query}`)
      expect({ status, field: json.errors?.[0].field }).toEqual({ status: 400, field })
    }
  })

  it('the list of payers contains only the merchant’s own payers, and shows that an erased payer existed', async () => {
    const other = await registerAccount(test)
    const { json } = await test.call('GET', '/v1/payers', {
      anonymous: true,
      headers: other.headers,
    })
    expect(json.payers).toEqual([])
    const { tenantId } = session
    await erasePayer(test.host.context, { tenantId, clientUserId: 'p-0', isForced: false })
    const { json: after } = await bySession('GET', '/v1/payers')
    expect(after.payers.at(-1)).toMatchObject({
      userId: ids[0],
      clientUserId: null,
      paymentDetails: [],
      erasedAt: test.clock.now().toISOString(),
    })
  })
})

describe('The list of offramps', () => {
  const requestIds = ['a1', 'b2', 'c3'].map((pair) => `01${pair.repeat(32)}`)
  const [waiting, delivered] = requestIds
  let userId: string
  let detailId: string

  beforeAll(async () => {
    ;({ userId, detailId } = await createPayer('offramped'))
    const { kysely } = test.host.context.db
    for (const [index, request_id] of requestIds.entries()) {
      const id = `off_01KB5A11B2C3D4E5F6G7H8J9K${index}`
      const isKnown = request_id === delivered
      await kysely
        .insertInto('offramps')
        .values({
          id,
          tenant_id: session.tenantId,
          request_id,
          payer_id: isKnown ? userId : null,
          payment_details_id: isKnown ? detailId : null,
          provider: 'fake-offramp',
          provider_id: null,
          network: 'devnet',
          currency: 'USDC-devnet',
          units: '12500000',
          tx_hash: `0x${'5a'.repeat(32)}`,
          status: isKnown ? 'delivered' : 'created',
          reported_at: null,
          failure_reason: null,
          next_check_at: null,
          created_at: '2026-11-02T09:00:00.000Z',
          updated_at: '2026-11-02T09:00:09.000Z',
        })
        .execute()
      const steps = isKnown
        ? (['created', 'fiat_sent', 'delivered'] as const)
        : (['created'] as const)
      for (const [at, status] of steps.entries()) {
        await kysely
          .insertInto('offramp_steps')
          .values({
            offramp_id: id,
            number: at + 1,
            status,
            reason: null,
            created_at: `2026-11-02T09:00:0${at}.000Z`,
          })
          .execute()
      }
    }
  })

  it('the list of offramps shows each offramp’s steps, payer and last account digits', async () => {
    const { json } = await bySession('GET', `/v1/offramps?requestId=${delivered}`)
    expect(json).toEqual({
      offramps: [
        {
          id: 'off_01KB5A11B2C3D4E5F6G7H8J9K1',
          requestId: delivered,
          status: 'delivered',
          userId,
          clientUserId: 'offramped',
          paymentDetail: {
            id: detailId,
            bankName: 'Banco Exemplo',
            accountName: 'Joana Costa',
            accountNumber: '*********************0154',
            currency: 'eur',
          },
          provider: 'fake-offramp',
          network: 'devnet',
          currency: 'USDC-devnet',
          amount: '12.5',
          txHash: `0x${'5a'.repeat(32)}`,
          failureReason: null,
          steps: [
            { status: 'created', reason: null, createdAt: '2026-11-02T09:00:00.000Z' },
            { status: 'fiat_sent', reason: null, createdAt: '2026-11-02T09:00:01.000Z' },
            { status: 'delivered', reason: null, createdAt: '2026-11-02T09:00:02.000Z' },
          ],
          createdAt: '2026-11-02T09:00:00.000Z',
          updatedAt: '2026-11-02T09:00:09.000Z',
        },
      ],
      pagination: { total: 1, limit: 50, offset: 0, hasMore: false, nextCursor: null },
    })
  })

  it('the list of offramps includes money without a known payer, and is paged by cursor', async () => {
    const first = await bySession('GET', '/v1/offramps?limit=2')
    const { nextCursor } = first.json.pagination
    const second = await bySession('GET', `/v1/offramps?limit=2&cursor=${nextCursor}`)
    const walked = [...first.json.offramps, ...second.json.offramps]
    expect(walked.map(({ requestId }) => requestId)).toEqual(requestIds.toReversed())
    expect(walked.at(-1)).toMatchObject({
      requestId: waiting,
      userId: null,
      clientUserId: null,
      paymentDetail: null,
    })
    expect(second.json.pagination).toMatchObject({ total: 3, hasMore: false })
  })

  it('the list of offramps contains only the merchant’s own offramps', async () => {
    const { headers } = await registerAccount(test)
    for (const query of ['', `?requestId=${delivered}`]) {
      const { json } = await test.call('GET', `/v1/offramps${query}`, { anonymous: true, headers })
      expect(json.offramps).toEqual([])
    }
  })
})
