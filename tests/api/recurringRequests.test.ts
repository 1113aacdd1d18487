import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { continueRecurrences } from '../../host/src/jobs/continueRecurrences.ts'
import { PAYEE, pageHeaders, startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v2/request'
const DAY_MS = 86_400_000

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const today = () => dayOf(test.clock.now())

async function createRecurring(
  recurrence: object,
  options: { headers?: Record<string, string>; anonymous?: boolean } = {},
): Promise<string> {
  const body = {
    payee: PAYEE,
    amount: '80',
    invoiceCurrency: 'USD',
    paymentCurrency: 'USDC-devnet',
    recurrence,
  }
  const { status, json } = await test.call('POST', PATH, { body, ...options })
  expect(status).toBe(201)
  return json.requestId
}

const read = async (requestId: string) => (await test.call('GET', `${PATH}/${requestId}`)).json
const stop = (requestId: string, isRecurrenceStopped: unknown = true, options: object = {}) =>
  test.call('PATCH', `${PATH}/${requestId}`, { body: { isRecurrenceStopped }, ...options })

async function nextAt(requestId: string): Promise<string | null> {
  const row = await test.host.context.db.kysely
    .selectFrom('requests')
    .select('next_recurrence_at')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  return row.next_recurrence_at
}

describe('A request with a recurrence', () => {
  it('a request with a recurrence is returned with its recurrence, and is itself the first period', async () => {
    const recurrence = { startDate: today(), frequency: 'DAILY' }
    const requestId = await createRecurring(recurrence)
    expect(await read(requestId)).toMatchObject({ recurrence, isRecurrenceStopped: false })
    const tomorrow = dayOf(new Date(test.clock.now().getTime() + DAY_MS))
    expect(await nextAt(requestId)).toBe(`${tomorrow}T00:00:00.000Z`)
  })

  it('a request with a recurrence may begin earlier today, or at any later time', async () => {
    const recurrence = { startDate: `${today()}T00:00:00Z`, frequency: 'WEEKLY' }
    expect(await read(await createRecurring(recurrence))).toMatchObject({ recurrence })
    const requestId = await createRecurring({
      startDate: '2030-01-31T09:30:00Z',
      frequency: 'MONTHLY',
    })
    expect(await nextAt(requestId)).toBe('2030-02-28T09:30:00.000Z')
  })

  it('a request without a recurrence has no recurrence members', async () => {
    const body = {
      payee: PAYEE,
      amount: '1',
      invoiceCurrency: 'USD',
      paymentCurrency: 'USDC-devnet',
    }
    const { json } = await test.call('POST', PATH, { body })
    const request = await read(json.requestId)
    expect(Object.keys(request).filter((name) => /recurr|original/i.test(name))).toEqual([])
  })

  it('a request with a recurrence leads to one request per period, each of which names the original request', async () => {
    const requestId = await createRecurring({ startDate: today(), frequency: 'DAILY' })
    test.clock.advance(DAY_MS)
    await continueRecurrences(test.host.context)
    const child = await test.host.context.db.kysely
      .selectFrom('requests')
      .select('id')
      .where('original_request_id', '=', requestId)
      .executeTakeFirstOrThrow()
    const { paymentReference } = await read(requestId)
    const request = await read(child.id)
    expect(request).toMatchObject({
      status: 'created',
      requestAmount: '80',
      invoiceCurrency: 'USD',
      payee: PAYEE,
      originalRequestId: requestId,
      originalRequestPaymentReference: paymentReference,
    })
    expect(request.paymentReference).not.toBe(paymentReference)
    expect(request.recurrence).toBeUndefined()
  })
})

describe('PATCH /v2/request/{requestId}', () => {
  it('PATCH /v2/request/{requestId} stops a recurrence; a repeated call changes nothing', async () => {
    const requestId = await createRecurring({ startDate: today(), frequency: 'MONTHLY' })
    for (const answer of [await stop(requestId), await stop(requestId)]) {
      expect(answer).toMatchObject({ status: 200, json: { requestId, isRecurrenceStopped: true } })
    }
    expect(await read(requestId)).toMatchObject({ isRecurrenceStopped: true, status: 'created' })
    expect(await nextAt(requestId)).toBeNull()
  })

  it('PATCH /v2/request/{requestId} resumes a stopped recurrence with the next period, without the missed periods', async () => {
    const requestId = await createRecurring({ startDate: today(), frequency: 'DAILY' })
    await stop(requestId)
    test.clock.advance(10 * DAY_MS)
    const { json } = await stop(requestId, false)
    expect(json).toEqual({ requestId, isRecurrenceStopped: false })
    const tomorrow = dayOf(new Date(test.clock.now().getTime() + DAY_MS))
    expect(await nextAt(requestId)).toBe(`${tomorrow}T00:00:00.000Z`)
  })

  it('PATCH /v2/request/{requestId} leaves the next period’s date unchanged when the recurrence was not stopped', async () => {
    const requestId = await createRecurring({ startDate: today(), frequency: 'DAILY' })
    const before = await nextAt(requestId)
    test.clock.advance(3 * DAY_MS)
    await stop(requestId, false)
    expect(await nextAt(requestId)).toBe(before)
  })

  it('PATCH /v2/request/{requestId} returns 400 for a request that is not recurring, including a recurring request’s periods', async () => {
    const body = {
      payee: PAYEE,
      amount: '1',
      invoiceCurrency: 'USD',
      paymentCurrency: 'USDC-devnet',
    }
    const { json: created } = await test.call('POST', PATH, { body })
    const { status, json } = await stop(created.requestId)
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'not_recurring' })
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'true'],
    ['null', null],
  ])('PATCH /v2/request/{requestId} returns 400 for %s in the body', async (_, value) => {
    const requestId = await createRecurring({ startDate: today(), frequency: 'DAILY' })
    const { status, json } = await test.call('PATCH', `${PATH}/${requestId}`, {
      body: { isRecurrenceStopped: value },
    })
    expect({ status, field: json.errors?.[0]?.field }).toEqual({
      status: 400,
      field: 'isRecurrenceStopped',
    })
    expect(await read(requestId)).toMatchObject({ isRecurrenceStopped: false })
  })

  it('PATCH /v2/request/{requestId} returns 404 for unknown requests and for another tenant’s', async () => {
    const requestId = await createRecurring({ startDate: today(), frequency: 'DAILY' })
    const { apiKey } = await test.createTenant()
    const answers = [
      await stop(requestId, true, { headers: { 'x-api-key': apiKey } }),
      await stop(`01${'0'.repeat(64)}`),
      await stop('nonsense'),
    ]
    for (const { status, json } of answers) {
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'request_not_found' })
    }
    expect(await read(requestId)).toMatchObject({ isRecurrenceStopped: false })
  })

  it('PATCH /v2/request/{requestId} limits a client ID to its own requests, because its id is public', async () => {
    const { clientId } = await test.createClientId()
    const asPage = { anonymous: true, headers: pageHeaders(clientId) }
    const recurrence = { startDate: today(), frequency: 'DAILY' }
    const own = await createRecurring(recurrence, asPage)
    const others = await createRecurring(recurrence)
    expect((await stop(own, true, asPage)).status).toBe(200)
    expect((await stop(others, true, asPage)).status).toBe(404)
    expect(await read(others)).toMatchObject({ isRecurrenceStopped: false })
  })
})
