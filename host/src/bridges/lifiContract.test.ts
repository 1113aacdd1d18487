import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { encodeErc20Payment, ZERO_ADDRESS } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../config.ts'
import type { Bridge, BridgeQuery } from './bridge.ts'
import { createBridge } from './createBridge.ts'
import { BridgeUnavailableError } from './errors.ts'

/**
 * Checks the behaviour of LI.FI that this service relies on, against a stand-in, and against TEST_LIFI_URL if it is set, such as
 * https://li.quest/v1. TEST_LIFI_NETWORKS sets the source and destination networks, TEST_LIFI_API_KEY the API key, and TEST_LIFI_PAYER the
 * payer.
 */
const { TEST_LIFI_URL, TEST_LIFI_NETWORKS = 'optimism,base', TEST_LIFI_API_KEY } = process.env
const { TEST_LIFI_PAYER = '0x1111111111111111111111111111111111111111' } = process.env
const PAYEE = '0x2222222222222222222222222222222222222222'
const AMOUNT_UNITS = 10_000_000n
/** The highest bridge cost for 10 dollars at which a second network is worth using. */
const MOST_UNITS = AMOUNT_UNITS + 5_000_000n

describe('A stand-in for LI.FI', () => {
  let server: Server
  let url = ''
  beforeAll(async () => {
    server = createStandIn()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  keepsTheContract(() => url, 'optimism,base')
})

describe.skipIf(TEST_LIFI_URL === undefined)('LI.FI itself, at TEST_LIFI_URL', () => {
  keepsTheContract(() => TEST_LIFI_URL ?? '', TEST_LIFI_NETWORKS)
})

function keepsTheContract(url: () => string, networkIds: string): void {
  const [from = '', to = ''] = networkIds.split(',')
  let bridge: (Bridge & AsyncDisposable) | null = null
  beforeAll(() => {
    const config = loadConfig({
      PAY_NETWORKS: networkIds,
      PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
      PAY_RPC_URL_DEVNET_B: 'http://127.0.0.1:1',
      PAY_LIFI_URL: url(),
      PAY_LIFI_API_KEY: TEST_LIFI_API_KEY,
    })
    bridge = createBridge(config, { now: () => new Date(), log: { info() {}, warn() {} } })
  })
  afterAll(() => bridge?.[Symbol.asyncDispose]())

  it.each([
    ['USDC', 'USDC'],
    ['USDT', 'USDC'],
  ])(
    'the service quotes %s for %s by the amount to arrive, with a call, and passes every check',
    async (sent, due) => {
      const query = buildQuery(from, to, sent, due)
      const quote = await bridge?.quote(query)
      expect(quote).toMatchObject({
        tool: 'across',
        approvalAddress: getNetwork(from).contracts.LiFiDiamond?.address,
        transaction: { chainId: query.fromChainId, value: 0n },
      })
      expect(quote?.toMinUnits).toBeGreaterThanOrEqual(AMOUNT_UNITS)
      expect(quote?.fromUnits).toBeLessThan(MOST_UNITS)
      expect(quote?.durationS).toBeGreaterThan(0)
      expect(quote?.fees.map(({ symbol }) => symbol)).toContain(sent)
    },
  )

  it('the service returns no quote for an address without a token', async () => {
    const query = buildQuery(from, to, 'USDC', 'USDC')
    const answer = await bridge?.quote({ ...query, toToken: query.call.to }).catch(problemOf)
    expect([null, 'rejected']).toContain(answer)
  })

  it('the service returns not found for an unknown transfer', async () => {
    const status = await bridge?.status({
      txHash: `0x${'5e'.repeat(32)}`,
      tool: 'across',
      fromChainId: getNetwork(from).chainId,
      toChainId: getNetwork(to).chainId,
    })
    expect(status).toMatchObject({ state: 'unknown', sending: null })
  })
}

function problemOf(error: unknown): string {
  if (error instanceof BridgeUnavailableError) return error.problem
  throw error
}

/** Builds a payment of 10 tokens to the payee over the destination's ERC20FeeProxy. */
function buildQuery(from: string, to: string, sent: string, due: string): BridgeQuery {
  const { chainId, contracts } = getNetwork(to)
  const toToken = tokenOf(to, due)
  const { data, to: proxy } = encodeErc20Payment({
    proxy: contracts.ERC20FeeProxy?.address ?? '',
    token: toToken,
    payee: PAYEE,
    amountUnits: AMOUNT_UNITS,
    paymentReference: '0x19c2e0ab77d4f051',
    feeUnits: 0n,
    feeAddress: ZERO_ADDRESS,
  })
  return {
    fromChainId: getNetwork(from).chainId,
    fromToken: tokenOf(from, sent),
    fromAddress: TEST_LIFI_PAYER,
    toChainId: chainId,
    toToken,
    toUnits: AMOUNT_UNITS,
    fallbackAddress: PAYEE,
    call: { to: proxy, data, gasLimit: 150_000n },
  }
}

function tokenOf(networkId: string, symbol: string): string {
  return getNetwork(networkId).tokens.find((token) => token.symbol === symbol)?.address ?? ''
}

/** Responds as LI.FI's documentation states, for Optimism and Base. */
function createStandIn(): Server {
  const { quote } = JSON.parse(
    readFileSync(new URL('./lifiRecording.json', import.meta.url), 'utf8'),
  )
  return createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'GET') {
      answer(404, { message: 'Not found', code: 1003 })
      return
    }
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (asked.toToken !== tokenOf('base', 'USDC')) {
      answer(404, { message: 'No available quotes for the requested transfer', code: 1002 })
      return
    }
    const symbol = asked.fromToken === tokenOf('optimism', 'USDC') ? 'USDC' : 'USDT'
    const { action, estimate } = quote
    const [fee] = estimate.feeCosts
    const fromToken = { ...action.fromToken, address: asked.fromToken, symbol }
    const feeCosts = [{ ...fee, token: fromToken }]
    answer(200, {
      ...quote,
      action: { ...action, fromToken },
      estimate: { ...estimate, feeCosts },
    })
  })
}
