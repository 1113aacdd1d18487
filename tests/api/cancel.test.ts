import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPaid, markSeen } from '../support/markRequest.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import {
  API_KEY,
  PAYER,
  pageHeaders,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const LINKS = '/v2/secure-payments'
const HASH = `0x${'5b'.repeat(32)}`
const HELP = 'https://shop.example.test/help'
const MINUTE_MS = 60_000
/** The amount of `usdcItem`, in units of USDC. */
const WHOLE = 12_500_000n

let test: TestHost
let page: Record<string, string>
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  page = pageHeaders((await test.createClientId()).clientId)
  const branding = { supportUrl: HELP }
  expect((await test.call('PUT', '/v1/branding', { body: branding })).status).toBe(200)
})
afterAll(() => test[Symbol.asyncDispose]())

const asPage = (method: string, path: string, body?: object) =>
  test.call(method, path, {
    anonymous: true,
    headers: page,
    ...(body !== undefined && { body }),
  })
const cancel = (token: string) => test.call('POST', `${LINKS}/${token}/cancel`)
const cancelRequest = (id: string) => test.call('POST', `/v2/request/${id}/cancel`)
const attempt = (token: string, attemptId: string = randomUUID()) =>
  asPage('POST', `${LINKS}/${token}/attempts`, {
    attemptId,
    wallet: PAYER,
    chain: 'devnet',
    token: 'USDC',
    calldataHash: HASH,
  })
const update = (token: string, attemptId: string, body: object) =>
  asPage('PATCH', `${LINKS}/${token}/attempts/${attemptId}`, body)

async function createRequest(body: object = {}): Promise<string> {
  const { json } = await test.call('POST', '/v2/request', { body: { ...usdcItem, ...body } })
  return json.requestId
}

/** Returns the bodies of the request's `request.cancelled` events. */
async function toldOf(requestId: string): Promise<object[]> {
  const rows = await test.host.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('request_id', '=', requestId)
    .where('type', '=', 'request.cancelled')
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}

describe('POST /v2/secure-payments/{token}/cancel', () => {
  it('POST /v2/secure-payments/{token}/cancel cancels the payment once, and returns the same response again', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    const first = await cancel(token)
    const cancelledAt = test.clock.now().toISOString()
    expect([first.status, first.json]).toEqual([
      200,
      {
        token,
        status: 'invalidated',
        cancelledAt,
        requestIds: expect.arrayContaining(requestIds),
      },
    ])
    test.clock.advance(MINUTE_MS)
    expect([(await cancel(token)).status, (await cancel(token)).text]).toEqual([200, first.text])
    for (const requestId of requestIds) {
      expect(await toldOf(requestId)).toEqual([
        expect.objectContaining({
          event: 'request.cancelled',
          requestId,
          sequence: 1,
          securePaymentToken: token,
          cancelledAt,
        }),
      ])
      const read = await test.call('GET', `/v2/request/${requestId}`)
      expect(read.json.status).toBe('invalidated')
    }
  })

  it('POST /v2/secure-payments/{token}/cancel makes every payer operation return 410 with the merchant’s contact and the payment', async () => {
    const { token, requestIds } = await test.createPayment()
    const requestId = requestIds[0] ?? ''
    await cancel(token)
    const path = `${LINKS}/${token}`
    const safeTxHash = HASH
    const answers = [
      await asPage('GET', path),
      await asPage('GET', `${path}?completed=show`),
      await asPage('GET', `${path}/pay?wallet=${PAYER}`),
      await attempt(token),
      await asPage('POST', `${path}/intent`, { txHash: HASH, chain: 'devnet', token: 'USDC' }),
      await asPage('POST', `${path}/intent`, {
        safeTxHash,
        chain: 'devnet',
        token: 'USDC',
        walletAddress: PAYER,
      }),
      await test.call('GET', path),
    ]
    for (const { status, json } of answers) {
      expect(status).toBe(410)
      expect(json).toMatchObject({
        code: 'payment_not_payable',
        title: 'Gone',
        status: 410,
        paymentStatus: 'invalidated',
        supportUrl: HELP,
        payment: { token, status: 'invalidated', merchant: { supportUrl: HELP } },
      })
      expect(json.detail).toContain(HELP)
      expect(json.payment.items[0].status).toBe('invalidated')
    }
    const byRequest = await test.call('GET', `/v2/request/${requestId}/pay?wallet=${PAYER}`)
    expect(byRequest).toMatchObject({
      status: 410,
      json: { code: 'payment_not_payable', supportUrl: HELP },
    })
    const inBatch = await test.call('POST', '/v2/payouts/batch', {
      body: { requestIds: [requestId], payer: PAYER },
    })
    expect([inBatch.status, inBatch.json.code]).toEqual([410, 'payment_not_payable'])
    const routes = await test.call('GET', `/v2/request/${requestId}/routes?wallet=${PAYER}`)
    expect(routes.json.routes).toEqual([])
  })

  it('POST /v2/secure-payments/{token}/cancel marks the link and its request as invalidated in the lists', async () => {
    test.clock.advance(1)
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem] })
    await cancel(token)
    const links = await test.call('GET', `${LINKS}?status=invalidated&limit=1`)
    expect(links.json.securePayments).toMatchObject([
      { token, status: 'invalidated', items: [{ status: 'invalidated' }] },
    ])
    const cancelled = await test.call('GET', '/v2/request?status=invalidated&limit=1')
    expect(cancelled.json.requests).toMatchObject([
      { requestId: requestIds[0], status: 'invalidated' },
    ])
    const { json } = await test.call('GET', '/v2/request?status=created&limit=100')
    expect(json.requests.map((one: { requestId: string }) => one.requestId)).not.toContain(
      requestIds[0],
    )
  })

  it('POST /v2/secure-payments/{token}/cancel also cancels an expired link', async () => {
    const { token } = await test.createPayment()
    test.clock.advance(8 * 24 * 60 * MINUTE_MS)
    expect((await cancel(token)).status).toBe(200)
    expect((await asPage('GET', `${LINKS}/${token}`)).status).toBe(410)
  })

  it('POST /v2/secure-payments/{token}/cancel accepts the merchant’s API key, and rejects client IDs and other merchants', async () => {
    const { token } = await test.createPayment()
    const stranger = await registerAccount(test)
    const path = `${LINKS}/${token}/cancel`
    const send = (headers: Record<string, string>) =>
      test.call('POST', path, { anonymous: true, headers })
    expect((await send({})).status).toBe(401)
    expect((await send(page)).json.code).toBe('credential_not_accepted')
    expect((await send(stranger.headers)).status).toBe(404)
    expect((await cancel('01KB4Z8Q6V3M2N5P7R9T0W1X2Y')).status).toBe(404)
    expect((await cancel('%00')).status).toBe(404)
    expect((await send({ 'x-api-key': API_KEY })).status).toBe(200)
  })
})

describe('A cancellation is rejected', () => {
  const refusal = (reason: string) => ({ status: 409, json: { code: 'cancel_refused', reason } })

  it('a cancellation is rejected while an attempt holds the payment, but not once the attempt has ended or lapsed', async () => {
    const { token } = await test.createPayment()
    const [first, second] = [randomUUID(), randomUUID()]
    const begun = await attempt(token, first)
    const refused = await cancel(token)
    expect(refused).toMatchObject(refusal('attempt'))
    expect(refused.json.message).toContain(begun.json.leaseUntil)
    await update(token, first, { phase: 'abandoned' })
    await attempt(token, second)
    expect(await cancel(token)).toMatchObject(refusal('attempt'))
    test.clock.advance(10 * MINUTE_MS)
    expect((await cancel(token)).status).toBe(200)
    // The lapsed attempt cannot continue, but may still report its transaction.
    expect((await update(token, second, { phase: 'signing' })).status).toBe(410)
    expect((await update(token, second, { phase: 'broadcast', txHash: HASH })).status).toBe(200)
    expect((await update(token, second, { phase: 'abandoned' })).status).toBe(200)
  })

  it('a cancellation is rejected while a lapsed attempt’s transaction may still arrive', async () => {
    const { token } = await test.createPayment()
    const id = randomUUID()
    await attempt(token, id)
    await update(token, id, { phase: 'broadcast', txHash: HASH })
    test.clock.advance(30 * MINUTE_MS)
    expect(await cancel(token)).toMatchObject(refusal('attempt'))
    test.clock.advance(30 * MINUTE_MS)
    expect((await cancel(token)).status).toBe(200)
  })

  it('a cancellation is rejected for an hour after a page reported a transaction', async () => {
    const { token } = await test.createPayment()
    const body = { txHash: HASH, chain: 'devnet', token: 'USDC' }
    expect((await asPage('POST', `${LINKS}/${token}/intent`, body)).status).toBe(200)
    expect(await cancel(token)).toMatchObject(refusal('sent'))
    test.clock.advance(60 * MINUTE_MS)
    expect((await cancel(token)).status).toBe(200)
  })

  it('a cancellation is rejected once part of the payment is on chain, and once a partial or full payment is confirmed', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    const requestId = requestIds[1] ?? ''
    await markSeen(test.host, { requestId, units: 1n, depth: 1n })
    expect(await cancel(token)).toMatchObject(refusal('seen'))
    await markPaid(test.host, { token, requestId, paidUnits: 1n })
    const refused = await cancel(token)
    expect(refused).toMatchObject(refusal('paid'))
    expect(refused.json.message).toContain('Refund the payer')
    expect(await cancelRequest(requestId)).toMatchObject(refusal('batch'))

    const whole = await test.createPayment()
    const facts = { token: whole.token, requestId: whole.requestIds[0] ?? '', paidUnits: WHOLE }
    await markPaid(test.host, facts)
    expect(await cancel(whole.token)).toMatchObject(refusal('paid'))
    expect((await asPage('GET', `${LINKS}/${whole.token}`)).json.code).toBe('payment_completed')
  })

  it('a cancellation is rejected for a single request of a batch', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    const refused = await cancelRequest(requestIds[0] ?? '')
    expect(refused).toMatchObject(refusal('batch'))
    expect(refused.json.message).toContain('/v2/secure-payments/{token}/cancel')
    const { json } = await cancel(token)
    // Once the whole batch is cancelled, cancelling one of its requests returns the batch's result.
    expect(await cancelRequest(requestIds[0] ?? '')).toMatchObject({
      status: 200,
      json: { securePaymentToken: token, cancelledAt: json.cancelledAt },
    })
  })
})

describe('POST /v2/request/{requestId}/cancel', () => {
  it('POST /v2/request/{requestId}/cancel cancels a request without a page', async () => {
    const requestId = await createRequest()
    const first = await cancelRequest(requestId)
    expect([first.status, first.json]).toEqual([
      200,
      {
        requestId,
        status: 'invalidated',
        cancelledAt: test.clock.now().toISOString(),
        securePaymentToken: null,
      },
    ])
    test.clock.advance(MINUTE_MS)
    expect((await cancelRequest(requestId)).text).toBe(first.text)
    expect(await toldOf(requestId)).toHaveLength(1)
    const pay = await test.call('GET', `/v2/request/${requestId}/pay?wallet=${PAYER}`)
    expect(pay).toMatchObject({ status: 410, json: { supportUrl: HELP } })
    const status = await test.call('GET', `/v2/request/${requestId}/status`)
    expect(status.json.status).toBe('invalidated')
  })

  it('POST /v2/request/{requestId}/cancel cancels the secure payment that contains only this request', async () => {
    const { token, requestIds } = await test.createPayment()
    const { json } = await cancelRequest(requestIds[0] ?? '')
    expect(json).toMatchObject({ securePaymentToken: token, status: 'invalidated' })
    expect((await asPage('GET', `${LINKS}/${token}`)).status).toBe(410)
    expect((await cancel(token)).json.cancelledAt).toBe(json.cancelledAt)
  })

  it('POST /v2/request/{requestId}/cancel stops a request’s recurrence permanently', async () => {
    const startDate = new Date(test.clock.now().getTime() + MINUTE_MS).toISOString()
    const requestId = await createRequest({ recurrence: { startDate, frequency: 'DAILY' } })
    expect((await cancelRequest(requestId)).status).toBe(200)
    const path = `/v2/request/${requestId}`
    expect((await test.call('GET', path)).json.isRecurrenceStopped).toBe(true)
    const resumed = await test.call('PATCH', path, { body: { isRecurrenceStopped: false } })
    expect([resumed.status, resumed.json.code]).toEqual([410, 'payment_not_payable'])
  })

  it.each(['x', `01${'0'.repeat(64)}`, '%00'])(
    'POST /v2/request/{requestId}/cancel returns 404 for the request %j',
    async (id) => {
      expect((await cancelRequest(id)).status).toBe(404)
    },
  )
})
