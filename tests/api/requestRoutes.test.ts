import { getNetwork } from '@secure-payment/core/networks'
import {
  accounts,
  type Chains,
  mockAggregatorAbi,
  priceFeeds,
  startChains,
} from '@secure-payment/devnet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../support/callApi.ts'
import { markPaid, markSeen } from '../support/markRequest.ts'
import { createRequest } from '../support/requestCalls.ts'
import {
  FEE_ADDRESS,
  pageHeaders,
  SECOND_PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const PAYER = accounts[5]?.address ?? '0x'
const EMPTY_WALLET = '0x000000000000000000000000000000000000dEaD'
const USD = { invoiceCurrency: 'USD', paymentCurrency: 'USDC-devnet', amount: '100' }

let chains: Chains
let test: TestHost
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  test = await startTestHost({ PAY_RPC_URL_DEVNET: chains.rpcUrl('devnet') })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await chains[Symbol.asyncDispose]()
})
beforeEach(() => test.clock.advance(10_000))

function routesOf(
  requestId: string,
  query: Record<string, string> = { wallet: PAYER },
  at: Pick<TestHost, 'call'> = test,
): Promise<Answer> {
  const text = new URLSearchParams(query).toString()
  return at.call('GET', `/v2/request/${requestId}/routes?${text}`)
}

describe('GET /v2/request/{requestId}/routes', () => {
  it('GET /v2/request/{requestId}/routes lists the direct route with its gas cost', async () => {
    const requestId = await createRequest(test)
    const { status, json } = await routesOf(requestId)
    expect(status).toBe(200)
    expect(json.platformFee).toBeUndefined()
    expect(json.routes).toHaveLength(1)
    const [route] = json.routes
    expect(route).toMatchObject({
      id: 'REQUEST_NETWORK_PAYMENT',
      chain: 'DEVNET',
      token: 'USDC',
      speed: 'FAST',
    })
    const [gas] = route.feeBreakdown
    expect(gas).toMatchObject({
      type: 'gas',
      stage: 'sending',
      currency: 'ETH',
      network: 'devnet',
      rateProvider: 'chainlink',
    })
    // A coin is worth 2500 dollars, and the request 12.5 dollars.
    const gasUsd = Number(gas.amount) * 2_500
    expect(Number(gas.amountInUSD)).toBeCloseTo(gasUsd, 6)
    expect(route.feeInUSD).toBe(Number(gas.amountInUSD))
    expect(route.fee).toBeCloseTo(gasUsd / 12.5, 6)
  })

  it('GET /v2/request/{requestId}/routes adds the platform’s fee, in the payment currency, with its recipient', async () => {
    const requestId = await createRequest(test, USD)
    const { json } = await routesOf(requestId, {
      wallet: PAYER,
      amount: '50',
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    })
    expect(json.platformFee).toEqual({ percentage: '1', address: FEE_ADDRESS })
    const [route] = json.routes
    const [platform, gas] = route.feeBreakdown
    expect(platform).toEqual({
      type: 'platform',
      stage: 'sending',
      provider: 'secure-payment',
      amount: '0.5',
      amountInUSD: '0.5',
      currency: 'USDC',
      receiverAddress: FEE_ADDRESS,
      network: 'devnet',
      rateProvider: 'chainlink',
    })
    expect(route.feeInUSD).toBeCloseTo(0.5 + Number(gas.amountInUSD), 8)
    expect(route.fee).toBeCloseTo((0.5 + Number(gas.amountInUSD)) / 50, 8)
  })

  it('GET /v2/request/{requestId}/routes shows a conversion’s fee in the payment currency, and its value in dollars', async () => {
    const requestId = await createRequest(test, {
      invoiceCurrency: 'EUR',
      paymentCurrency: 'ETH-devnet',
      amount: '1000',
    })
    const { json } = await routesOf(requestId, {
      wallet: PAYER,
      feePercentage: '2.5',
      feeAddress: FEE_ADDRESS,
    })
    // 25 euros are 27.5 dollars, which are 0.011 of a coin.
    expect(json.routes[0].feeBreakdown[0]).toMatchObject({
      amount: '0.011',
      amountInUSD: '27.5',
      currency: 'ETH',
    })
    expect(json.routes[0].token).toBe('ETH')
  })

  it('GET /v2/request/{requestId}/routes uses the client ID’s fee instead of the call’s fee', async () => {
    const requestId = await createRequest(test)
    const shop = await test.createClientId({
      label: 'Shop',
      allowedDomains: [SHOP_ORIGIN],
      feePercentage: '1',
      feeAddress: SECOND_PAYEE,
    })
    const query = `wallet=${PAYER}&feePercentage=3&feeAddress=${FEE_ADDRESS}`
    const { json } = await test.call('GET', `/v2/request/${requestId}/routes?${query}`, {
      anonymous: true,
      headers: pageHeaders(shop.clientId),
    })
    expect(json.platformFee).toEqual({ percentage: '1', address: SECOND_PAYEE })
    expect(json.routes[0].feeBreakdown[0]).toMatchObject({
      amount: '0.125',
      receiverAddress: SECOND_PAYEE,
    })
  })

  it('GET /v2/request/{requestId}/routes shows only the platform’s fee when no rate for the price of gas is known', async () => {
    const requestId = await createRequest(test, {
      invoiceCurrency: 'FEE-devnet',
      paymentCurrency: 'FEE-devnet',
    })
    const { json } = await routesOf(requestId, {
      wallet: PAYER,
      feePercentage: '0.25',
      feeAddress: FEE_ADDRESS,
    })
    const [route] = json.routes
    expect(route.fee).toBe(0.0025)
    expect(route.feeInUSD).toBeUndefined()
    expect(route.feeBreakdown[0].amountInUSD).toBeUndefined()
  })
})

describe('The list of routes is empty', () => {
  it('the list of routes is empty for a wallet with an insufficient balance, fee included', async () => {
    const requestId = await createRequest(test)
    expect((await routesOf(requestId, { wallet: EMPTY_WALLET })).json).toEqual({ routes: [] })
    const dear = await createRequest(test, { amount: '999999' })
    const query = { wallet: PAYER, feePercentage: '1', feeAddress: FEE_ADDRESS }
    expect((await routesOf(dear, query)).json.routes).toEqual([])
    expect((await routesOf(dear)).json.routes).toHaveLength(1)
  })

  it('the list of routes is empty when nothing is left, or a payment is pending', async () => {
    const { token, requestIds } = await test.createPayment()
    const paid = requestIds[0] ?? ''
    await markPaid(test.host, { token, requestId: paid, paidUnits: 12_500_000n })
    expect((await routesOf(paid)).json).toEqual({ routes: [] })
    const seen = await createRequest(test)
    await markSeen(test.host, { requestId: seen, units: 12_500_000n, depth: 1n })
    expect((await routesOf(seen)).json).toEqual({ routes: [] })
  })

  it('the list of routes is empty while the conversion has no recent rate', async () => {
    const requestId = await createRequest(test, USD)
    const feed = priceFeeds(getNetwork('devnet')).find(({ name }) => name === 'USDC/USD')
    const setUpdatedAt = (time: bigint) =>
      chains.wallet('devnet', 9).writeContractSync({
        address: feed?.address ?? '0x',
        abi: mockAggregatorAbi,
        functionName: 'setUpdatedAt',
        args: [time],
      })
    await setUpdatedAt(1_000_000n)
    expect((await routesOf(requestId)).json.routes).toEqual([])
    await setUpdatedAt(0n)
    test.clock.advance(10_000)
    expect((await routesOf(requestId)).json.routes).toHaveLength(1)
  })
})

describe('Invalid input', () => {
  it.each([
    ['no wallet', {}, 'wallet'],
    ['an invalid wallet', { wallet: '0x12' }, 'wallet'],
    ['a wrong checksum', { wallet: PAYER.replace('bcC', 'bCC') }, 'wallet'],
    ['an amount of zero', { wallet: PAYER, amount: '0' }, 'amount'],
    ['an amount above the remaining amount', { wallet: PAYER, amount: '12.500001' }, 'amount'],
    ['half a fee', { wallet: PAYER, feePercentage: '1' }, 'feeAddress'],
  ])('%s is rejected with its field', async (_, query, field) => {
    const requestId = await createRequest(test)
    const { status, json } = await routesOf(requestId, query as Record<string, string>)
    expect({ status, field: json.errors[0].field }).toEqual({ status: 400, field })
  })

  it('an unknown request returns 404, and so does another merchant’s request', async () => {
    expect((await routesOf(`01${'ab'.repeat(32)}`)).status).toBe(404)
    const requestId = await createRequest(test)
    const { apiKey } = await test.createTenant()
    const foreign = await test.call('GET', `/v2/request/${requestId}/routes?wallet=${PAYER}`, {
      headers: { 'x-api-key': apiKey },
    })
    expect(foreign.status).toBe(404)
  })
})

describe('While no node responds', () => {
  it('while no node responds, a direct payment has its route, and a conversion returns an error', async () => {
    const direct = await createRequest(test)
    const converted = await createRequest(test, USD)
    await using cut = await test.startNeighbour({ PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' })
    const { json } = await routesOf(direct, { wallet: PAYER }, cut)
    expect(json.routes).toMatchObject([{ id: 'REQUEST_NETWORK_PAYMENT', fee: 0, feeBreakdown: [] }])
    expect(await routesOf(converted, { wallet: PAYER }, cut)).toMatchObject({
      status: 503,
      json: { code: 'chain_unavailable' },
    })
  })
})
