import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSingleNode } from '../../host/src/config.ts'
import { singleNode } from '../../host/src/readiness/singleNode.ts'
import { createFakePrices } from '../support/fakePrices.ts'
import { PAYEE, PAYER, startTestHost, type TestHost } from '../support/testHost.ts'

const LIMIT_USD = '1000'
const dollars = (amount: string, currency = 'USDC-base') => ({
  payee: PAYEE,
  invoiceCurrency: 'USD',
  paymentCurrency: currency,
  amount,
})

const payout = (amount: string) => ({
  recipient: PAYEE,
  network: 'base',
  currency: 'USDC-base',
  amount,
})
const MONTHLY = { startDate: '2100-01-01', frequency: 'MONTHLY', totalPayments: 2 }

let test: TestHost
const lines: object[] = []

beforeAll(async () => {
  const { createLogger } = await import('../../host/src/log.ts')
  const log = createLogger('warn', { write: (line: string) => lines.push(JSON.parse(line)) })
  test = await startTestHost({ PAY_SINGLE_NODE_MAX_USD: LIMIT_USD }, { log })
})
afterAll(() => test[Symbol.asyncDispose]())

describe('A network with real money and a single node', () => {
  it('a network with real money and a single node is reported at start-up and by GET /readyz, unlike a test network', async () => {
    const told = lines.filter(
      (line) => 'network' in line && JSON.stringify(line).includes('single node'),
    )
    expect(told).toMatchObject([{ network: 'base' }])
    const { context } = test.host
    expect(await singleNode.run({ context, networks: [] })).toMatchObject([{ network: 'base' }])
  })

  it.each([
    ['one URL', ['https://a.example/1'], true],
    ['two URLs on one host', ['https://a.example/1', 'https://A.example:443/2'], true],
    ['two hosts', ['https://a.example/1', 'https://b.example/1'], false],
  ])('a network has a single node with %s', (_how, rpcUrls, expected) => {
    const [base] = test.host.context.config.networks.filter(({ network }) => network.id === 'base')
    if (base === undefined) throw new Error('base is not served')
    expect(isSingleNode({ ...base, rpcUrls })).toBe(expected)
  })

  it('a network with real money and a single node accepts requests, links and batches up to the limit', async () => {
    const create = (path: string, body: object) => test.call('POST', path, { body })
    expect(await create('/v2/request', dollars('1000'))).toMatchObject({ status: 201 })
    const requests = [dollars('400'), dollars('600')]
    expect(await create('/v2/secure-payments', { requests })).toMatchObject({ status: 201 })
  })

  it.each([
    ['/v2/request', dollars('1000.01')],
    ['/v2/secure-payments', { requests: [dollars('1000.01')] }],
    ['/v2/secure-payments', { requests: [dollars('400'), dollars('600.01')] }],
    ['/v2/payouts/batch', { requests: [dollars('600'), dollars('400.01')] }],
    ['/v2/payouts', { ...dollars('1000.01'), payerWallet: PAYER }],
    ['/v2/payouts', { ...dollars('1000.01'), payerWallet: PAYER, recurrence: MONTHLY }],
    ['/v1/request', dollars('1000.01')],
    ['/v2/secure-payments/payouts', payout('1000.01')],
    ['/v2/secure-payments/payouts', { payouts: [payout('400'), payout('600.01')] }],
  ])('the service rejects more than the limit for a single node: POST %s', async (path, body) => {
    expect(await test.call('POST', path, { body })).toMatchObject({
      status: 400,
      json: { code: 'single_node_limit', detail: expect.stringContaining('1000 US dollars') },
    })
  })

  it('a network with real money and a single node rejects amounts of unknown value', async () => {
    const body = {
      ...dollars('1'),
      invoiceCurrency: 'ETH-base-base',
      paymentCurrency: 'ETH-base-base',
    }
    expect(await test.call('POST', '/v2/request', { body })).toMatchObject({
      status: 400,
      json: { code: 'single_node_limit', detail: expect.stringContaining('cannot be determined') },
    })
  })

  it('a test network with a single node accepts any amount', async () => {
    const body = dollars('1000000', 'USDC-devnet')
    expect(await test.call('POST', '/v2/request', { body })).toMatchObject({ status: 201 })
  })
})

it('A host with market prices applies its limit for a single node to coins without a rate on their network', async () => {
  const prices = createFakePrices(() => new Date())
  prices.set('ETH', 'USD', '2500')
  await using host = await startTestHost({ PAY_SINGLE_NODE_MAX_USD: LIMIT_USD }, { prices })
  const create = (amount: string) => {
    const ether = { invoiceCurrency: 'ETH-base-base', paymentCurrency: 'ETH-base-base' }
    return host.call('POST', '/v2/request', { body: { ...dollars(amount), ...ether } })
  }
  expect(await create('0.4')).toMatchObject({ status: 201 })
  expect(await create('0.40001')).toMatchObject({
    status: 400,
    json: { code: 'single_node_limit', detail: expect.stringContaining('1000 US dollars') },
  })
  prices.silence('ETH', 'USD')
  expect(await create('0.4')).toMatchObject({
    status: 400,
    json: { code: 'single_node_limit', detail: expect.stringContaining('cannot be determined') },
  })
})

it('A host without PAY_SINGLE_NODE_MAX_USD accepts any amount on a network with a single node', async () => {
  await using host = await startTestHost()
  const answer = await host.call('POST', '/v2/request', { body: dollars('1000000') })
  expect(answer).toMatchObject({ status: 201 })
})
