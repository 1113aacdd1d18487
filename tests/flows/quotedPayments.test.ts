import { type Chains, startChains } from '@secure-payment/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakePrices, type FakePrices } from '../support/fakePrices.ts'
import { askToPay, balanceOf, createRequest, sendAll } from '../support/requestCalls.ts'
import { PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER_INDEX = 4
const HOUR_S = 3_600

let chains: Chains
let host: TestHost
let prices: FakePrices
let now = () => new Date()
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  prices = createFakePrices(() => now())
  host = await startTestHost(
    {
      PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet'),
      PAY_NETWORKS: 'devnet',
      PAY_ROLE: 'api,watcher,worker',
      PAY_CONFIRMATIONS_DEVNET: '0',
      PAY_POLL_INTERVAL_MS_DEVNET: '500',
      PAY_START_BLOCK_DEVNET: '0',
      PAY_PRICE_SOURCES: 'coinbase,kraken',
    },
    { prices },
  )
  now = host.clock.now
  prices.set('USDC', 'DAI', '0.8')
})
afterAll(async () => {
  await host?.[Symbol.asyncDispose]()
  await chains?.[Symbol.asyncDispose]()
})

/** Creates a request for 100 DAI of another network, which a payer pays in USDC. */
const createBill = () => createRequest(host, { invoiceCurrency: 'DAI-devnet-b', amount: '100' })

async function quoteAndPay(requestId: string, query: Record<string, string> = {}): Promise<string> {
  const { json } = await host.call('POST', `/v2/request/${requestId}/quotes`, { body: {} })
  const { status, json: answer } = await askToPay(host, requestId, query)
  expect(status).toBe(200)
  await sendAll(chains, PAYER_INDEX, answer.transactions)
  return json.quoteId
}

const statusOf = async (requestId: string) => {
  const { json } = await host.call('GET', `/v2/request/${requestId}/status`)
  return { status: json.status, paid: json.amountPaid }
}

async function reach(requestId: string, wanted: { status: string; paid: string }): Promise<void> {
  await waitFor(`${wanted.status} with ${wanted.paid}`, async () => {
    const { status, paid } = await statusOf(requestId)
    return status === wanted.status && paid === wanted.paid ? true : null
  })
}

async function paymentsOf(requestId: string) {
  const { json } = await host.call('GET', `/v2/payments?requestId=${requestId}`)
  return json.payments
}

async function eventsOf(requestId: string): Promise<Record<string, unknown>[]> {
  const rows = await host.host.context.db.kysely
    .selectFrom('events')
    .select('body')
    .where('request_id', '=', requestId)
    .where('type', 'like', 'payment.%')
    .orderBy('sequence')
    .execute()
  return rows.map(({ body }) => JSON.parse(body))
}

/** Advances the chain's clock by an hour, ahead of the host's clock. */
const passAnHour = () => chains.client('devnet').increaseTime({ seconds: HOUR_S })

const unmatchedOf = (requestId: string) =>
  host.host.context.db.kysely
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute()

describe('A request that is paid at a quote', () => {
  test('a request that is paid at a quote is paid in full, and its event and its payment name the quote', async () => {
    const requestId = await createBill()
    const before = await balanceOf(chains, 'USDC', PAYEE)
    const quoteId = await quoteAndPay(requestId)
    await reach(requestId, { status: 'paid', paid: '100' })
    expect((await balanceOf(chains, 'USDC', PAYEE)) - before).toBe(125_000_000n)
    const sources = [{ source: 'alpha' }, { source: 'beta' }]
    const named = { rateProvider: 'quote', quote: { quoteId, countedAt: 'quote', sources } }
    expect(await paymentsOf(requestId)).toMatchObject([
      { amount: '100', type: 'conversion', conversionRateDestination: '1.25', ...named },
    ])
    expect(await eventsOf(requestId)).toMatchObject([
      {
        event: 'payment.confirmed',
        amount: '100',
        currency: 'DAI',
        paymentCurrency: 'USDC',
        convertedAmountDestination: '125',
        ...named,
      },
    ])
  })

  test('a request that is paid at a quote can be paid in parts, each at its share of the quote', async () => {
    const requestId = await createBill()
    await quoteAndPay(requestId, { amount: '40' })
    await reach(requestId, { status: 'partially_paid', paid: '40' })
    // The first quote was for the whole amount, so the remainder needs another one.
    expect((await askToPay(host, requestId)).json.code).toBe('quote_required')
    await quoteAndPay(requestId)
    await reach(requestId, { status: 'paid', paid: '100' })
  })
})

describe('A quote from before a change', () => {
  test.each([
    { to: '50', status: 'paid', excess: '50' },
    { to: '200', status: 'partially_paid', excess: null },
  ])(
    'a quote from before the merchant changed the amount to $to counts its own amount, and not the new one',
    async ({ to, status, excess }) => {
      const { token, requestIds } = await host.createPayment({
        requests: [
          {
            payee: PAYEE,
            invoiceCurrency: 'DAI-devnet-b',
            paymentCurrency: 'USDC-devnet',
            amount: '100',
          },
        ],
      })
      const [requestId = ''] = requestIds
      const { json: quote } = await host.call('POST', `/v2/secure-payments/${token}/quotes`, {
        body: {},
      })
      expect(quote).toMatchObject({ invoiceAmount: '100', paymentAmount: '125' })
      const { json: signed } = await askToPay(host, requestId)
      const body = { revision: 1, amount: to }
      expect((await host.call('PATCH', `/v2/secure-payments/${token}`, { body })).status).toBe(200)
      expect((await askToPay(host, requestId)).json.code).toBe('quote_required')
      await sendAll(chains, PAYER_INDEX, signed.transactions)
      await reach(requestId, { status, paid: '100' })
      const { json: request } = await host.call('GET', `/v2/request/${requestId}`)
      expect(request).toMatchObject({ paidAmount: '100', excessAmount: excess })
      expect(await paymentsOf(requestId)).toMatchObject([
        { amount: '100', quote: { quoteId: quote.quoteId, countedAt: 'quote' } },
      ])
    },
  )

  test('a quote outlives its host in a rolling restart: the next host offers it and counts the payment at it', async () => {
    const old = await host.startNeighbour({ PAY_ROLE: 'api' })
    const { json: created } = await old.call('POST', '/v2/request', {
      body: {
        payee: PAYEE,
        invoiceCurrency: 'DAI-devnet-b',
        paymentCurrency: 'USDC-devnet',
        amount: '100',
      },
    })
    const path = `/v2/request/${created.requestId}`
    const { json: quote } = await old.call('POST', `${path}/quotes`, { body: {} })
    const next = await host.startNeighbour({ PAY_ROLE: 'api' })
    await old[Symbol.asyncDispose]()
    // The price has doubled, and the quote holds.
    prices.set('USDC', 'DAI', '1.6')
    const again = await next.call('POST', `${path}/quotes`, { body: {} })
    expect(again.json).toEqual(quote)
    const { json: answer } = await next.call('GET', `${path}/pay`)
    expect(answer.metadata.quote).toEqual(quote)
    await sendAll(chains, PAYER_INDEX, answer.transactions)
    await reach(created.requestId, { status: 'paid', paid: '100' })
    expect(await paymentsOf(created.requestId)).toMatchObject([
      { quote: { quoteId: quote.quoteId, countedAt: 'quote' } },
    ])
    await next[Symbol.asyncDispose]()
  })
})

describe('A payment that arrives after its quote', () => {
  test('a payment that arrives after its quote counts at the market price of its block', async () => {
    const requestId = await createBill()
    prices.set('USDC', 'DAI', '0.8', new Date(0))
    const { json } = await host.call('POST', `/v2/request/${requestId}/quotes`, { body: {} })
    expect(json.paymentAmount).toBe('125')
    const { json: answer } = await askToPay(host, requestId)
    await passAnHour()
    prices.set('USDC', 'DAI', '0.5', new Date(host.clock.now().getTime() + 1_800_000))
    await sendAll(chains, PAYER_INDEX, answer.transactions)
    await reach(requestId, { status: 'partially_paid', paid: '62.5' })
    expect(await eventsOf(requestId)).toMatchObject([
      { event: 'payment.partial', rateProvider: 'market', quote: { quoteId: null } },
    ])
  })

  test('a payment that arrives while no price is known waits without an event, and counts once a price is known', async () => {
    const requestId = await createBill()
    host.clock.advance(2 * HOUR_S * 1_000)
    prices.silence('USDC', 'DAI')
    prices.set('USDC', 'DAI', '0.8', new Date(0))
    await host.call('POST', `/v2/request/${requestId}/quotes`, { body: {} })
    const { json: answer } = await askToPay(host, requestId)
    await passAnHour()
    await passAnHour()
    await passAnHour()
    await passAnHour()
    prices.silence('USDC', 'DAI')
    await sendAll(chains, PAYER_INDEX, answer.transactions)
    const [unmatched] = await waitFor('the unmatched payment', async () => {
      const rows = await unmatchedOf(requestId)
      return rows.length === 0 ? null : rows
    })
    expect(unmatched).toMatchObject({ reason: 'no_price', amount_units: '125000000' })
    expect(await eventsOf(requestId)).toEqual([])
    // Without a price, the payment can only be refunded; the refund moves with the payment once it counts.
    const refund = await host.call('POST', `/v2/unmatched-payments/${unmatched?.id}/refunds`, {
      body: { amount: '25', reason: 'requested_by_customer' },
    })
    expect(refund).toMatchObject({ status: 201 })
    prices.set('USDC', 'DAI', '0.8', new Date(0))
    await waitFor('the next pass of the job', async () => {
      host.clock.advance(61_000)
      return (await statusOf(requestId)).status === 'paid' ? true : null
    })
    expect(await unmatchedOf(requestId)).toEqual([])
    expect(await eventsOf(requestId)).toMatchObject([{ event: 'payment.confirmed' }])
    const { json: found } = await host.call('GET', `/v2/refunds/${refund.json.id}`)
    expect(found).toMatchObject({ requestId })
  })

  test('a payment after its quote that no source can ever price is reported at once', async () => {
    const requestId = await createBill()
    await passAnHour()
    prices.set('USDC', 'DAI', '0.8', new Date(0))
    await host.call('POST', `/v2/request/${requestId}/quotes`, { body: {} })
    const { json: answer } = await askToPay(host, requestId)
    prices.silence('USDC', 'DAI')
    prices.forget('USDC', 'DAI')
    await sendAll(chains, PAYER_INDEX, answer.transactions)
    const events = await waitFor('the event', async () => {
      const found = await eventsOf(requestId)
      return found.length === 0 ? null : found
    })
    expect(events).toMatchObject([{ event: 'payment.unmatched', reason: 'no_price' }])
  })
})
