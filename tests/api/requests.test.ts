import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPaid, markSeen } from '../support/markRequest.ts'
import {
  PAYEE,
  PAYER,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

async function createRequest(): Promise<{ token: string; requestId: string }> {
  const { token, requestIds } = await test.createPayment({
    requests: [usdcItem],
    reference: 'PO-9',
  })
  return { token, requestId: requestIds[0] ?? '' }
}

describe('GET /v2/request/{requestId}', () => {
  it('answers a new request', async () => {
    const { requestId } = await createRequest()
    const { status, json } = await test.call('GET', `/v2/request/${requestId}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      requestId,
      hasBeenPaid: false,
      isListening: true,
      txHash: null,
      status: 'created',
      payee: PAYEE,
      requestAmount: '12.5',
      invoiceCurrency: 'USDC',
      paymentCurrency: 'USDC',
      reference: 'PO-9',
      customerInfo: null,
      payments: [],
      paidAmount: '0',
      excessAmount: null,
    })
    expect(json.paymentReference).toMatch(/^0x[0-9a-f]{16}$/)
  })

  it('lists its payments and what was paid too much', async () => {
    const { token, requestId } = await createRequest()
    const { txHash } = await markPaid(test.host, { token, requestId, paidUnits: 13_000_000n })
    const { json } = await test.call('GET', `/v2/request/${requestId}`)
    expect(json).toMatchObject({
      hasBeenPaid: true,
      status: 'paid',
      txHash,
      paidAmount: '13',
      receivedAmount: '13',
      excessAmount: '0.5',
      payerAddress: PAYER,
    })
    expect(json.payments).toHaveLength(1)
    expect(json.payments[0]).toMatchObject({
      amount: '13',
      sourceNetwork: 'devnet',
      sourceTxHash: txHash,
      payerAddress: PAYER,
      type: 'direct',
      isLate: false,
    })
  })

  it('tells who the customer is to the server, never to a client ID', async () => {
    const { requestId } = await createRequest()
    await test.host.context.db.kysely
      .updateTable('requests')
      .set({ customer_info: JSON.stringify({ email: 'ana@example.test' }) })
      .where('id', '=', requestId)
      .execute()
    const { clientId } = await test.createClientId()
    const path = `/v2/request/${requestId}`
    const headers = { 'x-client-id': clientId, origin: SHOP_ORIGIN }
    const asPage = await test.call('GET', path, { anonymous: true, headers })
    expect(asPage.json.customerInfo).toBeNull()
    expect(asPage.text).not.toContain('ana@')
    expect((await test.call('GET', path)).json.customerInfo).toEqual({ email: 'ana@example.test' })
  })

  it.each([
    ['unknown', `01${'0'.repeat(64)}`],
    ['upper case', `01${'A'.repeat(64)}`],
    ['short', '01ab'],
    ['a payment reference', '0x7d1e0a92c4b85f36'],
    ['a LIKE pattern', '01%25'],
  ])('answers 404 when the id is %s', async (_, id) => {
    for (const path of [`/v2/request/${id}`, `/v2/request/${id}/status`]) {
      const { status, json } = await test.call('GET', path)
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'request_not_found' })
    }
  })
})

describe('GET /v2/request/{requestId}/status', () => {
  it('follows the request from created over processing to paid', async () => {
    const { token, requestId } = await createRequest()
    const path = `/v2/request/${requestId}/status`
    const states: unknown[] = [(await test.call('GET', path)).json.status]
    await markSeen(test.host, { requestId, units: 12_500_000n, depth: 1n })
    states.push((await test.call('GET', path)).json.status)
    await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
    const { json } = await test.call('GET', path)
    states.push(json.status)
    expect(states).toEqual(['created', 'processing', 'paid'])
    expect(json).toMatchObject({
      requestId,
      hasBeenPaid: true,
      amountPaid: '12.5',
      expectedAmount: '12.5',
    })
  })

  it('answers 304 while nothing has changed', async () => {
    const { requestId } = await createRequest()
    const path = `/v2/request/${requestId}/status`
    const { headers } = await test.call('GET', path)
    const again = await test.call('GET', path, {
      headers: { 'if-none-match': headers['etag'] ?? '' },
    })
    expect(again.status).toBe(304)
  })
})
