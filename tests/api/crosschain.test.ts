import { randomUUID } from 'node:crypto'
import { decodePaymentCall } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { accounts, bridgeAbi } from '@secure-payment/devnet'
import { decodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BridgeWorld, openBridge } from '../devnet/support/bridge.ts'
import { createRefusalCheck, invalid, type RefusalCheck } from '../support/createRefusalCheck.ts'
import { markPaid } from '../support/markRequest.ts'
import { askToPay, createRequest } from '../support/requestCalls.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

// The payment is on devnet, and the payer's funds are on devnet-b. The bridge charges 0.2 %, but at least 0.02 of the token.
const PAYER_INDEX = 5
const PAYER = accounts[PAYER_INDEX]?.address ?? '0x'
const EMPTY_WALLET = '0x000000000000000000000000000000000000dEaD'
const DIAMOND = '0x5ECc000000000000000000000000000000000009'
const FROM_B = { chain: 'DEVNET-B', token: 'USDC', wallet: PAYER }
/** A host reuses a quote for `REUSE_MS`, and keeps an open circuit breaker open for `REST_MS`. */
const REUSE_MS = 10_000
const REST_MS = 30_000
/** The bridge's deadline of 4 s, with a margin for a busy machine. */
const WITHIN_A_DEADLINE = { timeout: 30_000, interval: 200 }
const item = (symbol: string, amount: string) => ({
  ...usdcItem,
  invoiceCurrency: `${symbol}-devnet`,
  paymentCurrency: `${symbol}-devnet`,
  amount,
})

let world: BridgeWorld
let test: TestHost
beforeAll(async () => {
  world = await openBridge()
  test = await startTestHost({
    PAY_RPC_URL_DEVNET: world.chains.rpcUrl('devnet'),
    PAY_RPC_URL_DEVNET_B: world.chains.rpcUrl('devnet-b'),
    PAY_LIFI_URL: world.bridge.url,
  })
})
afterAll(async () => {
  await test?.[Symbol.asyncDispose]()
  await world?.[Symbol.asyncDispose]()
})
afterEach(() => {
  world.bridge.setSwitches({ mode: 'normal' })
  test.clock.advance(REST_MS)
})

type Query = Record<string, string>
const textOf = (query: Query) => new URLSearchParams(query).toString()
const pay = (token: string, query: Query = FROM_B, at: Pick<TestHost, 'call'> = test) =>
  at.call('GET', `/v2/secure-payments/${token}/pay?${textOf(query)}`)
const read = (token: string, wallet: string = PAYER, at: Pick<TestHost, 'call'> = test) =>
  at.call('GET', `/v2/secure-payments/${token}?wallet=${wallet}`)
const routesOf = (requestId: string, wallet: string = PAYER, at: Pick<TestHost, 'call'> = test) =>
  at.call('GET', `/v2/request/${requestId}/routes?wallet=${wallet}`)

const tokenB = (symbol: string) => world.chains.token('devnet-b', symbol).address

async function approve(symbol: string, units: bigint): Promise<void> {
  const { status } = await world.chains.wallet('devnet-b', PAYER_INDEX).writeContractSync({
    address: tokenB(symbol),
    abi: erc20Abi,
    functionName: 'approve',
    args: [DIAMOND, units],
  })
  expect(status).toBe('success')
}

/** Reads an approval's spender and units, decoded by viem with the token's own ABI. */
const readApproval = ({ data }: { data: Hex }) => decodeFunctionData({ abi: erc20Abi, data }).args

/** Reads the order in a bridge transaction, and its payment on the destination chain. */
function readOrder({ data }: { data: Hex }) {
  const { functionName, args } = decodeFunctionData({ abi: bridgeAbi, data })
  if (functionName !== 'deposit') throw new Error(`${functionName} is no deposit`)
  const [{ token, amount, toChainId, delivery }] = args
  return { token, amount, toChainId, delivery, call: decodePaymentCall(delivery.callData) }
}

describe('Fresh transactions for a step of a route', () => {
  const step = (action: object = {}) => ({
    id: 'f3c1',
    type: 'lifi',
    tool: 'across',
    action: {
      fromChainId: 31_338,
      fromToken: { symbol: 'USDC', address: tokenB('USDC') },
      fromAmount: '1',
      fromAddress: PAYER,
      toChainId: 31_337,
      toAddress: EMPTY_WALLET,
      ...action,
    },
  })
  const refresh = (token: string, sent: object = step()) =>
    test.call('POST', `/v2/secure-payments/${token}/refresh-step-transaction`, {
      body: { step: sent },
    })

  it('a refreshed step pays the payment’s amount to its payee, regardless of the step’s content', async () => {
    const { token } = await test.createPayment()
    const { status, json } = await refresh(token)
    expect(status).toBe(200)
    const { transactionRequest, ...calldata } = json
    expect(calldata).toEqual((await pay(token)).json)
    expect(transactionRequest).toEqual({ ...calldata.transactions[1], from: PAYER })
    expect(readOrder(transactionRequest).call).toMatchObject({
      payee: PAYEE.toLowerCase(),
      amountUnits: 12_500_000n,
    })
    expect(readApproval(calldata.transactions[0])[1]).toBe(readOrder(transactionRequest).amount)
  })

  it('a refreshed step has a later expiry than the quote before it', async () => {
    const { token } = await test.createPayment()
    const { json: first } = await refresh(token)
    test.clock.advance(REUSE_MS + 1_000)
    const { json: second } = await refresh(token)
    expect(second.metadata.quoteExpiresAt).toBe(first.metadata.quoteExpiresAt + 11)
  })

  it.each([
    ['ends on another chain', { toChainId: 1 }, 'invalid_step', 'step.action.toChainId'],
    [
      'begins on the payment’s chain',
      { fromChainId: 31_337 },
      'invalid_step',
      'step.action.fromChainId',
    ],
    ['has no source', { fromToken: undefined }, 'required', 'step.action.fromToken'],
  ])('a step that %s is rejected', async (_, action, code, field) => {
    const { token } = await test.createPayment()
    const { status, json } = await refresh(token, step(action))
    expect([status, json.errors[0]]).toMatchObject([400, { code, field }])
  })

  it('a step from an unknown chain, of a batch, or of a paid payment is rejected as /pay rejects it', async () => {
    const { token, requestIds } = await test.createPayment()
    const unknown = await refresh(token, step({ fromChainId: 999_999 }))
    expect([unknown.status, unknown.json.code]).toEqual([400, 'unsupported_crosschain'])
    const batch = await test.createPayment({ requests: [usdcItem, usdcItem] })
    expect((await refresh(batch.token)).json.code).toBe('unsupported_crosschain')
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 12_500_000n })
    expect((await refresh(token)).json.code).toBe('payment_completed')
  })
})

describe('Calldata from another chain', () => {
  it('calldata from another chain approves the wallet’s exact debit, and orders the same payment as on the payment’s own chain', async () => {
    const { token, requestIds } = await test.createPayment({
      requests: [usdcItem],
      feePercentage: '1',
      feeAddress: FEE_ADDRESS,
    })
    const { status, json } = await pay(token)
    expect(status).toBe(200)
    const [approval, payment] = json.transactions
    expect(json.transactions).toMatchObject([
      { to: tokenB('USDC'), value: '0x0', chainId: 31_338 },
      { to: DIAMOND, value: '0x0', chainId: 31_338 },
    ])
    // 12.5 and the fee of 0.125 are due; 0.2 % of that sum is 0.02525.
    expect(readApproval(approval)).toEqual([DIAMOND, 12_650_250n])
    const { json: request } = await test.call('GET', `/v2/request/${requestIds[0]}`)
    const proxy = getAddress(getNetwork('devnet').contracts.ERC20FeeProxy?.address ?? '')
    expect(readOrder(payment)).toMatchObject({
      token: tokenB('USDC'),
      amount: 12_650_250n,
      toChainId: 31_337n,
      delivery: {
        token: world.chains.token('devnet', 'USDC').address,
        amount: 12_625_000n,
        fallbackAddress: PAYEE,
        target: proxy,
        spender: proxy,
      },
      call: {
        kind: 'erc20_payment',
        token: world.chains.token('devnet', 'USDC').address.toLowerCase(),
        payee: PAYEE.toLowerCase(),
        amountUnits: 12_500_000n,
        paymentReference: request.paymentReference,
        feeUnits: 125_000n,
        feeAddress: FEE_ADDRESS.toLowerCase(),
      },
    })
    expect(json.metadata).toEqual({
      stepsRequired: 2,
      needsApproval: true,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 1,
      hasEnoughBalance: true,
      balanceChecked: true,
      routeType: 'crosschain',
      quoteExpiresAt: Math.floor(test.clock.now().getTime() / 1_000) + 60,
      sourceAmount: '12.65025',
    })
  })

  it('calldata from another chain accepts the source chain by its id, and a wallet in lower case', async () => {
    const { token } = await test.createPayment()
    const { status, json } = await pay(token, {
      chain: 'devnet-b',
      token: 'USDT',
      wallet: PAYER.toLowerCase(),
    })
    expect(status).toBe(200)
    expect(readOrder(json.transactions[1]).token).toBe(tokenB('USDT'))
    expect(json.metadata.sourceAmount).toBe('12.525')
  })

  it('calldata from another chain approves even when the allowance is sufficient, and first resets the allowance of USDT to zero', async () => {
    const { token } = await test.createPayment()
    await approve('USDC', 1_000_000_000n)
    expect((await pay(token)).json.transactions).toHaveLength(2)
    const fromUsdt = { ...FROM_B, token: 'USDT' }
    expect((await pay(token, fromUsdt)).json.metadata.stepsRequired).toBe(2)
    await approve('USDT', 1_000_000_000n)
    const { json } = await pay(token, fromUsdt)
    expect(json.transactions.slice(0, 2).map(readApproval)).toEqual([
      [DIAMOND, 0n],
      [DIAMOND, 12_525_000n],
    ])
    expect(json.metadata).toMatchObject({
      stepsRequired: 3,
      approvalTransactionIndex: 0,
      paymentTransactionIndex: 2,
    })
    await approve('USDT', 0n)
  })

  it('calldata from another chain reports an insufficient balance', async () => {
    const { token } = await test.createPayment()
    const { json } = await pay(token, { ...FROM_B, wallet: EMPTY_WALLET })
    expect(json.metadata).toMatchObject({ hasEnoughBalance: false, balanceChecked: true })
    expect(json.metadata).not.toHaveProperty('hasEnoughGas')
  })

  it('calldata from another chain pays the remaining amount', async () => {
    const { token, requestIds } = await test.createPayment()
    await markPaid(test.host, { token, requestId: requestIds[0] ?? '', paidUnits: 2_500_000n })
    const { json } = await pay(token)
    expect(readOrder(json.transactions[1]).call).toMatchObject({ amountUnits: 10_000_000n })
    expect(json.metadata.sourceAmount).toBe('10.02')
  })

  it('calldata from another chain for a request orders the same payment in both API versions, even in part, and shows the platform’s fee', async () => {
    const requestId = await createRequest(test)
    const part = { amount: '5', feePercentage: '2', feeAddress: FEE_ADDRESS }
    const { status, json } = await askToPay(test, requestId, { ...FROM_B, ...part })
    expect(status).toBe(200)
    expect(readOrder(json.transactions[1]).call).toMatchObject({
      payee: PAYEE.toLowerCase(),
      amountUnits: 5_000_000n,
      feeUnits: 100_000n,
    })
    // 5.1 USDC is due, and 0.2 % of that amount is less than the bridge's minimum fee.
    expect(json.metadata).toMatchObject({
      routeType: 'crosschain',
      sourceAmount: '5.12',
      platformFee: { percentage: '2', address: FEE_ADDRESS },
    })
    expect(json.transactions.map(({ value }: { value: unknown }) => value)).toEqual(['0x0', '0x0'])
    const { json: request } = await test.call('GET', `/v2/request/${requestId}`)
    const path = `/v1/request/${request.paymentReference}/pay?${textOf({ ...FROM_B, ...part })}`
    expect((await test.call('GET', path)).json).toEqual(json)
  })

  it('calldata from another chain uses the request’s own network when the chain and the token name it', async () => {
    const { token } = await test.createPayment()
    const { json } = await pay(token, { chain: 'DEVNET', token: 'USDC' })
    expect(json.metadata).not.toHaveProperty('routeType')
  })
})

describe('A quote', () => {
  it('a quote is reused for a few seconds, then replaced at the current price', async () => {
    const { token } = await test.createPayment()
    const first = (await pay(token)).json
    world.bridge.setSwitches({ mode: 'price_change' })
    expect((await pay(token)).json).toEqual(first)
    test.clock.advance(REUSE_MS)
    const second = (await pay(token)).json
    // The bridge now charges 1 % instead of 0.2 %.
    expect(second.metadata).toMatchObject({
      sourceAmount: '12.625',
      quoteExpiresAt: first.metadata.quoteExpiresAt + REUSE_MS / 1_000,
    })
    expect(readApproval(second.transactions[0])).toEqual([DIAMOND, 12_625_000n])
  })

  it('a quote is replaced once it has expired', async () => {
    const { token } = await test.createPayment()
    const first = (await pay(token)).json
    test.clock.advance(30_000)
    const second = (await pay(token)).json
    expect(second.metadata.quoteExpiresAt).toBe(first.metadata.quoteExpiresAt + 30)
    expect(second.transactions[1].data).not.toBe(first.transactions[1].data)
  })
})

describe('A rejection that changes nothing', () => {
  let check: RefusalCheck
  const tokens: Record<string, string> = {}
  let requestId = ''
  beforeAll(async () => {
    const seeds = {
      usdc: [usdcItem],
      one: [item('USDC', '1')],
      dai: [item('DAI', '10')],
      eth: [item('ETH', '1')],
      converted: [{ ...usdcItem, invoiceCurrency: 'USD' }],
      batch: [usdcItem, { ...usdcItem, payee: SECOND_PAYEE }],
      paid: [usdcItem],
    }
    for (const [name, requests] of Object.entries(seeds)) {
      const created = await test.createPayment({ requests })
      tokens[name] = created.token
      const [id = ''] = created.requestIds
      if (name === 'paid') {
        await markPaid(test.host, { token: created.token, requestId: id, paidUnits: 12_500_000n })
      }
    }
    requestId = await createRequest(test)
    check = createRefusalCheck(test)
    await check.rememberRows()
  })
  const path = (name: string, query: Query) =>
    `/v2/secure-payments/${tokens[name]}/pay?${textOf(query)}`
  const unsupported = {
    status: 400,
    code: 'unsupported_crosschain',
    errors: ['chain unsupported_crosschain'],
  }
  const tooSmall = {
    status: 400,
    code: 'amount_too_small_for_crosschain',
    errors: ['chain amount_too_small_for_crosschain'],
  }

  it.each<[string, string, Query]>([
    ['a real network for a payment on a test network', 'usdc', { ...FROM_B, chain: 'BASE' }],
    ['a chain that is not served', 'usdc', { ...FROM_B, chain: 'OPTIMISM' }],
    ['an unknown chain', 'usdc', { ...FROM_B, chain: 'MOON' }],
    ['a chain in another case', 'usdc', { ...FROM_B, chain: 'Devnet-B' }],
    ['a token that no bridge accepts', 'usdc', { ...FROM_B, token: 'DAI' }],
    ['a native coin', 'usdc', { ...FROM_B, token: 'ETH' }],
    [
      'another token on the payment’s own chain',
      'usdc',
      { ...FROM_B, chain: 'DEVNET', token: 'USDT' },
    ],
    ['a payment in another token', 'dai', FROM_B],
    ['a payment in a native coin', 'eth', FROM_B],
    ['a payment that is converted', 'converted', FROM_B],
    ['a batch', 'batch', FROM_B],
    ['a batch on its own chain', 'batch', { chain: 'DEVNET', token: 'USDC' }],
    ['an unsupported chain, even without a wallet', 'usdc', { chain: 'MOON', token: 'USDC' }],
  ])('the service rejects %s', async (_, name, query) => {
    await check.expectRefusal(['GET', path(name, query)], unsupported)
  })

  it('the service rejects an amount of one token, a chain without a token, a token without a chain, and a missing or invalid wallet', async () => {
    const { chain, token, wallet } = FROM_B
    await check.expectRefusal(['GET', path('one', FROM_B)], tooSmall)
    await check.expectRefusal(['GET', path('usdc', { chain, wallet })], invalid('token required'))
    await check.expectRefusal(['GET', path('usdc', { token, wallet })], invalid('chain required'))
    await check.expectRefusal(['GET', path('usdc', { chain, token })], invalid('wallet required'))
    for (const wrong of ['0x12', PAYER.replace(/[a-f]/, (digit) => digit.toUpperCase())]) {
      const query = { ...FROM_B, wallet: wrong }
      await check.expectRefusal(['GET', path('usdc', query)], invalid('wallet invalid_address'))
    }
    const tron = { ...FROM_B, wallet: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
    await check.expectRefusal(['GET', path('usdc', tron)], invalid('wallet invalid_address'))
  })

  it('a rejection of a request’s calldata names the error, even for a partial amount of one token', async () => {
    const ask = (query: Query) => `/v2/request/${requestId}/pay?${textOf(query)}`
    await check.expectRefusal(['GET', ask({ ...FROM_B, chain: 'BASE' })], unsupported)
    await check.expectRefusal(['GET', ask({ ...FROM_B, amount: '1' })], tooSmall)
    const { chain, token, wallet } = FROM_B
    await check.expectRefusal(['GET', ask({ chain, token })], invalid('wallet required'))
    await check.expectRefusal(['GET', ask({ chain, wallet })], invalid('token required'))
    await check.expectRefusal(['GET', ask({ token, wallet })], invalid('chain required'))
    await check.expectRefusal(['GET', ask({ ...FROM_B, amount: '12.500001' })], {
      status: 400,
      code: 'amount_exceeds_remaining',
      errors: ['amount amount_exceeds_remaining'],
    })
  })

  it('the service returns no calldata for a paid payment or an unknown payment', async () => {
    await check.expectRefusal(['GET', path('paid', FROM_B)], {
      status: 409,
      code: 'payment_completed',
    })
    const unknown = `/v2/secure-payments/01KB4Z8Q6V3M2N5P7R9T0W1X2Y/pay?${textOf(FROM_B)}`
    await check.expectRefusal(['GET', unknown], { status: 404, code: 'secure_payment_not_found' })
  })

  it('the service returns no calldata without a bridge route or an available bridge, but still allows the direct payment', async () => {
    world.bridge.setSwitches({ mode: 'no_route' })
    await check.expectRefusal(['GET', path('usdc', FROM_B)], {
      status: 400,
      code: 'no_crosschain_route',
      errors: ['chain no_crosschain_route'],
    })
    test.clock.advance(REUSE_MS)
    world.bridge.setSwitches({ mode: 'down' })
    await check.expectRefusal(['GET', path('usdc', FROM_B)], {
      status: 503,
      code: 'bridge_unavailable',
    })
    expect((await pay(tokens['usdc'] ?? '', { wallet: PAYER })).status).toBe(200)
  })

  it('an amount slightly above one token, fee included, is not rejected', async () => {
    const { token } = await test.createPayment({
      requests: [item('USDC', '1')],
      feePercentage: '0.0001',
      feeAddress: FEE_ADDRESS,
    })
    expect((await pay(token)).json.metadata.sourceAmount).toBe('1.020001')
  })
})

describe('Routes', () => {
  it('routes list the direct route first, then the routes from other chains with their fees per stage', async () => {
    const requestId = await createRequest(test, {}, {})
    const query = `wallet=${PAYER}&feePercentage=1&feeAddress=${FEE_ADDRESS}`
    const { json } = await test.call('GET', `/v2/request/${requestId}/routes?${query}`)
    expect(json).toMatchObject({
      platformFee: { percentage: '1', address: FEE_ADDRESS },
      unavailableChains: [],
      unquotedChains: [],
    })
    const named = json.routes.map(({ id, chain, token }: Query) => [id, chain, token])
    expect(named).toEqual([
      ['REQUEST_NETWORK_PAYMENT', 'DEVNET', 'USDC'],
      ['DEVNET-B_DEVNET_USDC_USDC', 'DEVNET-B', 'USDC'],
      ['DEVNET-B_DEVNET_USDT_USDC', 'DEVNET-B', 'USDT'],
    ])
    const [, fromUsdc] = json.routes
    expect(fromUsdc.speed).toBe(0)
    const [gas, crosschain, platform] = fromUsdc.feeBreakdown
    expect(gas).toMatchObject({
      type: 'gas',
      stage: 'sending',
      currency: 'ETH',
      network: 'devnet-b',
      rateProvider: 'lifi',
    })
    expect(crosschain).toEqual({
      type: 'crosschain',
      stage: 'overall',
      provider: 'lifi',
      amount: '0.02525',
      amountInUSD: '0.02525',
      currency: 'USDC',
      network: 'devnet-b',
      rateProvider: 'chainlink',
    })
    expect(platform).toMatchObject({
      type: 'platform',
      stage: 'receiving',
      amount: '0.125',
      amountInUSD: '0.125',
      network: 'devnet',
      receiverAddress: FEE_ADDRESS,
    })
    const sum = Number(gas.amountInUSD) + 0.02525 + 0.125
    expect(fromUsdc.feeInUSD).toBeCloseTo(sum, 7)
    expect(fromUsdc.fee).toBeCloseTo(sum / 12.5, 7)
  })

  it('the list of routes omits routes that the wallet cannot afford, and chains without a bridge route', async () => {
    const requestId = await createRequest(test)
    const none = { routes: [], unavailableChains: [], unquotedChains: [] }
    expect((await routesOf(requestId, EMPTY_WALLET)).json).toEqual(none)
    test.clock.advance(REUSE_MS)
    world.bridge.setSwitches({ mode: 'no_route' })
    const { json } = await routesOf(requestId)
    expect(json.routes).toMatchObject([{ id: 'REQUEST_NETWORK_PAYMENT' }])
    expect(json).toMatchObject({ unavailableChains: [], unquotedChains: [] })
  })

  it('only the direct route exists for payments that no bridge supports', async () => {
    const currency = { invoiceCurrency: 'DAI-devnet', paymentCurrency: 'DAI-devnet' }
    const { json } = await routesOf(await createRequest(test, currency))
    expect(json).toMatchObject({ routes: [{ id: 'REQUEST_NETWORK_PAYMENT' }] })
    expect(json).not.toHaveProperty('unavailableChains')
  })
})

describe('A wallet’s options', () => {
  it('a wallet’s options include options on the payment’s chain and on other chains, with the cost of each option', async () => {
    const { token } = await test.createPayment()
    const { status, json } = await read(token)
    expect(status).toBe(200)
    expect(json).toMatchObject({ unavailableChains: [], unquotedChains: [] })
    expect(Object.keys(json.paymentOptions)).toEqual(['devnet', 'DEVNET-B'])
    expect(json.paymentOptions.devnet.USDC).toMatchObject({ neededAmount: '12.5' })
    const decimal = expect.stringMatching(/^0\.\d+$/)
    const networkFee = { amount: decimal, symbol: 'ETH', worth: null }
    const option = { neededAmount: '12.525', durationS: 0 }
    const ofRich = { ...networkFee, balance: expect.stringMatching(/^\d+/) }
    const rich = {
      ...option,
      networkFee: ofRich,
      balance: '1000000',
      hasEnoughBalance: true,
      hasEnoughGas: true,
    }
    expect(json.paymentOptions['DEVNET-B']).toEqual({ USDC: rich, USDT: rich })
    const poor = (await read(token, EMPTY_WALLET)).json.paymentOptions
    const ofPoor = { ...networkFee, balance: '0', missing: decimal }
    const poorest = { ...option, balance: '0', hasEnoughBalance: false, hasEnoughGas: false }
    expect(poor['DEVNET-B'].USDC).toEqual({ ...poorest, networkFee: ofPoor })
    const { USDC } = poor.devnet
    expect(USDC.networkFee).toEqual({ ...ofPoor, worth: decimal })
    // ETH is at 2,500 dollars.
    const { amount, worth } = USDC.networkFee
    expect(Number(worth)).toBeCloseTo(Number(amount) * 2_500, 5)
    expect(USDC.networkFee.missing >= USDC.networkFee.amount).toBe(true)
  })

  it('a wallet’s options share their quotes with each other and with the calldata', async () => {
    const { token } = await test.createPayment()
    const before = world.bridge.requests().length
    await Promise.all([read(token), read(token), pay(token)])
    expect(world.bridge.requests().length - before).toBe(2)
  })

  it('a wallet’s options include only the request’s own chain for a batch, a small amount and another token', async () => {
    const batch = [usdcItem, { ...usdcItem, payee: SECOND_PAYEE }]
    for (const requests of [batch, [item('USDC', '1')], [item('DAI', '5')]]) {
      const { json } = await read((await test.createPayment({ requests })).token)
      expect(Object.keys(json.paymentOptions)).toEqual(['devnet'])
      expect(json).not.toHaveProperty('unavailableChains')
    }
  })
})

describe('During an outage', () => {
  it('an unavailable or silent bridge is named, and the direct payment remains possible', async () => {
    const { token, requestIds } = await test.createPayment()
    for (const mode of ['down', 'silent'] as const) {
      world.bridge.setSwitches({ mode })
      const { json } = await read(token)
      expect(Object.keys(json.paymentOptions)).toEqual(['devnet'])
      expect(json).toMatchObject({ unavailableChains: [], unquotedChains: ['DEVNET-B'] })
      const routes = await routesOf(requestIds[0] ?? '')
      expect(routes.json).toMatchObject({
        routes: [{ id: 'REQUEST_NETWORK_PAYMENT' }],
        unquotedChains: ['DEVNET-B'],
      })
      expect(await pay(token, { wallet: PAYER })).toMatchObject({ status: 200 })
      test.clock.advance(REST_MS)
    }
    world.bridge.setSwitches({ mode: 'normal' })
    // A quote that is still pending from the silent bridge fails when it times out, so the test retries until the circuit closes.
    await vi.waitFor(async () => {
      test.clock.advance(REST_MS)
      expect((await pay(token)).status).toBe(200)
    }, WITHIN_A_DEADLINE)
  })

  it('a source chain is named as unavailable and not offered, and calldata from it has balanceChecked false', async () => {
    await using cut = await test.startNeighbour({ PAY_RPC_URL_DEVNET_B: 'http://127.0.0.1:1' })
    const { token, requestIds } = await test.createPayment()
    const { json } = await read(token, PAYER, cut)
    expect(Object.keys(json.paymentOptions)).toEqual(['devnet'])
    expect(json).toMatchObject({ unavailableChains: ['DEVNET-B'], unquotedChains: [] })
    expect((await routesOf(requestIds[0] ?? '', PAYER, cut)).json).toMatchObject({
      routes: [{ id: 'REQUEST_NETWORK_PAYMENT' }],
      unavailableChains: ['DEVNET-B'],
    })
    const calldata = await pay(token, { ...FROM_B, token: 'USDT' }, cut)
    // The allowance is unknown, so the calldata first resets it to zero.
    expect(calldata.json.metadata).toMatchObject({
      stepsRequired: 3,
      hasEnoughBalance: true,
      balanceChecked: false,
    })
  })

  it('the payment’s own chain is named as unavailable, and wallets can pay from other chains', async () => {
    await using cut = await test.startNeighbour({ PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' })
    const { token, requestIds } = await test.createPayment()
    const { json } = await read(token, PAYER, cut)
    expect(Object.keys(json.paymentOptions)).toEqual(['DEVNET-B'])
    expect(json.unavailableChains).toEqual(['devnet'])
    const { routes } = (await routesOf(requestIds[0] ?? '', PAYER, cut)).json
    expect(routes.map(({ id }: { id: string }) => id)).toEqual([
      'REQUEST_NETWORK_PAYMENT',
      'DEVNET-B_DEVNET_USDC_USDC',
      'DEVNET-B_DEVNET_USDT_USDC',
    ])
    // The host reads prices on the payment's chain, so the fee is a share of the tokens: 0.025 of 12.5.
    expect(routes[1]).toMatchObject({ fee: 0.002 })
    expect(routes[1]).not.toHaveProperty('feeInUSD')
  })
})

describe('Without a bridge', () => {
  it('without a bridge, responses show only the payment’s own chain', async () => {
    await using plain = await test.startNeighbour({ PAY_LIFI_URL: 'off' })
    const { token, requestIds } = await test.createPayment()
    const batch = await test.createPayment({ requests: [usdcItem, usdcItem] })
    const { json } = await read(token, PAYER, plain)
    expect(Object.keys(json.paymentOptions)).toEqual(['devnet'])
    expect(json).not.toHaveProperty('unavailableChains')
    expect(Object.keys((await routesOf(requestIds[0] ?? '', PAYER, plain)).json)).toEqual([
      'routes',
    ])
    expect(await pay(token, FROM_B, plain)).toMatchObject({
      status: 400,
      json: { code: 'unsupported_crosschain' },
    })
    const own = { chain: 'DEVNET', token: 'USDC' }
    expect((await pay(batch.token, own, plain)).status).toBe(200)
  })
})

describe('A payment that has expired', () => {
  it('a payment that has expired cannot be paid from any chain', async () => {
    const { token } = await test.createPayment()
    test.clock.advance(8 * 24 * 3_600_000)
    expect(await pay(token)).toMatchObject({ status: 403, json: { code: 'payment_expired' } })
    expect(await read(token)).toMatchObject({ status: 403, json: { code: 'payment_expired' } })
  })
})

describe('A payment’s lock', () => {
  const MINUTE_MS = 60_000
  const call = (token: string, method: string, path: string, body: object) =>
    test.call(method, `/v2/secure-payments/${token}/attempts${path}`, { body })
  const begin = (token: string, chain = 'DEVNET-B', attemptId: string = randomUUID()) =>
    call(token, 'POST', '', {
      attemptId,
      wallet: PAYER,
      chain,
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    })

  it('a payment’s lock is held by an attempt from another chain while a node of that chain has its transaction', async () => {
    const { token } = await test.createPayment({ requests: [item('USDC', '10')] })
    const { json } = await pay(token)
    const [, payment] = json.transactions
    await approve('USDC', 11_000_000n)
    const receipt = await world.chains
      .wallet('devnet-b', PAYER_INDEX)
      .sendTransactionSync({ to: payment.to, data: payment.data })
    expect(receipt.status).toBe('success')

    const first = await begin(token)
    expect(first.status).toBe(201)
    expect(await begin(token, 'devnet')).toMatchObject({
      status: 409,
      json: { code: 'attempt_in_progress' },
    })
    const news = { phase: 'broadcast', txHash: receipt.transactionHash }
    expect((await call(token, 'PATCH', `/${first.json.attemptId}`, news)).status).toBe(200)
    test.clock.advance(11 * MINUTE_MS)
    expect((await begin(token)).json.code).toBe('attempt_in_progress')
  })

  it('a payment’s lock expires when no node of that chain has its transaction', async () => {
    const { token } = await test.createPayment({ requests: [item('USDC', '10')] })
    const { json } = await begin(token)
    const news = { phase: 'broadcast', txHash: `0x${'ab'.repeat(32)}` }
    expect((await call(token, 'PATCH', `/${json.attemptId}`, news)).status).toBe(200)
    test.clock.advance(11 * MINUTE_MS)
    expect((await begin(token)).status).toBe(201)
  })

  it('a payment’s lock is rejected for a chain from which the service accepts no payments', async () => {
    const { token } = await test.createPayment({ requests: [item('USDC', '10')] })
    expect(await begin(token, 'OPTIMISM')).toMatchObject({
      status: 400,
      json: { code: 'unsupported_crosschain' },
    })
  })
})
