import { setTimeout as delay } from 'node:timers/promises'
import { getNetwork } from '@secure-payment/core/networks'
import { type Host, loadConfig, startHost } from '@secure-payment/host'
import { numberToHex } from 'viem'
import { type RpcServer, startRpcServer } from '../flows/support/startRpcServer.ts'
import { answerReads } from '../support/answerReads.ts'
import { startQuoter } from '../support/startQuoter.ts'
import { median } from './measure.ts'
import { atMost, type Row, within } from './report.ts'
import { API_KEY, hostSettings } from './support/hostSettings.ts'
import { createTemporaryFolder } from './support/temporaryFolder.ts'

/** The round-trip time to each chain's node. The payment is on the first chain, and wallets can pay from the other chains. */
const ROUND_TRIP_MS = { matic: 50, optimism: 100, base: 200, 'arbitrum-one': 300, mainnet: 400 }
const NETWORKS = ['matic', 'optimism', 'base', 'arbitrum-one', 'mainnet'] as const
type NetworkId = (typeof NETWORKS)[number]
/** The bridge's response time for a quote. */
const QUOTE_MS = 300
const ROUNDS = 9
/** The maximum ratio to one round trip to the slowest chain that responds. */
const REACH = 1.25
/** The limit for the first read with a silent chain: the host's wait for the chain, and 200 ms for the rest of the response. */
const FIRST_LIMIT_MS = 1_500 + 200
const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * Compares two times: for listing the ways to pay from four chains in two tokens, and for one round trip to the slowest chain that
 * responds.
 */
export async function benchCrosschainOptions(): Promise<Row[]> {
  const whole = await measureWorld({ slowest: 'mainnet' })
  const cut = await measureWorld({ slowest: 'arbitrum-one', silent: 'mainnet' })
  const row = (bench: string, { optionsMs, roundTripMs }: Measured, name: string) =>
    atMost(bench, { value: optionsMs, unit: 'ms' }, { value: roundTripMs, name }, REACH)
  return [
    row('options of 4 chains × 2 tokens', whole, 'round trip of the slowest'),
    row(
      'options of 4 chains × 2 tokens while one chain is dead',
      cut,
      'round trip of the slowest that responds',
    ),
    within(
      'first options while one chain is dead',
      { value: cut.firstMs, unit: 'ms' },
      FIRST_LIMIT_MS,
    ),
  ]
}

/** In milliseconds: the first read, and the medians of later reads and of a bare round trip to the slowest node. */
type Measured = { firstMs: number; optionsMs: number; roundTripMs: number }

async function measureWorld(facts: { slowest: NetworkId; silent?: NetworkId }): Promise<Measured> {
  await using stack = new AsyncDisposableStack()
  const nodes = new Map<NetworkId, RpcServer>()
  for (const id of NETWORKS) nodes.set(id, stack.use(await startNode(id, id === facts.silent)))
  const quoter = stack.use(
    await startQuoter(async () => {
      await delay(QUOTE_MS)
      return { feeUnits: 20_000n, durationS: 4 }
    }),
  )
  const folder = stack.use(createTemporaryFolder())
  const urls = [...nodes].map(([id, { url }]) => [`PAY_RPC_URL_${variableSuffix(id)}`, url])
  const settings = {
    PAY_NETWORKS: NETWORKS.join(','),
    PAY_LIFI_URL: quoter.url,
    PAY_LOG_LEVEL: 'silent',
    ...Object.fromEntries(urls),
  }
  const config = loadConfig(hostSettings(`sqlite:${folder.path}/options.db`, settings))
  const host = stack.use(await startHost(config))
  const token = await createPayment(host)
  const slowestUrl = nodes.get(facts.slowest)?.url ?? ''
  const firstMs = await timed(() => readOptions(host, token, 0, facts.silent))
  const options: number[] = []
  const roundTrips: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    roundTrips.push(await timed(() => askNode(slowestUrl)))
    options.push(await timed(() => readOptions(host, token, round, facts.silent)))
  }
  return { firstMs, optionsMs: median(options), roundTripMs: median(roundTrips) }
}

function startNode(id: NetworkId, isSilent: boolean): Promise<RpcServer> {
  return startRpcServer(async (method, params) => {
    if (method === 'eth_chainId') return { result: numberToHex(getNetwork(id).chainId) }
    if (isSilent) return 'silence'
    // Only the first call of each batch waits, because a batch is one round trip regardless of its number of calls.
    if (method === 'eth_gasPrice') {
      await delay(ROUND_TRIP_MS[id])
      return { result: '0x1' }
    }
    return { result: answerReads(params[0], 100_000_000n) }
  })
}

function variableSuffix(id: string): string {
  return id.toUpperCase().replaceAll('-', '_')
}

async function createPayment({ url }: Host): Promise<string> {
  const currency = { invoiceCurrency: 'USDCn-matic', paymentCurrency: 'USDCn-matic' }
  const response = await fetch(`${url}/v2/secure-payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': API_KEY },
    body: JSON.stringify({ requests: [{ payee: PAYEE, amount: '10', ...currency }] }),
  })
  const created = await response.json()
  if (response.status !== 201) throw new Error(JSON.stringify(created))
  return created.token
}

/** Reads a new wallet's options, so that the host requests every quote again. */
async function readOptions(
  { url }: Host,
  token: string,
  index: number,
  silent: NetworkId | undefined,
): Promise<void> {
  const wallet = numberToHex(index + 1, { size: 20 })
  const response = await fetch(`${url}/v2/secure-payments/${token}?wallet=${wallet}`, {
    headers: { 'x-api-key': API_KEY },
  })
  const { paymentOptions } = await response.json()
  const expected = NETWORKS.length - (silent === undefined ? 0 : 1)
  const found = Object.keys(paymentOptions ?? {})
  if (found.length !== expected)
    throw new Error(`Expected options of ${expected} networks, got: ${found.join(', ')}.`)
}

async function askNode(url: string): Promise<void> {
  const calls = [{ jsonrpc: '2.0', id: 1, method: 'eth_gasPrice', params: [] }]
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(calls) })
  await response.json()
}

async function timed(work: () => Promise<void>): Promise<number> {
  const beganAt = performance.now()
  await work()
  return performance.now() - beganAt
}
