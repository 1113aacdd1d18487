import { bridgeAbi } from '@secure-payment/devnet'
import { decodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type BridgeWorld,
  contractCallsRequest,
  openBridge,
  PAYEE,
  pay,
  postJson,
  waitUntilDone,
} from './support/bridge.ts'
import transcript from './support/lifiTranscript.json' with { type: 'json' }

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const hex = z.string().regex(/^0x[0-9a-f]*$/)
const quantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]*)$/)
const units = z.string().regex(/^\d+$/)
const dollars = z.string().regex(/^\d+(\.\d+)?$/)
const token = z.object({
  address,
  chainId: z.int(),
  symbol: z.string(),
  decimals: z.int(),
  name: z.string(),
  priceUSD: dollars,
})
const feeCost = z.object({
  name: z.string(),
  description: z.string(),
  percentage: dollars,
  token,
  amount: units,
  amountUSD: dollars,
  included: z.boolean(),
})
const gasCost = z.object({
  type: z.enum(['SUM', 'APPROVE', 'SEND', 'FEE']),
  price: units,
  estimate: units,
  limit: units,
  amount: units,
  amountUSD: dollars,
  token,
})
const step = z.object({
  type: z.literal('lifi'),
  id: z.string().min(1),
  tool: z.literal('across'),
  toolDetails: z.object({ key: z.literal('across'), name: z.string(), logoURI: z.string() }),
  action: z.object({
    fromToken: token,
    fromAmount: units,
    toToken: token,
    fromChainId: z.int(),
    toChainId: z.int(),
    slippage: z.number(),
    fromAddress: address,
    toAddress: address,
  }),
  estimate: z.object({
    tool: z.literal('across'),
    approvalAddress: address,
    approvalReset: z.boolean(),
    fromAmount: units,
    toAmount: units,
    toAmountMin: units,
    executionDuration: z.number(),
    feeCosts: z.array(feeCost),
    gasCosts: z.array(gasCost),
  }),
  includedSteps: z.array(z.object({ type: z.literal('cross'), tool: z.literal('across') })),
})
const quoted = step.extend({
  transactionRequest: z.object({
    from: address,
    to: address,
    chainId: z.int(),
    data: hex,
    value: quantity,
    gasPrice: quantity,
    gasLimit: quantity,
  }),
})
const transaction = z.object({
  txHash: hex.length(66),
  txLink: z.url(),
  chainId: z.int(),
  amount: units,
  amountUSD: dollars,
  token,
  gasPrice: units,
  gasUsed: units,
  gasToken: token,
  gasAmount: units,
  gasAmountUSD: dollars,
  timestamp: z.int(),
  value: units,
})
const status = z.object({
  transactionId: z.string(),
  status: z.literal('DONE'),
  substatus: z.literal('COMPLETED'),
  substatusMessage: z.string(),
  tool: z.literal('across'),
  sending: transaction,
  receiving: transaction,
  feeCosts: z.array(feeCost),
  fromAddress: address,
  toAddress: address,
  lifiExplorerLink: z.url(),
  metadata: z.object({ integrator: z.string() }),
})

/** Returns the path of every field in an object; a list contributes only its first element's paths. */
function paths(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : paths(value[0], `${prefix}[]`)
  if (typeof value !== 'object' || value === null) return [prefix]
  return Object.entries(value).flatMap(([key, inner]) => paths(inner, `${prefix}.${key}`))
}

let world: BridgeWorld
beforeAll(async () => {
  world = await openBridge(['devnet', 'devnet-b', 'optimism', 'base'])
})
afterAll(() => world?.[Symbol.asyncDispose]())

const PAYMENT = { from: 'USDT', to: 'USDC', reference: '0x00000000000000f1' } as const
const request = (changed: object = {}) => ({ ...contractCallsRequest(world, PAYMENT), ...changed })
const ask = (path: string, body: unknown) => postJson(`${world.bridge.url}${path}`, body)
const get = async (path: string) => {
  const response = await fetch(`${world.bridge.url}${path}`)
  return { status: response.status, body: await response.json() }
}

describe('A quote request', () => {
  it('a quote request returns every field of a recorded quote, with the recorded type for each field that a host reads', async () => {
    const { body } = await ask('/quote/contractCalls', request())
    expect(() => quoted.parse(body)).not.toThrow()
    expect(paths(body)).toEqual(expect.arrayContaining(paths(transcript.sampleStep)))
  })

  it('a quote request returns the sent and received amounts, the cost and the duration', async () => {
    const { body } = await ask('/quote/contractCalls', request())
    expect(body).toMatchObject({
      action: {
        fromToken: { symbol: 'USDT', chainId: 31_337 },
        toToken: { symbol: 'USDC', chainId: 31_338 },
      },
      estimate: {
        approvalAddress: world.chains.contract('devnet', 'LiFiDiamond'),
        approvalReset: true,
        fromAmount: '10521000',
        toAmount: '10500000',
        toAmountMin: '10500000',
        feeCosts: [{ amount: '21000', amountUSD: '0.021', percentage: '0.001996', included: true }],
      },
      transactionRequest: { chainId: 31_337, value: '0x0' },
    })
    const { body: usdc } = await ask('/quote/contractCalls', {
      ...contractCallsRequest(world, { ...PAYMENT, from: 'USDC' }),
    })
    expect(usdc.estimate.approvalReset).toBe(false)
  })

  it('a quote request puts the destination call into the deposit’s calldata', async () => {
    const { body } = await ask('/quote/contractCalls', request())
    const data: Hex = body.transactionRequest.data
    const call = decodeFunctionData({ abi: bridgeAbi, data })
    const [wanted] = request().contractCalls
    expect(call).toMatchObject({
      functionName: 'deposit',
      args: [
        {
          quoteId: body.id,
          token: world.chains.token('devnet', 'USDT').address,
          amount: 10_521_000n,
          toChainId: 31_338n,
          delivery: {
            token: world.chains.token('devnet-b', 'USDC').address,
            amount: 10_500_000n,
            fallbackAddress: PAYEE,
            target: wanted?.toContractAddress,
            spender: wanted?.toApprovalAddress,
            gasLimit: 200_000n,
            callData: wanted?.toContractCallData,
          },
        },
      ],
    })
  })

  it('a quote request without a call delivers an exact amount to the receiver', async () => {
    const { chains } = world
    const query = new URLSearchParams({
      fromChain: '31337',
      toChain: '31338',
      fromToken: chains.token('devnet', 'USDC').address,
      toToken: chains.token('devnet-b', 'USDT').address,
      fromAddress: chains.accounts[1]?.address ?? '',
      toAddress: PAYEE,
      toAmount: '2000000',
    })
    const { status, body } = await get(`/quote/toAmount?${query}`)
    expect(status).toBe(200)
    expect(() => quoted.parse(body)).not.toThrow()
    expect(body.action.toAddress).toBe(PAYEE)
    expect(body.estimate).toMatchObject({ fromAmount: '2020000', toAmount: '2000000' })
  })

  it.each([
    ['an unknown chain', { fromChain: 1 }, '/fromChain'],
    ['no chain', { toChain: undefined }, '/toChain'],
    ['a malformed token', { fromToken: '0x12' }, '/fromToken'],
    ['no amount', { toAmount: '0' }, '/toAmount'],
    ['an amount with a point', { toAmount: '1.5' }, '/toAmount'],
    ['an amount other than the call’s', { toAmount: '10500001' }, '/contractCalls/0/fromAmount'],
    ['no call', { contractCalls: [] }, '/contractCalls'],
  ])('a quote request returns 400 for %s', async (_, changed, field) => {
    const { status, body } = await ask('/quote/contractCalls', request(changed))
    expect(status).toBe(400)
    expect(body).toEqual({ message: expect.stringContaining(field), code: 1011 })
  })

  it('a quote request returns 404 without a route', async () => {
    const { chains } = world
    const DAI = chains.token('devnet', 'DAI').address
    const toAmount = '2000000000000'
    const [call] = request().contractCalls
    const noWay = [
      { fromToken: DAI },
      { toChain: 31_337 },
      { allowBridges: ['hop'] },
      // This amount exceeds the bridge's balance on that chain.
      { toAmount, contractCalls: [{ ...call, fromAmount: toAmount }] },
    ]
    for (const changed of noWay) {
      const { status, body } = await ask('/quote/contractCalls', request(changed))
      expect(status).toBe(404)
      expect(body).toMatchObject({ code: 1002 })
    }
  })

  it('a quote request fails for invalid JSON, large bodies and unknown paths', async () => {
    const url = `${world.bridge.url}/quote/contractCalls`
    expect((await fetch(url, { method: 'POST', body: '{' })).status).toBe(400)
    expect((await fetch(url, { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(413)
    expect(await get('/tools')).toMatchObject({ status: 404, body: { code: 1003 } })
  })
})

describe('A route request', () => {
  const route = (changed: object = {}) => ({
    fromChainId: 31_337,
    toChainId: 31_338,
    fromTokenAddress: world.chains.token('devnet', 'USDC').address,
    toTokenAddress: world.chains.token('devnet-b', 'USDC').address,
    fromAmount: '100000000',
    options: { integrator: 'tests', bridges: { allow: ['across'] } },
    ...changed,
  })

  it('a route request deducts the fee from the sent amount, and returns no transaction', async () => {
    const { status, body } = await ask('/advanced/routes', route())
    expect(status).toBe(200)
    expect(body.routes).toHaveLength(1)
    expect(body.routes[0]).toMatchObject({
      fromAmount: '100000000',
      toAmount: '99800000',
      fromAmountUSD: '100',
      toAmountUSD: '99.8',
      steps: [{ tool: 'across', estimate: { executionDuration: 0 } }],
    })
    expect(() => step.parse(body.routes[0].steps[0])).not.toThrow()
    expect(body.routes[0].steps[0]).not.toHaveProperty('transactionRequest')
  })

  it('a route request returns an empty list without a route', async () => {
    const none = route({ fromAmount: '20000' })
    expect(await ask('/advanced/routes', none)).toEqual({ status: 200, body: { routes: [] } })
  })
})

describe('A status request', () => {
  it('a status request for a complete transfer returns every field that a host reads', async () => {
    const txHash = await pay(world, PAYMENT)
    const done = await waitUntilDone(world, txHash)
    expect(() => status.parse(done)).not.toThrow()
    const { lifiExplorerLink } = status.parse(done)
    expect(await (await fetch(lifiExplorerLink)).json()).toEqual(done)
  })

  it('a status request returns NOT_FOUND, INVALID or 400 for a hash that is not the bridge’s', async () => {
    const wallet = world.chains.wallet('devnet', 2)
    const { transactionHash } = await wallet.sendTransactionSync({ to: PAYEE, value: 1n })
    const unknown = await get(`/status?txHash=0x${'ab'.repeat(32)}`)
    expect(unknown).toMatchObject({ status: 200, body: { status: 'NOT_FOUND' } })
    const foreign = await get(`/status?txHash=${transactionHash}`)
    expect(foreign).toMatchObject({ status: 200, body: { status: 'INVALID' } })
    const ours = await pay(world, { ...PAYMENT, reference: '0x00000000000000f2' })
    const otherTool = await get(`/status?txHash=${ours}&bridge=hop`)
    expect(otherTool).toMatchObject({ status: 200, body: { status: 'INVALID' } })
    const malformed = await get(`/status?txHash=0x${'ab'.repeat(31)}a`)
    expect(malformed).toMatchObject({ status: 400, body: { code: 1011 } })
  })
})

describe('The SDK’s recorded calls', () => {
  // The recorded payer has no balance but may still get a quote; its transaction hash was never mined.
  const recorded = transcript.log.filter(({ url }) => !url.includes('stepTransaction'))

  it('the SDK’s recorded calls get the recorded responses, at the real addresses of both chains', async () => {
    expect(recorded).toHaveLength(4)
    const { origin } = new URL(world.bridge.url)
    const before = world.bridge.requests().length
    for (const { method, url, headers, body } of recorded) {
      const response = await fetch(`${origin}${url}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      expect([url, response.status]).toEqual([url, 200])
    }
    expect(world.bridge.requests().slice(before)).toEqual(recorded)
    const { requestsUrl } = world.bridge
    expect(await (await fetch(requestsUrl)).json()).toEqual(world.bridge.requests())
  })

  it('the SDK’s recorded calls get quotes that call LI.FI’s contract on the source chain', async () => {
    const call = recorded.find(({ url }) => url === '/v1/quote/contractCalls')
    const { body } = await ask('/quote/contractCalls', call?.body)
    expect(body).toMatchObject({
      estimate: { approvalAddress: transcript.sampleStep.estimate.approvalAddress },
      transactionRequest: { to: transcript.sampleStep.transactionRequest.to, chainId: 10 },
    })
    expect(body.estimate.fromAmount).toBe(transcript.sampleStep.estimate.fromAmount)
  })
})
