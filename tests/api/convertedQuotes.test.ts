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
  prices.set('USDC', 'USD', '0.96')
  prices.set('ETH', 'USD', '2400')
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})

/** The chain's contracts convert dollars. */
const dollars = {
  payee: PAYEE,
  invoiceCurrency: 'USD',
  paymentCurrency: 'USDC-devnet',
  amount: '24',
}
const WITH_FEE = { feePercentage: '1', feeAddress: FEE_ADDRESS }

const create = async (item: object = dollars, more: object = {}) =>
  (await test.createPayment({ requests: [item], ...more })).token
const page = (token: string, path = '') => test.call('GET', `/v2/secure-payments/${token}${path}`)

async function quote(token: string, body: object = {}) {
  const { status, json, text } = await test.call('POST', `/v2/secure-payments/${token}/quotes`, {
    body,
  })
  if (status !== 201) throw new Error(text)
  return json as { quoteId: string; paymentAmount: string; feeAmount: string }
}

/** Decodes the payment among a response's transactions. */
function paymentOf({ json }: { json: unknown }) {
  const { transactions } = json as { transactions: { data: `0x${string}` }[] }
  return decodePaymentCall(transactions.at(-1)?.data ?? '0x')
}

describe('A payment that contracts convert, on a host with market prices', () => {
  it('the payment shows that the host also quotes it', async () => {
    const { json } = await page(await create())
    expect(json.items[0].conversion).toMatchObject({ symbol: 'USDC', isQuotable: true })
    expect(json.items[0]).not.toHaveProperty('quoted')
  })

  it('a currency without enough sources of prices is not offered', async () => {
    const { json } = await page(await create({ ...dollars, paymentCurrency: 'DAI-devnet' }))
    expect(json.items[0].conversion).toMatchObject({ symbol: 'DAI' })
    expect(json.items[0].conversion).not.toHaveProperty('isQuotable')
  })

  it('an option that contracts convert shows that the host also quotes it', async () => {
    const token = await create({ ...dollars, accepts: ['ETH-devnet'] })
    const { json } = await page(token)
    expect(json.options).toMatchObject([
      { conversion: { isQuotable: true } },
      { conversion: { isQuotable: true } },
    ])
  })

  it('no price of the host applies without a quote in the call: the contracts convert', async () => {
    const token = await create()
    const before = paymentOf(await page(token, '/pay'))
    await quote(token)
    const after = await page(token, '/pay')
    expect(paymentOf(after)).toEqual(before)
    expect(before).toMatchObject({ kind: 'erc20_conversion' })
    expect(after.json.metadata).not.toHaveProperty('quote')
  })

  it.each(['', `&wallet=${PAYER}`])(
    'with its quote, the payment is a plain one of exactly the quoted amount and fee%s',
    async (more) => {
      const token = await create(dollars, WITH_FEE)
      const quoted = await quote(token)
      // 24 / 0.96 = 25, and 1 % more.
      expect(quoted).toMatchObject({ paymentAmount: '25', feeAmount: '0.25' })
      const answer = await page(token, `/pay?quote=${quoted.quoteId}${more}`)
      expect(answer.json.metadata.quote).toEqual(quoted)
      expect(paymentOf(answer)).toMatchObject({
        kind: 'erc20_payment',
        payee: PAYEE.toLowerCase(),
        amountUnits: 25_000_000n,
        feeUnits: 250_000n,
      })
    },
  )

  it('a request can also be paid at its quote', async () => {
    const { requestIds, token } = await test.createPayment({ requests: [dollars] })
    const { quoteId } = await quote(token)
    const { json } = await test.call('GET', `/v2/request/${requestIds[0]}/pay?quote=${quoteId}`)
    const payment = decodePaymentCall(json.transactions.at(-1).data)
    expect(payment).toMatchObject({ kind: 'erc20_payment', amountUnits: 25_000_000n })
  })

  it('a quote holds until its expiry, even if a newer one exists', async () => {
    const token = await create()
    const first = await quote(token)
    prices.set('USDC', 'USD', '0.8')
    test.clock.advance(301_000)
    const second = await quote(token)
    expect(second.paymentAmount).toBe('30')
    const payAt = async ({ quoteId }: { quoteId: string }) =>
      page(token, `/pay?quote=${quoteId}&wallet=${PAYER}`)
    expect(paymentOf(await payAt(first))).toMatchObject({ amountUnits: 25_000_000n })
    expect(paymentOf(await payAt(second))).toMatchObject({ amountUnits: 30_000_000n })
    test.clock.advance(299_000)
    expect((await payAt(first)).json).toMatchObject({ code: 'quote_required' })
    expect((await payAt(second)).status).toBe(200)
  })

  it('a quote of another payment, or an unknown one, is rejected: 409 quote_required', async () => {
    const other = await quote(await create())
    const token = await create()
    for (const id of [other.quoteId, '01KB4Z8Q6V3M2N5P7R9T0W1X2Y']) {
      const { status, json } = await page(token, `/pay?quote=${id}`)
      expect([status, json.code]).toEqual([409, 'quote_required'])
    }
  })

  it('a payment in its own currency, at par or in a batch has no quote: 400 quote_not_needed', async () => {
    const { quoteId } = await quote(await create())
    const direct = { ...dollars, invoiceCurrency: 'USDC-devnet' }
    const atPar = { ...dollars, invoiceCurrency: 'USDC-devnet-b' }
    const { token: batch } = await test.createPayment({ requests: [dollars, dollars] })
    for (const token of [await create(direct), await create(atPar), batch]) {
      const { status, json } = await page(token, `/pay?quote=${quoteId}`)
      expect([status, json.code]).toEqual([400, 'quote_not_needed'])
    }
  })

  it('the wallet’s options are exact at the quotes that the call names, and follow the contracts’ rate otherwise', async () => {
    const token = await create({ ...dollars, accepts: ['ETH-devnet'] }, WITH_FEE)
    const usdc = await quote(token)
    const eth = await quote(token, { option: 'ETH-devnet' })
    const ask = async (query: string) => {
      const { json } = await page(token, `/options?wallet=${PAYER}${query}`)
      return new Map<string, { amount: string; neededAmount: string }>(
        json.options.map((one: { option: string }) => [one.option, one]),
      )
    }
    const plain = await ask('')
    expect(plain.get('USDC-devnet')?.amount).not.toBe('25.25')
    const named = await ask(`&quotes=${usdc.quoteId},${eth.quoteId}`)
    expect(named.get('USDC-devnet')).toMatchObject({ amount: '25.25', neededAmount: '25.25' })
    expect(named.get('ETH-devnet')).toMatchObject({ amount: '0.0101', neededAmount: '0.0101' })
    const one = await ask(`&quotes=${eth.quoteId}`)
    expect(one.get('USDC-devnet')?.neededAmount).toBe(plain.get('USDC-devnet')?.neededAmount)
    expect(one.get('ETH-devnet')?.neededAmount).toBe('0.0101')
  })

  it.each([
    'x',
    '01KB4Z8Q6V3M2N5P7R9T0W1X2Y,',
    Array(21).fill('01KB4Z8Q6V3M2N5P7R9T0W1X2Y').join(),
  ])('the list of quotes %s is rejected with the name of the field', async (quotes) => {
    const { status, json } = await page(await create(), `/options?wallet=${PAYER}&quotes=${quotes}`)
    expect([status, json.errors]).toMatchObject([400, [{ field: 'quotes' }]])
  })
})

describe('A payment that contracts convert, without market prices', () => {
  it('the host does not offer quotes, and rejects the creation of one: 503 price_unavailable', async () => {
    await using plain = await startTestHost({ PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet') })
    const { token } = await plain.createPayment({ requests: [dollars] })
    const { json } = await plain.call('GET', `/v2/secure-payments/${token}`)
    expect(json.items[0].conversion).not.toHaveProperty('isQuotable')
    const made = await plain.call('POST', `/v2/secure-payments/${token}/quotes`, { body: {} })
    expect([made.status, made.json.code]).toEqual([503, 'price_unavailable'])
  })
})

describe('A fee that a call adds to a payment at a quote', () => {
  it('the fee is part of the payment, because the quote was made without it', async () => {
    const { requestIds, token } = await test.createPayment({ requests: [dollars] })
    const { quoteId } = await quote(token)
    const query = `quote=${quoteId}&feePercentage=2&feeAddress=${FEE_ADDRESS}`
    const { json } = await test.call('GET', `/v2/request/${requestIds[0]}/pay?${query}`)
    expect(decodePaymentCall(json.transactions.at(-1).data)).toMatchObject({
      amountUnits: 25_000_000n,
      feeUnits: 500_000n,
      feeAddress: FEE_ADDRESS.toLowerCase(),
    })
  })
})
