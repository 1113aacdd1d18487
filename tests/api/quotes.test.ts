import { decodePaymentCall } from '@secure-payment/core/evm'
import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakePrices, type FakePrices } from '../support/fakePrices.ts'
import { FEE_ADDRESS, PAYEE, PAYER, startTestHost, type TestHost } from '../support/testHost.ts'

let chains: Chains
let test: TestHost
let prices: FakePrices
let clockNow = () => new Date()
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  prices = createFakePrices(() => clockNow())
  test = await startTestHost(
    { PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'), PAY_PRICE_SOURCES: 'coinbase,kraken' },
    { prices },
  )
  clockNow = test.clock.now
})
beforeEach(() => {
  prices.set('USDC', 'DAI', '0.8')
  // 2,000 DAI per ether.
  prices.set('ETH', 'DAI', '2000')
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})

/** No contract converts between tokens of two networks. */
const bill = {
  payee: PAYEE,
  invoiceCurrency: 'DAI-devnet-b',
  paymentCurrency: 'USDC-devnet',
  amount: '100',
}
const atPar = { ...bill, invoiceCurrency: 'USDC-devnet-b', amount: '12.5' }
const create = async (item: object = bill, more: object = {}) =>
  (await test.createPayment({ requests: [item], ...more })).token
const post = (path: string, body: object = {}) => test.call('POST', path, { body })
const quote = (token: string) => post(`/v2/secure-payments/${token}/quotes`)
const read = async (token: string) => (await test.call('GET', `/v2/secure-payments/${token}`)).json
const pay = (token: string, query = '') =>
  test.call('GET', `/v2/secure-payments/${token}/pay${query}`)

/** Decodes the payment among a response's transactions. */
function paymentOf({ json }: Awaited<ReturnType<typeof pay>>) {
  const { transactions } = json as { transactions: { data: `0x${string}` }[] }
  const call = decodePaymentCall(transactions.at(-1)?.data ?? '0x')
  if (call?.kind !== 'erc20_payment') throw new Error('No payment')
  return call
}

describe('A payment at a market price', () => {
  it('a payment at a market price shows its amount in the invoice currency, and no quote before one is created', async () => {
    const token = await create()
    expect(await read(token)).toMatchObject({
      amount: null,
      paymentCurrency: 'USDC-devnet',
      items: [
        {
          amount: '100',
          remainingAmount: '100',
          symbol: 'DAI',
          decimals: 18,
          conversion: null,
          quoted: { pricing: 'market', symbol: 'USDC', decimals: 6, quote: null },
        },
      ],
    })
  })

  it('a payment at a market price has no transactions without a current quote: 409 quote_required', async () => {
    const token = await create()
    for (const query of ['', `?wallet=${PAYER}`]) {
      const { status, json } = await pay(token, query)
      expect([status, json]).toMatchObject([409, { code: 'quote_required' }])
    }
  })

  it('a payment at a market price is quoted from the price, rounded up to the cent', async () => {
    prices.set('USDC', 'DAI', '0.92')
    const token = await create(bill, { feePercentage: '1', feeAddress: FEE_ADDRESS })
    const { status, json } = await quote(token)
    const expiresAt = new Date(test.clock.now().getTime() + 600_000).toISOString()
    expect([status, json]).toMatchObject([
      201,
      {
        invoiceAmount: '100',
        invoiceCurrency: 'DAI-devnet-b',
        // 100 / 0.92 = 108.69565217..., and 1 / 0.92 = 1.0869565217...
        paymentAmount: '108.7',
        feeAmount: '1.09',
        paymentCurrency: 'USDC-devnet',
        price: '0.92',
        sources: [{ source: 'alpha' }, { source: 'beta' }],
        expiresAt,
      },
    ])
    expect(await read(token)).toMatchObject({
      amount: '108.7',
      items: [{ quoted: { quote: json } }],
    })
  })

  it('a payment at a market price pays exactly the quoted amount and fee', async () => {
    const token = await create(bill, { feePercentage: '1', feeAddress: FEE_ADDRESS })
    const { json: quoted } = await quote(token)
    for (const query of ['', `?wallet=${PAYER}`]) {
      const answer = await pay(token, query)
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({ metadata: { quote: quoted } })
      expect(paymentOf(answer)).toMatchObject({
        kind: 'erc20_payment',
        payee: PAYEE.toLowerCase(),
        amountUnits: 125_000_000n,
        feeUnits: 1_250_000n,
      })
    }
  })

  it('a payment at a market price can be in the native coin', async () => {
    const token = await create({ ...bill, paymentCurrency: 'ETH-devnet' })
    await quote(token)
    const { json } = await pay(token)
    expect(json).toMatchObject({ transactions: [{ value: `0x${(5n * 10n ** 16n).toString(16)}` }] })
  })

  it('a quote is reused while half of its time is left, and its transactions expire with it', async () => {
    const token = await create()
    const { json: first } = await quote(token)
    prices.set('USDC', 'DAI', '0.5')
    test.clock.advance(300_000)
    expect((await quote(token)).json).toEqual(first)
    test.clock.advance(1_000)
    const { json: second } = await quote(token)
    expect(second).toMatchObject({ price: '0.5', paymentAmount: '200' })
    expect(paymentOf(await pay(token)).amountUnits).toBe(200_000_000n)
    test.clock.advance(600_000)
    expect((await pay(token)).json).toMatchObject({ code: 'quote_required' })
    expect(await read(token)).toMatchObject({ amount: null, items: [{ quoted: { quote: null } }] })
  })

  it('concurrent calls create one quote', async () => {
    const token = await create()
    const answers = await Promise.all(Array.from({ length: 8 }, () => quote(token)))
    expect(new Set(answers.map(({ json }) => JSON.stringify(json))).size).toBe(1)
  })

  it('a quote lapses when the merchant changes the amount', async () => {
    const token = await create()
    await quote(token)
    const edited = await test.call('PATCH', `/v2/secure-payments/${token}`, {
      body: { revision: 1, amount: '50' },
    })
    expect(edited.status).toBe(200)
    expect((await pay(token)).json).toMatchObject({ code: 'quote_required' })
    expect((await quote(token)).json).toMatchObject({ invoiceAmount: '50', paymentAmount: '62.5' })
  })

  it('a quote needs a price: 503 price_unavailable while the sources have none, and nothing else fails', async () => {
    const token = await create()
    prices.silence('USDC', 'DAI')
    expect(await quote(token)).toMatchObject({
      status: 503,
      json: { code: 'price_unavailable' },
    })
    expect(await read(token)).toMatchObject({ status: 'pending' })
  })
})

describe('A payment at par', () => {
  it('a payment at par has its amount at once and needs no quote', async () => {
    const token = await create(atPar)
    expect(await read(token)).toMatchObject({
      amount: '12.5',
      items: [{ amount: '12.5', quoted: { pricing: 'par', symbol: 'USDC', quote: null } }],
    })
    expect(paymentOf(await pay(token)).amountUnits).toBe(12_500_000n)
    expect(await quote(token)).toMatchObject({ status: 400, json: { code: 'quote_not_needed' } })
  })
})

describe('Accepted currencies at a price', () => {
  const usdc = { ...bill, invoiceCurrency: 'USDC-devnet', amount: '10' }

  it('accepted currencies that no contract converts are quoted, or paid at par', async () => {
    prices.set('DAI', 'USDC', '0.99')
    const token = await create({ ...usdc, accepts: ['DAI-devnet-b', 'USDC-devnet-b'] })
    const option = (id: string) => `?option=${id}`
    expect(await read(token)).toMatchObject({
      options: [
        { option: 'USDC-devnet' },
        { option: 'DAI-devnet-b', quoted: { pricing: 'market', symbol: 'DAI', quote: null } },
        { option: 'USDC-devnet-b', quoted: { pricing: 'par', symbol: 'USDC', quote: null } },
      ],
    })
    expect(paymentOf(await pay(token, option('USDC-devnet-b'))).amountUnits).toBe(10_000_000n)
    expect(await pay(token, option('DAI-devnet-b'))).toMatchObject({
      status: 409,
      json: { code: 'quote_required' },
    })
    const { json: quoted } = await post(`/v2/secure-payments/${token}/quotes`, {
      option: 'DAI-devnet-b',
    })
    expect(quoted).toMatchObject({
      paymentCurrency: 'DAI-devnet-b',
      // 10 / 0.99 = 10.1010...
      paymentAmount: '10.11',
    })
    expect(paymentOf(await pay(token, option('DAI-devnet-b'))).amountUnits).toBe(
      10_110_000_000_000_000_000n,
    )
    // The quote is for one option, and the others keep their prices.
    expect(paymentOf(await pay(token)).amountUnits).toBe(10_000_000n)
    expect(await read(token)).toMatchObject({ options: [{}, { quoted: { quote: quoted } }, {}] })
    expect(await quote(token)).toMatchObject({ json: { code: 'quote_not_needed' } })
  })

  it('an option can still be quoted after another option has reached its maximum number of quotes', async () => {
    prices.set('DAI', 'USDC', '0.99')
    prices.set('ETH', 'USDC', '2000')
    const token = await create({ ...usdc, accepts: ['DAI-devnet-b', 'ETH-devnet-b'] })
    const quoteIn = (id: string) => post(`/v2/secure-payments/${token}/quotes`, { option: id })
    const { json } = await quoteIn('DAI-devnet-b')
    const { quoteId } = json as { quoteId: string }
    const { kysely } = test.host.context.db
    const quotes = kysely.selectFrom('quotes').selectAll().where('id', '=', quoteId)
    const row = await quotes.executeTakeFirstOrThrow()
    test.clock.advance(600_000)
    const copies = Array.from({ length: 2_015 }, (_, index) => ({
      ...row,
      id: `${row.id}${index}`,
    }))
    for (const at of [0, 1_000, 2_000]) {
      await kysely
        .insertInto('quotes')
        .values(copies.slice(at, at + 1_000))
        .execute()
    }
    expect(await quoteIn('DAI-devnet-b')).toMatchObject({ json: { code: 'too_many_quotes' } })
    expect(await quoteIn('ETH-devnet-b')).toMatchObject({ status: 201 })
  })

  it("a request's option is quoted", async () => {
    prices.set('DAI', 'USDC', '0.99')
    const { json } = await post('/v2/request', { ...usdc, accepts: ['DAI-devnet-b'] })
    const { requestId } = json as { requestId: string }
    const quoted = await post(`/v2/request/${requestId}/quotes`, { option: 'DAI-devnet-b' })
    expect(quoted).toMatchObject({ status: 201, json: { paymentCurrency: 'DAI-devnet-b' } })
    const answer = await test.call('GET', `/v2/request/${requestId}/pay?option=DAI-devnet-b`)
    expect(paymentOf(answer).amountUnits).toBe(10_110_000_000_000_000_000n)
  })
})

describe('Quotes of requests', () => {
  it('a request in DAI is quoted and paid, in full and in part', async () => {
    const { json, status } = await post('/v2/request', bill)
    expect(status).toBe(201)
    const { requestId } = json as { requestId: string }
    const payRequest = (query = '') => test.call('GET', `/v2/request/${requestId}/pay${query}`)
    expect(await payRequest()).toMatchObject({ status: 409, json: { code: 'quote_required' } })
    const { json: quoted } = await post(`/v2/request/${requestId}/quotes`)
    expect(quoted).toMatchObject({ paymentAmount: '125' })
    const whole = await payRequest()
    expect(whole.json).toMatchObject({ metadata: { quote: quoted } })
    expect(paymentOf(whole).amountUnits).toBe(125_000_000n)
    // A part costs its share of the quote, rounded up.
    expect(paymentOf(await payRequest('?amount=33.33')).amountUnits).toBe(41_662_500n)
    expect(await test.call('GET', `/v2/request/${requestId}`)).toMatchObject({
      status: 200,
      json: { requestAmount: '100', invoiceCurrency: 'DAI', paymentCurrency: 'USDC' },
    })
  })

  it('a direct payment needs no quote', async () => {
    const token = await create({ ...bill, invoiceCurrency: 'USDC-devnet' })
    expect(await quote(token)).toMatchObject({ status: 400, json: { code: 'quote_not_needed' } })
    const { items } = (await read(token)) as { items: object[] }
    expect(Object.keys(items[0] ?? {})).not.toContain('quoted')
  })

  it.each([
    [
      'no source lists the pair',
      { ...bill, invoiceCurrency: 'USDT-devnet-b' },
      'unsupported_conversion',
    ],
    [
      'the token has no market price',
      { ...bill, paymentCurrency: 'FAU-devnet' },
      'unsupported_conversion',
    ],
    [
      'test money would pay real money',
      { ...bill, invoiceCurrency: 'USDC-base' },
      'unsupported_conversion',
    ],
  ])('a payment is rejected without a quote if %s', async (_case, item, code) => {
    const answer = await post('/v2/secure-payments', { requests: [item] })
    expect(answer).toMatchObject({ status: 400, json: { code } })
  })

  it('a batch with items that need a quote is rejected: 400 unsupported_conversion', async () => {
    const requests = [bill, { ...bill, amount: '1' }]
    expect(await post('/v2/secure-payments', { requests })).toMatchObject({
      status: 400,
      json: { code: 'unsupported_conversion' },
    })
  })

  it("another merchant's request has no quotes: 404", async () => {
    const { json } = await post('/v2/request', bill)
    const { requestId } = json as { requestId: string }
    const { apiKey } = await test.createTenant()
    const answer = await test.call('POST', `/v2/request/${requestId}/quotes`, {
      body: {},
      headers: { 'x-api-key': apiKey },
    })
    expect(answer).toMatchObject({ status: 404, json: { code: 'request_not_found' } })
  })
})

describe('A host without price sources', () => {
  it('a host without price sources rejects the pairs that it cannot convert', async () => {
    await using plain = await startTestHost({ PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet') })
    const code = 'unsupported_conversion'
    for (const item of [bill, atPar]) {
      const answer = await plain.call('POST', '/v2/secure-payments', { body: { requests: [item] } })
      expect(answer).toMatchObject({ status: 400, json: { code } })
    }
  })
})
