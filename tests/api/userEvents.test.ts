import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerAccount } from '../support/signIn.ts'
import {
  type PageHeaders,
  pageHeaders,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

let test: TestHost
let page: PageHeaders
beforeAll(async () => {
  test = await startTestHost()
  const { clientId } = await test.createClientId()
  page = pageHeaders(clientId)
})
afterAll(() => test[Symbol.asyncDispose]())

const OCCURRED_AT = '2026-11-02T08:14:30.000Z'
const tell = (token: string, body: object = {}) =>
  test.call('POST', `/v2/secure-payments/${token}/user-events`, {
    anonymous: true,
    headers: page,
    body: { userEvent: 'wallet_connected', occurredAt: OCCURRED_AT, ...body },
  })

async function switchOn(isOn: boolean): Promise<void> {
  await test.host.context.db.kysely
    .updateTable('tenants')
    .set({ sends_user_events: isOn ? 1 : 0 })
    .execute()
}

async function toldOf(token: string) {
  const rows = await test.host.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('request_id', '=', token)
    .orderBy('sequence')
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}

describe('POST /v2/secure-payments/{token}/user-events', () => {
  it('POST /v2/secure-payments/{token}/user-events stores nothing unless the tenant enables it', async () => {
    const { token } = await test.createPayment()
    expect(await tell(token)).toMatchObject({ status: 202, json: { success: true } })
    expect(await toldOf(token)).toEqual([])
  })

  it('POST /v2/secure-payments/{token}/user-events sends the page’s reports to the merchant, in order', async () => {
    await switchOn(true)
    const { token, requestIds } = await test.createPayment()
    const properties = {
      wallet: '<img src=x onerror=alert(1)>',
      isMobile: true,
      step: 1,
      none: null,
    }
    expect((await tell(token, { properties, orchestratorId: 'orc_1' })).status).toBe(202)
    for (const userEvent of ['payment_sent_to_wallet', 'payment_approved_in_wallet']) {
      await tell(token, { userEvent })
    }
    const [first, ...rest] = await toldOf(token)
    expect(first).toEqual({
      event: 'secure_payment.user_event',
      eventId: expect.stringMatching(/^[0-9A-Z]{26}$/),
      userEvent: 'wallet_connected',
      securePaymentToken: token,
      requestId: requestIds[0],
      requestIds,
      occurredAt: OCCURRED_AT,
      timestamp: test.clock.now().toISOString(),
      properties,
      orchestratorId: 'orc_1',
    })
    expect(rest.map(({ userEvent }) => userEvent)).toEqual([
      'payment_sent_to_wallet',
      'payment_approved_in_wallet',
    ])
    const alias = await test.call('POST', `/v2/secure-payments/${token}/events`, {
      anonymous: true,
      headers: page,
      body: { userEvent: 'wallet_connected', occurredAt: OCCURRED_AT },
    })
    expect([alias.status, (await toldOf(token)).length]).toEqual([202, 4])
    const batch = await test.createPayment({ requests: [usdcItem, usdcItem] })
    await tell(batch.token)
    const [event] = await toldOf(batch.token)
    expect(event).not.toHaveProperty('requestId')
    expect(event.requestIds).toEqual(batch.requestIds)
    // The report does not mark the payment as paid.
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(json).toMatchObject({ status: 'pending', lastAttempt: null })
  })

  it('POST /v2/secure-payments/{token}/user-events drops reports beyond the limit, and the page gets the same response', async () => {
    await switchOn(true)
    const { token } = await test.createPayment()
    const answers = await Promise.all(Array.from({ length: 60 }, () => tell(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(await toldOf(token)).toHaveLength(50)
  })

  it.each<[string, object]>([
    ['another event', { userEvent: 'payment_confirmed' }],
    ['no time', { occurredAt: 'yesterday' }],
    ['nested properties', { properties: { a: { b: 1 } } }],
    ['a list', { properties: ['a'] }],
    ['long text', { properties: { a: 'x'.repeat(256) } }],
    ['a control character', { properties: { a: '\u0000' } }],
    [
      'too many properties',
      { properties: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`p${i}`, i])) },
    ],
  ])('POST /v2/secure-payments/{token}/user-events rejects %s', async (_, body) => {
    const { token } = await test.createPayment()
    expect((await tell(token, body)).status).toBe(400)
  })

  it('POST /v2/secure-payments/{token}/user-events returns 404 for another tenant’s payment', async () => {
    const { apiKey } = await test.createTenant()
    const { token } = await test.createPayment()
    const body = { userEvent: 'wallet_connected', occurredAt: OCCURRED_AT }
    const path = `/v2/secure-payments/${token}/user-events`
    const other = await test.call('POST', path, {
      anonymous: true,
      headers: { 'x-api-key': apiKey },
      body,
    })
    expect(other.status).toBe(404)
    expect((await test.call('POST', path, { anonymous: true, body })).status).toBe(401)
  })
})

describe('PUT /v1/tenant', () => {
  it('PUT /v1/tenant enables and disables the telemetry, and leaves it unchanged when the body omits it', async () => {
    const { headers } = await registerAccount(test, 'events@example.test')
    const call = (method: string, body?: object) =>
      test.call(method, '/v1/tenant', { anonymous: true, headers, ...(body && { body }) })
    expect((await call('GET')).json).toMatchObject({ name: '', sendsUserEvents: false })
    await call('PUT', { name: 'Ana', sendsUserEvents: true })
    expect((await call('PUT', { name: 'Ana’s' })).json).toMatchObject({
      name: 'Ana’s',
      sendsUserEvents: true,
    })
    expect(
      (await call('PUT', { name: 'Ana’s', sendsUserEvents: false })).json.sendsUserEvents,
    ).toBe(false)
  })
})
