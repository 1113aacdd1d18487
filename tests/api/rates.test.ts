import { currencies, getCurrency } from '@secure-payment/core/catalogue'
import { getNetwork } from '@secure-payment/core/networks'
import { type Chains, mockAggregatorAbi, priceFeeds, startChains } from '@secure-payment/devnet'
import { type Address, concat, encodeAbiParameters, getAddress, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainClient, RatePath } from '../../host/src/chains/chainClient.ts'
import { createChainClients } from '../../host/src/chains/createChainClients.ts'
import { ChainUnavailableError, NodesDisagreeError } from '../../host/src/chains/errors.ts'
import { createLogger } from '../../host/src/log.ts'
import { usdOf } from '../../host/src/prices/usdOf.ts'
import { createRates, RATE_LIFETIME_MS } from '../../host/src/rates/createRates.ts'
import { readCreationCode } from '../flows/support/smartAccounts.ts'
import {
  type RpcAnswer,
  type RpcServer,
  startRpcProxy,
  startRpcServer,
} from '../flows/support/startRpcServer.ts'

const network = getNetwork('devnet')
const hash = (id: string) => getAddress(getCurrency(id).currency.hash)
const USD = hash('USD')
const USDC = hash('USDC-devnet')
const ETH = hash('ETH-devnet')
/**
 * The contract's rate for one dollar per USDC: 0.01 base units of USDC (6 decimals) per base unit of the dollar (8 decimals),
 * times 10^18.
 */
const ONE_TO_ONE = 10n ** 16n

const proxyAbi = parseAbi([
  'function chainlinkConversionPath() view returns (address)',
  'function updateConversionPathAddress(address path)',
  'function updateAggregatorsList(address[] inputs, address[] outputs, address[] aggregators)',
])

let chains: Chains
let stack: AsyncDisposableStack
let snapshot: `0x${string}`
beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
})
afterAll(() => chains[Symbol.asyncDispose]())
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  snapshot = await chains.snapshot('devnet')
  // "Always fresh" feeds return the time of the read; this suite's feeds return a fixed time.
  for (const { address } of priceFeeds(network)) await setFeed(address, 'setUpdatedAt', FED_AT)
})
afterEach(async () => {
  await stack.disposeAsync()
  await chains.revert('devnet', snapshot)
})

const FED_AT = 1_790_000_000n

function feedOf(symbol: string): Address {
  const feed = priceFeeds(network).find(({ name }) => name === `${symbol}/USD`)
  if (feed === undefined) throw new Error(`No feed for ${symbol}.`)
  return feed.address
}

async function setFeed(
  address: Address,
  functionName: 'setAnswer' | 'setUpdatedAt',
  value: bigint,
): Promise<void> {
  const wallet = chains.wallet('devnet', 9)
  await wallet.writeContractSync({ address, abi: mockAggregatorAbi, functionName, args: [value] })
}

function connect(...urls: readonly string[]): ChainClient {
  const clients = createChainClients([{ network, rpcUrls: urls }], { randomUnit: () => 0.5 })
  return stack.use(clients).get('devnet')
}

const anvil = () => chains.rpcUrl('devnet')

async function nodeThat(
  intervene: (method: string, params: readonly unknown[]) => RpcAnswer | null,
): Promise<RpcServer> {
  return stack.use(await startRpcProxy(anvil(), intervene))
}

/** Reads the contract directly; viem decodes the result. */
async function rateByViem(path: readonly Address[]): Promise<bigint> {
  const [rate] = await chains.client('devnet').readContract({
    address: chains.contract('devnet', 'ChainlinkConversionPath'),
    abi: parseAbi(['function getRate(address[] path) view returns (uint256, uint256, uint256)']),
    functionName: 'getRate',
    args: [path],
  })
  return rate
}

describe('Reading rates', () => {
  test('reading rates returns the contract’s rate for each path, and null for an unsupported path', async () => {
    const paths: RatePath[] = [
      [USD, USDC],
      [hash('EUR'), USD, USDC],
      [USD, ETH],
      [hash('JPY'), hash('GBP')],
      [USDC.toLowerCase(), USD.toLowerCase()],
      [hash('USD'), hash('FEE-devnet')],
    ]
    const rates = await connect(anvil()).readRates(paths)
    expect(rates.map((rate) => rate?.rate ?? null)).toEqual([
      ONE_TO_ONE,
      (ONE_TO_ONE * 11n) / 10n,
      // 100 dollars are 0.04 ETH at 2500.
      4n * 10n ** 24n,
      null,
      10n ** 20n,
      null,
    ])
    expect(rates[1]?.rate).toBe(await rateByViem([hash('EUR'), USD, USDC]))
    expect(rates[0]?.oldestTimestampS).toBe(FED_AT)
  })

  test('reading rates uses the age of the oldest feed on the path', async () => {
    await setFeed(feedOf('EUR'), 'setUpdatedAt', FED_AT - 3_600n)
    const [direct, over] = await connect(anvil()).readRates([
      [USD, USDC],
      [hash('EUR'), USD, USDC],
    ])
    expect(direct?.oldestTimestampS).toBe(FED_AT)
    expect(over?.oldestTimestampS).toBe(FED_AT - 3_600n)
  })

  test('reading rates needs one round trip for any number of paths', async () => {
    const node = await nodeThat(() => null)
    const client = connect(node.url)
    await client.readRates([[USD, USDC]])
    const before = node.requests
    await client.readRates(currencies.slice(0, 20).map(({ hash: end }) => [USD, end]))
    expect(node.requests - before).toBe(1)
    expect(await client.readRates([])).toEqual([])
    expect(node.requests - before).toBe(1)
  })

  test('reading rates returns the rates at a given block', async () => {
    const before = await chains.client('devnet').getBlockNumber()
    await setFeed(feedOf('USDC'), 'setAnswer', 50_000_000n)
    const client = connect(anvil())
    const path = [USD, USDC]
    expect((await client.readRates([path], before))[0]?.rate).toBe(ONE_TO_ONE)
    expect((await client.readRates([path], before + 1n))[0]?.rate).toBe(2n * ONE_TO_ONE)
    expect((await client.readRates([path]))[0]?.rate).toBe(2n * ONE_TO_ONE)
    await expect(client.readRates([path], before + 1_000n)).rejects.toThrow(ChainUnavailableError)
  })

  test('reading rates uses the contract that the conversion proxy references, even after a change', async () => {
    const client = connect(anvil())
    const paths = [
      [USD, USDC],
      [USD, ETH],
    ]
    expect((await client.readRates(paths))[0]?.rate).toBe(ONE_TO_ONE)
    // Another rate contract, in which one USDC is worth as many dollars as a euro.
    await leadProxyTo(await deployRates(USDC, feedOf('EUR')))
    const [usdc, eth] = await client.readRates(paths)
    expect(usdc?.rate).toBe((ONE_TO_ONE * 10n) / 11n)
    // The native coin's proxy still references the first contract.
    expect(eth?.rate).toBe(4n * 10n ** 24n)
    await leadProxyTo('0x000000000000000000000000000000000000dEaD')
    expect((await client.readRates(paths)).map((rate) => rate?.rate)).toEqual([
      undefined,
      eth?.rate,
    ])
  })

  test('reading rates reads each call separately where Multicall3 is not deployed', async () => {
    const address = chains.contract('devnet', 'Multicall3')
    await chains.client('devnet').setCode({ address, bytecode: '0x' })
    const rates = await connect(anvil()).readRates([
      [USD, USDC],
      [hash('JPY'), hash('GBP')],
    ])
    expect(rates.map((rate) => rate?.rate)).toEqual([ONE_TO_ONE, undefined])
  })

  test('reading rates returns no rates on a network without conversion contracts, and sends no call', async () => {
    const node = await nodeThat(() => null)
    const clients = createChainClients([{ network: getNetwork('mantle'), rpcUrls: [node.url] }])
    const client = stack.use(clients).get('mantle')
    expect(await client.readRates([[USD, getNetwork('mantle').nativeCurrency.hash]])).toEqual([
      null,
    ])
    expect(node.requests).toBe(0)
  })
})

describe('With several nodes', () => {
  const path = [USD, USDC]

  test('two nodes outvote a node that invents a rate', async () => {
    const lie = await lyingNode()
    const rates = await connect(lie.url, anvil(), `${anvil()}/`).readRates([path])
    expect(rates[0]?.rate).toBe(ONE_TO_ONE)
  })

  test('two nodes that contradict each other return no rate', async () => {
    const lie = await lyingNode()
    await expect(connect(lie.url, anvil()).readRates([path])).rejects.toThrow(NodesDisagreeError)
  })

  test('reading from two nodes, one of which is a block behind, uses the block that both nodes have', async () => {
    const before = await chains.client('devnet').getBlockNumber()
    await setFeed(feedOf('USDC'), 'setAnswer', 50_000_000n)
    const height = `0x${before.toString(16)}`
    const forward = (params: readonly unknown[]) =>
      fetchResult('eth_call', [params[0], params[1] === 'latest' ? height : params[1]])
    const behind = await startBehind(height, forward)
    const rates = await connect(anvil(), behind.url).readRates([path])
    expect(rates[0]?.rate).toBe(ONE_TO_ONE)
  })

  async function startBehind(
    height: string,
    forward: (params: readonly unknown[]) => Promise<unknown>,
  ): Promise<RpcServer> {
    const server = await startRpcServer(async (method, params) => {
      if (method === 'eth_blockNumber') return { result: height }
      if (method === 'eth_call') return { result: await forward(params) }
      return { result: await fetchResult(method, params) }
    })
    return stack.use(server)
  }

  /** Starts a node that halves a rate of `ONE_TO_ONE`, by replacing its digits in Multicall3's response. */
  async function lyingNode(): Promise<RpcServer> {
    const server = await startRpcServer(async (method, params) => {
      const result = await fetchResult(method, params)
      const honest = ONE_TO_ONE.toString(16).padStart(64, '0')
      const lie = (ONE_TO_ONE / 2n).toString(16).padStart(64, '0')
      return { result: typeof result === 'string' ? result.replace(honest, lie) : result }
    })
    return stack.use(server)
  }
})

describe('A host’s rates', () => {
  test('a host’s rates are read once for simultaneous callers, and again when they are old', async () => {
    const node = await nodeThat(() => null)
    const { rates, clock, client } = hostRates(node.url)
    await client.readRates([[USD, ETH]])
    const before = node.requests
    const path = [USD, USDC]
    const answers = await Promise.all([
      rates.read('devnet', [path, [USD, ETH]]),
      rates.latest('devnet', path),
      rates.latest('devnet', [USD.toLowerCase(), USDC.toLowerCase()]),
    ])
    expect(answers[0][0]?.rate).toBe(ONE_TO_ONE)
    expect(answers[1]?.rate).toBe(ONE_TO_ONE)
    expect(answers[2]?.rate).toBe(ONE_TO_ONE)
    expect(node.requests - before).toBe(1)

    await setFeed(feedOf('USDC'), 'setAnswer', 50_000_000n)
    clock.nowMs += RATE_LIFETIME_MS - 1
    expect((await rates.latest('devnet', path))?.rate).toBe(ONE_TO_ONE)
    clock.nowMs += 1
    expect((await rates.latest('devnet', path))?.rate).toBe(2n * ONE_TO_ONE)
  })

  test('a host’s rates are unknown while no node responds, and known again after the first response', async () => {
    let isDown = true
    const node = await nodeThat(() =>
      isDown ? { error: { code: -32000, message: 'down' } } : null,
    )
    const { rates } = hostRates(node.url)
    expect(await rates.latest('devnet', [USD, USDC])).toBeNull()
    await expect(rates.read('devnet', [[USD, USDC]])).rejects.toThrow(ChainUnavailableError)
    isDown = false
    // The host skips the failed node for a while by the real clock, so the test reads through a second host.
    expect((await hostRates(node.url).rates.latest('devnet', [USD, USDC]))?.rate).toBe(ONE_TO_ONE)
  })

  test('a host’s rates give the value of an amount in dollars', async () => {
    const { rates } = hostRates(anvil())
    const worth = (id: string, units: bigint) =>
      usdOf({ prices: null, rates }, { network, currency: getCurrency(id).currency, units })
    expect(await worth('USDC-devnet', 1_500_000n)).toBe(1_50000000n)
    expect(await worth('ETH-devnet', 10n ** 17n)).toBe(250_00000000n)
    expect(await worth('EUR', 10_00000000n)).toBe(11_00000000n)
    expect(await worth('USD', 123n)).toBe(123n)
    expect(await worth('FEE-devnet', 10n ** 18n)).toBeNull()
    const mantle = getNetwork('mantle')
    const { currency } = getCurrency(mantle.nativeCurrency.currencyId)
    expect(
      await usdOf({ prices: null, rates }, { network: mantle, currency, units: 1n }),
    ).toBeNull()
  })
})

function hostRates(url: string) {
  const clock = { nowMs: 1_800_000_000_000 }
  const client = connect(url)
  const context = {
    chains: { get: () => client },
    now: () => new Date(clock.nowMs),
    log: createLogger('silent'),
  }
  return { rates: createRates(context), clock, client }
}

async function fetchResult(method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(anvil(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = await response.json()
  return answer.result
}

/** Deploys another ChainlinkConversionPath with one feed. */
async function deployRates(token: Address, feed: Address): Promise<Address> {
  const wallet = chains.wallet('devnet', 9)
  const args = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }],
    [ETH, wallet.account.address],
  )
  const data = concat([readCreationCode('ChainlinkConversionPath'), args])
  const { contractAddress } = await wallet.sendTransactionSync({ data })
  if (!contractAddress) throw new Error('Nothing was deployed.')
  const { status } = await wallet.writeContractSync({
    address: contractAddress,
    abi: proxyAbi,
    functionName: 'updateAggregatorsList',
    args: [[token], [USD], [feed]],
  })
  expect(status).toBe('success')
  return contractAddress
}

/** Points the ERC-20 conversion proxy to another rate contract, as its administrator can. */
async function leadProxyTo(target: Address): Promise<void> {
  const address = chains.contract('devnet', 'Erc20ConversionProxy')
  const client = chains.client('devnet')
  // Overwrites the storage slot that contains the first contract's address.
  const first = await client.readContract({
    address,
    abi: proxyAbi,
    functionName: 'chainlinkConversionPath',
  })
  for (let slot = 0n; slot < 8n; slot += 1n) {
    const index = `0x${slot.toString(16).padStart(64, '0')}` as const
    const value = (await client.getStorageAt({ address, slot: index })) ?? '0x'
    if (!value.toLowerCase().endsWith(first.slice(2).toLowerCase())) continue
    const kept = value.slice(2, -40).padStart(24, '0')
    await client.setStorageAt({ address, index, value: `0x${kept}${target.slice(2)}` })
    return
  }
  throw new Error('The proxy keeps its contract elsewhere.')
}
