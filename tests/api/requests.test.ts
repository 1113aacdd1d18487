import { getCurrency } from '@secure-payment/core/networks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Rates } from '../../host/src/rates/createRates.ts'
import { withUlids } from '../../host/src/withUlids.ts'
import { addPayment } from '../support/addPayment.ts'
import { markPaid, markSeen } from '../support/markRequest.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  pageHeaders,
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
  it('GET /v2/request/{requestId} returns a new request', async () => {
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
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    const listed = await test.call('GET', '/v2/request?reference=PO-9')
    expect(listed.json.requests[0].createdAt).toBe(json.createdAt)
    expect(json.paymentReference).toMatch(/^0x[0-9a-f]{16}$/)
  })

  it('GET /v2/request/{requestId} returns the request’s payment link, except to a client ID, and the direction of the money', async () => {
    const { clientId } = await test.createClientId()
    const shop = { headers: pageHeaders(clientId), anonymous: true }
    const created = await test.call('POST', '/v2/secure-payments', {
      body: { requests: [usdcItem] },
      ...shop,
    })
    const path = `/v2/request/${created.json.requestIds[0]}`
    const { json } = await test.call('GET', path)
    expect(json).toMatchObject({ securePaymentToken: created.json.token, flow: 'get_paid' })
    const { json: publicJson } = await test.call('GET', path, shop)
    expect(publicJson).toMatchObject({ flow: 'get_paid' })
    expect(publicJson).not.toHaveProperty('securePaymentToken')
    const { json: plain } = await test.call('POST', '/v2/request', { body: usdcItem })
    const { json: read } = await test.call('GET', `/v2/request/${plain.requestId}`)
    expect(read).toMatchObject({ securePaymentToken: null, flow: 'get_paid' })
    const { json: payout } = await test.call('POST', '/v2/payouts', { body: usdcItem })
    const { json: paid } = await test.call('GET', `/v2/request/${payout.requestId}`)
    expect(paid).toMatchObject({ flow: 'pay' })
  })

  it('GET /v2/request/{requestId} lists its payments and the overpaid amount', async () => {
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

  it('GET /v2/request/{requestId} returns the customer to the server, never to a client ID', async () => {
    const { requestId } = await createRequest()
    await test.host.context.db.kysely
      .updateTable('requests')
      .set({ customer_info: JSON.stringify({ email: 'ana@example.test' }) })
      .where('id', '=', requestId)
      .execute()
    const { clientId } = await test.createClientId()
    const path = `/v2/request/${requestId}`
    const headers = pageHeaders(clientId)
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
  ])('GET /v2/request/{requestId} returns 404 when the id is %s', async (_, id) => {
    for (const path of [`/v2/request/${id}`, `/v2/request/${id}/status`]) {
      const { status, json } = await test.call('GET', path)
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'request_not_found' })
    }
  })
})

/** Creates a request for 80 dollars in USDC, with `changes` applied to the body. */
async function createConverted(changes: object = {}): Promise<string> {
  const body = {
    payee: PAYEE,
    amount: '80',
    invoiceCurrency: 'USD',
    paymentCurrency: 'USDC-devnet',
  }
  const { json } = await test.call('POST', '/v2/request', { body: { ...body, ...changes } })
  return json.requestId
}

const read = async (requestId: string) => (await test.call('GET', `/v2/request/${requestId}`)).json

describe('GET /v2/request/{requestId} for a request with very many payments', () => {
  it('GET /v2/request/{requestId} lists the newest of very many payments, and counts all of them', async () => {
    const { token, requestId } = await createRequest()
    await markPaid(test.host, { token, requestId, paidUnits: 12_499_999n })
    await addDust(requestId, 1_004)
    const { json } = await test.call('GET', `/v2/request/${requestId}`)
    expect(json.payments).toHaveLength(1_000)
    const [first] = json.payments
    const last = json.payments.at(-1)
    expect([first.amount, last.amount]).toEqual(['0.000001', '0.000001'])
    expect(first.sourceTxHash < last.sourceTxHash).toBe(true)
    expect(json).toMatchObject({
      paidAmount: '12.501003',
      receivedAmount: '12.501003',
      excessAmount: '0.001003',
    })
    // The first dust payment completed the request but is too old for the list, so each listed payment is entirely excess.
    expect(first.excessAmount).toBe('0.000001')
  })

  async function addDust(requestId: string, count: number): Promise<void> {
    await test.host.context.db.transaction(async (tx) => {
      const payment = await tx
        .selectFrom('payments')
        .selectAll()
        .where('request_id', '=', requestId)
        .executeTakeFirstOrThrow()
      const numbers = Array.from({ length: count }, (_, index) => index)
      const dust = withUlids(test.host.context, numbers).map(({ id, item: index }) => ({
        ...payment,
        id,
        tx_hash: `0x${(index + 1).toString(16).padStart(64, '0')}`,
        block_number: BigInt(payment.block_number) + 1n + BigInt(index),
        amount_units: '1',
        credited_units: '1',
        request_units: '1',
      }))
      for (let at = 0; at < dust.length; at += 500) {
        await tx
          .insertInto('payments')
          .values(dust.slice(at, at + 500))
          .execute()
      }
      await tx
        .updateTable('requests')
        .set({ paid_units: '12501003', status: 'paid', has_been_paid: 1 })
        .where('id', '=', requestId)
        .execute()
    })
  }
})

describe('GET /v2/request/{requestId} for a converted request', () => {
  const USD = getCurrency('USD').currency.hash
  const EUR = getCurrency('EUR').currency.hash
  const USDC = getCurrency('USDC-devnet').currency.address.toLowerCase()
  /**
   * The rate from the start to the end of a path, in base units times 10^18. A dollar (8 decimals) is 1.0001 USDC (6), and a euro is 1.1
   * dollars.
   */
  const MARKET: Record<string, bigint> = {
    [`${USD} ${USDC}`]: 10_001_000_000_000_000n,
    [`${EUR} ${USD} ${USDC}`]: 11_001_100_000_000_000n,
    [`${EUR} ${USD}`]: 1_100_000_000_000_000_000n,
  }
  let chain: Rates
  beforeAll(() => {
    chain = test.host.context.rates
  })
  afterEach(() => {
    test.host.context.rates = chain
  })

  function openMarket(latest: Rates['latest']) {
    test.host.context.rates = { ...chain, latest }
  }
  const quote: Rates['latest'] = async (_, path) => {
    const rate = MARKET[path.join(' ').toLowerCase()]
    return rate === undefined ? null : { rate, oldestTimestampS: 1n }
  }

  it('GET /v2/request/{requestId} for a converted request returns the current value while the request is unpaid', async () => {
    openMarket(quote)
    expect(await read(await createConverted())).toMatchObject({
      requestAmount: '80',
      invoiceCurrency: 'USD',
      paymentCurrency: 'USDC',
      paidAmount: '0',
      remainingAmount: '80',
      receivedAmount: null,
      amountInUsd: '80.00',
      conversionRate: '1.0001',
      rateSource: 'chainlink',
      conversionBreakdown: {
        paidAmount: '0',
        paidAmountInUsd: '0.00',
        remainingAmount: '80',
        remainingAmountInUsd: '80.00',
        currentMarketRate: '1.0001',
        currentMarketRateSource: 'chainlink',
        payments: [],
      },
    })
  })

  it('GET /v2/request/{requestId} for a converted request returns the dollar value of a euro invoice', async () => {
    openMarket(quote)
    expect(await read(await createConverted({ invoiceCurrency: 'EUR' }))).toMatchObject({
      amountInUsd: '88.00',
      conversionRate: '1.10011',
      conversionBreakdown: { remainingAmountInUsd: '88.00', currentMarketRate: '1.10011' },
    })
  })

  it('GET /v2/request/{requestId} for a converted request returns a partial payment’s value at the payment’s own rate instead of the current rate', async () => {
    openMarket(quote)
    const requestId = await createConverted()
    const txHash = await addPayment(test.host, {
      requestId,
      requestUnits: 3_000_000_000n,
      creditedUnits: 30_006_000n,
      conversionRate: '1.0002',
      amountInUsd: '30.01',
    })
    const json = await read(requestId)
    expect(json).toMatchObject({
      status: 'partially_paid',
      hasBeenPaid: false,
      txHash,
      paidAmount: '30',
      remainingAmount: '50',
      receivedAmount: '30.006',
      excessAmount: null,
      amountInUsd: '80.00',
      conversionRate: null,
      rateSource: 'mixed',
      conversionBreakdown: {
        paidAmount: '30',
        paidAmountInUsd: '30.01',
        remainingAmount: '50',
        remainingAmountInUsd: '50.00',
        currentMarketRate: '1.0001',
        currentMarketRateSource: 'chainlink',
        payments: [
          { amount: '30', amountInUsd: '30.01', conversionRate: '1.0002', rateSource: 'chainlink' },
        ],
      },
    })
    expect(json.payments[0]).toMatchObject({
      amount: '30',
      amountInUsd: '30.01',
      type: 'conversion',
      conversionRateSource: '1',
      conversionRateDestination: '1.0002',
      convertedAmountSource: '30.006',
      convertedAmountDestination: '30.006',
      paidAmount: '30.006',
      paidCurrency: 'USDC',
      receivedAmount: '30.006',
      receivedCurrency: 'USDC',
      receivedNetwork: 'devnet',
      excessAmount: null,
      currency: 'USD',
      paymentCurrency: 'USDC',
    })
  })

  it('GET /v2/request/{requestId} for a converted request with three payments and an excess is exact to the last unit', async () => {
    const requestId = await createConverted({ amount: '80.01' })
    for (const [requestUnits, creditedUnits, conversionRate] of [
      [2_667_000_001n, 26_675_335n, '1.0002'],
      [2_667_000_000n, 26_670_000n, '1'],
      [2_667_000_000n, 26_670_000n, '1'],
    ] as const) {
      await addPayment(test.host, {
        requestId,
        requestUnits,
        creditedUnits,
        conversionRate,
        amountInUsd: '26.67',
      })
    }
    const json = await read(requestId)
    expect(json).toMatchObject({
      status: 'paid',
      hasBeenPaid: true,
      paidAmount: '80.01000001',
      remainingAmount: '0',
      excessAmount: '0.00000001',
      receivedAmount: '80.015335',
      amountInUsd: '80.01',
      conversionRate: null,
      rateSource: 'mixed',
      conversionBreakdown: { remainingAmountInUsd: '0.00', currentMarketRate: null },
    })
    const excess = json.payments.map((one: { excessAmount: unknown; excessCurrency: unknown }) => [
      one.excessAmount,
      one.excessCurrency,
    ])
    expect(excess).toEqual([
      [null, null],
      [null, null],
      ['0.00000001', 'USD'],
    ])
  })

  it('GET /v2/request/{requestId} for a converted request with a single full payment returns the payment’s rate, and needs no current rate', async () => {
    openMarket(() => Promise.reject(new Error('nobody asks')))
    const requestId = await createConverted()
    await addPayment(test.host, {
      requestId,
      requestUnits: 8_000_000_000n,
      creditedUnits: 80_016_000n,
      conversionRate: '1.0002',
      amountInUsd: '80.02',
    })
    expect(await read(requestId)).toMatchObject({
      amountInUsd: '80.02',
      conversionRate: '1.0002',
      rateSource: 'chainlink',
    })
  })

  it('GET /v2/request/{requestId} for a converted request does not return a partial value as the total', async () => {
    const requestId = await createConverted()
    await addPayment(test.host, {
      requestId,
      requestUnits: 4_000_000_000n,
      creditedUnits: 40_000_000n,
      conversionRate: '1',
      amountInUsd: '40.00',
    })
    await addPayment(test.host, {
      requestId,
      requestUnits: 4_000_000_000n,
      creditedUnits: 40_000_000n,
      conversionRate: '1',
    })
    const { amountInUsd, conversionBreakdown } = await read(requestId)
    expect([amountInUsd, conversionBreakdown.paidAmountInUsd]).toEqual([null, null])
  })

  const UNKNOWN = {
    amountInUsd: null,
    conversionRate: null,
    rateSource: 'unknown',
    conversionBreakdown: {
      remainingAmount: '80',
      remainingAmountInUsd: null,
      currentMarketRate: null,
      currentMarketRateSource: null,
    },
  }

  it('GET /v2/request/{requestId} for a converted request returns no value when no node responds', async () => {
    expect(await read(await createConverted({ invoiceCurrency: 'EUR' }))).toMatchObject(UNKNOWN)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('out of order'))],
    ['never answers', () => new Promise<null>(() => {})],
  ])(
    'GET /v2/request/{requestId} for a converted request returns no value when the market %s',
    async (_, latest) => {
      openMarket(latest)
      expect(await read(await createConverted({ invoiceCurrency: 'EUR' }))).toMatchObject(UNKNOWN)
    },
  )
})

describe('A request’s fees', () => {
  it.each([
    ['no price was known', 'no_price', { worth: null, noWorthReason: 'no_price' }],
    ['the price was known', '0.0525', { worth: '0.0525' }],
  ])('a request’s gas states its worth in the invoice currency if %s', async (_, worth, stated) => {
    const requestId = await createConverted()
    await addPayment(test.host, {
      requestId,
      requestUnits: 4_000_000_000n,
      creditedUnits: 40_000_000n,
      gasUnits: 21_000_000_000_000n,
      gasWorth: worth,
    })
    const gas = { type: 'gas', provider: 'devnet', amount: '0.000021', currency: 'ETH' }
    expect((await read(requestId)).fees).toEqual([
      { ...gas, network: 'devnet', worthCurrency: 'USD', ...stated },
    ])
  })

  it('a request’s fees equal the charged amount at its payments’ rates', async () => {
    const requestId = await createConverted()
    await addPayment(test.host, {
      requestId,
      requestUnits: 4_000_000_000n,
      creditedUnits: 40_000_000n,
      fee: { units: 400_004n, address: FEE_ADDRESS },
      gasUnits: 21_000_000_000_000n,
    })
    expect((await read(requestId)).fees).toEqual([
      {
        type: 'gas',
        provider: 'devnet',
        amount: '0.000021',
        currency: 'ETH',
        network: 'devnet',
      },
      {
        type: 'platform',
        provider: 'onchain',
        amount: '0.400004',
        currency: 'USDC',
        receiverAddress: FEE_ADDRESS,
      },
    ])
  })
})

describe('GET {pay_url}/r/{requestId}', () => {
  const follow = (requestId: string) =>
    test.call('GET', `/r/${requestId}`, { anonymous: true, unchecked: true })

  it('GET {pay_url}/r/{requestId} redirects to the payment page', async () => {
    const { token, requestId } = await createRequest()
    const { status, headers } = await follow(requestId)
    expect([status, headers['location']]).toEqual([302, `${test.host.url}/?token=${token}`])
  })

  it('GET {pay_url}/r/{requestId} redirects to the transaction if the request has no page', async () => {
    const body = { payee: PAYEE, amount: '1', invoiceCurrency: 'USD', paymentCurrency: 'USDC-base' }
    const { json } = await test.call('POST', '/v2/request', { body })
    const early = await follow(json.requestId)
    expect([early.status, early.text.includes('has no payment page')]).toEqual([200, true])
    const txHash = await addPayment(test.host, {
      requestId: json.requestId,
      requestUnits: 1n,
      creditedUnits: 1n,
    })
    const { status, headers } = await follow(json.requestId)
    expect([status, headers['location']]).toEqual([302, `https://basescan.org/tx/${txHash}`])
  })
})

describe('GET /v2/request/{requestId}/status', () => {
  it('GET /v2/request/{requestId}/status returns a converted request’s amounts in its invoice currency', async () => {
    const requestId = await createConverted()
    await addPayment(test.host, {
      requestId,
      requestUnits: 3_050_000_000n,
      creditedUnits: 30_500_000n,
    })
    const { json } = await test.call('GET', `/v2/request/${requestId}/status`)
    expect(json).toMatchObject({
      amountPaid: '30.5',
      expectedAmount: '80',
      status: 'partially_paid',
    })
  })

  it('GET /v2/request/{requestId}/status follows the request from created through processing to paid', async () => {
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

  it('GET /v2/request/{requestId}/status returns 304 while nothing has changed', async () => {
    const { requestId } = await createRequest()
    const path = `/v2/request/${requestId}/status`
    const { headers } = await test.call('GET', path)
    const again = await test.call('GET', path, {
      headers: { 'if-none-match': headers['etag'] ?? '' },
    })
    expect(again.status).toBe(304)
  })
})
