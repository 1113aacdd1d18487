import { getNetwork } from '@secure-payment/core/networks'
import { numberToHex } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { type RpcServer, startRpcServer } from '../flows/support/startRpcServer.ts'
import { answerReads } from '../support/answerReads.ts'
import { type QuoterPrice, startQuoter } from '../support/startQuoter.ts'
import { FEE_ADDRESS, PAYEE, PAYER, startTestHost } from '../support/testHost.ts'

// The payment is on Polygon, which is not a source chain; the payer may have funds on all four source
// chains.
const SOURCES = ['mainnet', 'arbitrum-one', 'base', 'optimism'] as const
const NETWORKS = ['matic', ...SOURCES] as const
const LABELS = {
  mainnet: 'ETHEREUM',
  'arbitrum-one': 'ARBITRUM',
  base: 'BASE',
  optimism: 'OPTIMISM',
}
const USDC = { payee: PAYEE, invoiceCurrency: 'USDCn-matic', paymentCurrency: 'USDCn-matic' }
/** Every wallet's balance of every token on these nodes, in units. */
const BALANCE = 100_000_000n
const BOUND_MS = 60_000
/** The host waits this long for a silent chain, and then skips it for a while. */
const DEADLINE_MS = 1_500

let stack = new AsyncDisposableStack()
afterEach(async () => {
  await stack.disposeAsync()
  stack = new AsyncDisposableStack()
})

/** Returns a barrier that holds every caller until `count` callers have arrived. */
function createBarrier(count: number) {
  const arrived: string[] = []
  const opened = Promise.withResolvers<void>()
  return {
    arrived,
    async pass(name: string): Promise<void> {
      arrived.push(name)
      if (arrived.length === count) opened.resolve()
      await opened.promise
    },
  }
}

type World = {
  /** The network whose node returns its chain id and nothing else. */
  silent?: string
  /** The promise resolves when the network's node may return a wallet's balance. */
  readsOf?: (network: string) => Promise<void>
  quotes?: (question: { network: string; symbol: string }) => Promise<QuoterPrice | null>
}

/** Returns a host of five networks whose nodes and bridge behave as given. */
async function startWorld({
  silent = '',
  readsOf = async () => {},
  quotes = async () => ({ feeUnits: 20_000n, durationS: 4 }),
}: World) {
  const nodes: Record<string, RpcServer> = {}
  for (const id of NETWORKS) {
    const node = await startRpcServer(async (method, params) => {
      if (method === 'eth_chainId') return { result: numberToHex(getNetwork(id).chainId) }
      if (method === 'eth_gasPrice') await readsOf(id)
      if (id === silent) return 'silence'
      if (method === 'eth_gasPrice') return { result: '0x1' }
      return { result: answerReads(params[0], BALANCE) }
    })
    nodes[id] = stack.use(node)
  }
  const quoter = stack.use(
    await startQuoter(({ fromChain, fromToken }) => {
      const network = SOURCES.map(getNetwork).find(({ chainId }) => chainId === fromChain)
      const token = network?.tokens.find(({ address }) => address === fromToken)
      return quotes({ network: network?.id ?? '', symbol: token?.symbol ?? '' })
    }),
  )
  const urls = Object.entries(nodes).map(([id, { url }]) => [variableOf(id), url])
  const test = stack.use(
    await startTestHost({
      PAY_NETWORKS: NETWORKS.join(','),
      ...Object.fromEntries(urls),
      PAY_LIFI_URL: quoter.url,
    }),
  )
  const { token, requestIds } = await test.createPayment({ requests: [{ ...USDC, amount: '10' }] })
  return { test, nodes, quoter, token, requestId: requestIds[0] ?? '' }
}

const variableOf = (id: string) => `PAY_RPC_URL_${id.toUpperCase().replaceAll('-', '_')}`

describe('The options of four chains with two tokens', () => {
  it('the options of four chains are all requested at once, so that no chain or quote waits for another one or for a silent node', async () => {
    // No response is sent until all 13 requests have arrived: to five nodes, one of them silent, and for eight quotes.
    const barrier = createBarrier(NETWORKS.length + 2 * SOURCES.length)
    const { test, nodes, quoter, token } = await startWorld({
      silent: 'mainnet',
      readsOf: (network) => barrier.pass(network),
      async quotes({ network, symbol }) {
        await barrier.pass(`${network} ${symbol}`)
        return { feeUnits: 20_000n, durationS: 4 }
      },
    })
    const { status, json } = await test.call('GET', `/v2/secure-payments/${token}?wallet=${PAYER}`)
    expect(status).toBe(200)
    const option = { balance: '100', hasEnoughBalance: true, neededAmount: '10.02', durationS: 4 }
    const both = { USDC: option, USDT: option }
    expect(json.paymentOptions).toEqual({
      matic: { USDC: expect.objectContaining({ balance: '100', neededAmount: '10' }) },
      ARBITRUM: both,
      BASE: both,
      OPTIMISM: both,
    })
    expect(json).toMatchObject({ unavailableChains: ['ETHEREUM'], unquotedChains: [] })
    expect(barrier.arrived).toHaveLength(13)
    expect(quoter.questions).toHaveLength(8)
    // The host's first call to a node reads the chain id, and one more call reads everything else.
    for (const id of NETWORKS) {
      expect(nodes[id]?.requests).toBe(2)
      expect(nodes[id]?.calls.filter((method) => method === 'eth_call')).toHaveLength(
        id === 'mainnet' ? 0 : 1,
      )
    }
  })

  it('the options of four chains with two tokens skip a chain that was recently silent, and include it after its recovery', async () => {
    const silence = Promise.withResolvers<void>()
    const { test, token } = await startWorld({
      async readsOf(network) {
        if (network === 'mainnet') await silence.promise
      },
    })
    const read = async () => {
      const beganAt = performance.now()
      const path = `/v2/secure-payments/${token}?wallet=${PAYER}`
      const { json } = await test.call('GET', path)
      return { json, tookMs: performance.now() - beganAt }
    }
    const first = await read()
    const others = [await read(), await read(), await read()]
    for (const { json } of [first, ...others]) {
      expect(json.unavailableChains).toEqual(['ETHEREUM'])
      expect(Object.keys(json.paymentOptions).sort()).toEqual([
        'ARBITRUM',
        'BASE',
        'OPTIMISM',
        'matic',
      ])
    }
    expect(first.tookMs).toBeGreaterThan(DEADLINE_MS - 1)
    // Other work on this machine may delay a read, but not all of them.
    expect(Math.min(...others.map(({ tookMs }) => tookMs))).toBeLessThan(DEADLINE_MS)
    silence.resolve()
    await expect
      .poll(async () => (await read()).json.paymentOptions, { timeout: BOUND_MS })
      .toHaveProperty('ETHEREUM')
  })

  it('the options of four chains with two tokens name a chain whose quotes are late, and include it the next time', async () => {
    const late = Promise.withResolvers<void>()
    const { test, quoter, token } = await startWorld({
      async quotes({ network }) {
        if (network === 'base') await late.promise
        return { feeUnits: 20_000n, durationS: 4 }
      },
    })
    const path = `/v2/secure-payments/${token}?wallet=${PAYER}`
    const first = await test.call('GET', path)
    expect(first.json).toMatchObject({ unavailableChains: [], unquotedChains: ['BASE'] })
    expect(first.json.paymentOptions).not.toHaveProperty('BASE')
    late.resolve()
    await expect
      .poll(async () => (await test.call('GET', path)).json.paymentOptions, { timeout: BOUND_MS })
      .toHaveProperty('BASE')
    expect(quoter.questions).toHaveLength(8)
  })

  it('the options of four chains with two tokens omit a token without a bridge route', async () => {
    const { test, token } = await startWorld({
      async quotes({ symbol }) {
        return symbol === 'USDT' ? null : { feeUnits: 20_000n, durationS: 4 }
      },
    })
    const path = `/v2/secure-payments/${token}?wallet=${PAYER}`
    // On a slow machine, a chain can miss the deadline of the first call.
    await expect
      .poll(async () => (await test.call('GET', path)).json, { timeout: BOUND_MS })
      .toMatchObject({ unavailableChains: [], unquotedChains: [] })
    const { json } = await test.call('GET', path)
    for (const chain of Object.values(LABELS)) {
      expect(Object.keys(json.paymentOptions[chain])).toEqual(['USDC'])
    }
  })
})

describe('While the payment’s own chain is silent', () => {
  it('while the payment’s own chain is silent, the host returns the other chains’ options and routes, and the direct route without unknown members', async () => {
    const { test, token, requestId } = await startWorld({ silent: 'matic' })
    const { json } = await test.call('GET', `/v2/secure-payments/${token}?wallet=${PAYER}`)
    expect(Object.keys(json.paymentOptions).sort()).toEqual(Object.values(LABELS).sort())
    expect(json.unavailableChains).toEqual(['matic'])
    const fee = `feePercentage=1&feeAddress=${FEE_ADDRESS}`
    const routes = await test.call('GET', `/v2/request/${requestId}/routes?wallet=${PAYER}&${fee}`)
    expect(routes.json.routes).toHaveLength(9)
    expect(routes.json.routes[0]).toEqual({
      id: 'REQUEST_NETWORK_PAYMENT',
      fee: 0.01,
      feeBreakdown: [
        {
          type: 'platform',
          stage: 'sending',
          provider: 'secure-payment',
          amount: '0.1',
          currency: 'USDC',
          receiverAddress: FEE_ADDRESS,
          network: 'matic',
        },
      ],
      speed: 'FAST',
      price_impact: 0,
      chain: 'POLYGON',
      token: 'USDC',
    })
    // Prices are unknown, so the fee is a share of the tokens: 0.02 for the bridge and 0.1 for the platform, of 10.
    expect(routes.json.routes[1]).toMatchObject({ fee: 0.012 })
    expect(routes.json.routes[1]).not.toHaveProperty('feeInUSD')
  })
})

describe('The routes from four chains', () => {
  it('the routes from four chains are sorted by cost and then by time, after the direct route', async () => {
    const prices: Record<string, QuoterPrice | null> = {
      'mainnet USDC': { feeUnits: 90_000n, durationS: 2 },
      'mainnet USDT': { feeUnits: 20_000n, durationS: 30 },
      'arbitrum-one USDC': { feeUnits: 20_000n, durationS: 10 },
      'arbitrum-one USDT': { feeUnits: 91_000n, durationS: 1 },
      'base USDC': { feeUnits: 10_000n, durationS: 60 },
      'base USDT': null,
      'optimism USDC': { feeUnits: 20_000n, durationS: 20 },
      // The amount exceeds the wallet's balance.
      'optimism USDT': { feeUnits: BALANCE, durationS: 1 },
    }
    const { test, requestId } = await startWorld({
      quotes: async ({ network, symbol }) => prices[`${network} ${symbol}`] ?? null,
    })
    const { json } = await test.call('GET', `/v2/request/${requestId}/routes?wallet=${PAYER}`)
    expect(json.routes.map(({ id, speed }: { id: string; speed: unknown }) => [id, speed])).toEqual(
      [
        ['REQUEST_NETWORK_PAYMENT', 'FAST'],
        ['BASE_POLYGON_USDC_USDC', 60],
        ['ARBITRUM_POLYGON_USDC_USDC', 10],
        ['OPTIMISM_POLYGON_USDC_USDC', 20],
        ['ETHEREUM_POLYGON_USDT_USDC', 30],
        ['ETHEREUM_POLYGON_USDC_USDC', 2],
        ['ARBITRUM_POLYGON_USDT_USDC', 1],
      ],
    )
  })
})
