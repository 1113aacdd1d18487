import { PAYMENT_TOPICS } from '@secure-payment/core/evm'
import { getNetwork } from '@secure-payment/core/networks'
import { type Chains, startChains } from '@secure-payment/devnet'
import { erc20Abi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainClient } from '../../host/src/chains/chainClient.ts'
import { createChainClients } from '../../host/src/chains/createChainClients.ts'
import { ChainNotConfiguredError, ChainUnavailableError } from '../../host/src/chains/errors.ts'
import { pay } from './support/pay.ts'
import { type RpcServer, startRpcProxy, startRpcServer } from './support/startRpcServer.ts'
import { startWorld } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

const network = getNetwork('devnet')
const CHAIN_ID = '0x7a69'
const FILTER = {
  addresses: [network.contracts.ERC20FeeProxy?.address.toLowerCase() ?? ''],
  topics: PAYMENT_TOPICS,
}

let chains: Chains
let stack: AsyncDisposableStack
let clock: { nowMs: number }

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  await chains.mine('devnet', 60)
})
afterAll(async () => {
  await chains?.[Symbol.asyncDispose]()
})
beforeEach(() => {
  stack = new AsyncDisposableStack()
  clock = { nowMs: 0 }
})
afterEach(() => stack.disposeAsync())

function connect(...servers: readonly { url: string }[]): ChainClient {
  const clients = stack.use(
    createChainClients([{ network, rpcUrls: servers.map(({ url }) => url) }], {
      nowMs: () => clock.nowMs,
      randomUnit: () => 0.5,
    }),
  )
  return clients.get('devnet')
}

const anvil = () => ({ url: chains.rpcUrl('devnet') })

async function proxy(
  ...args: Parameters<typeof startRpcProxy> extends [string, ...infer Rest] ? Rest : never
): Promise<RpcServer> {
  return stack.use(await startRpcProxy(chains.rpcUrl('devnet'), ...args))
}

describe('A node', () => {
  test('a node is skipped in favour of the next node if it serves another chain', async () => {
    const wrong = stack.use(await startRpcServer(() => ({ result: '0x1' })))
    const head = await connect(wrong, anvil()).getHead()
    expect(head.latest.number).toBe(await chains.client('devnet').getBlockNumber())
    expect(wrong.calls).toEqual(['eth_chainId'])
  })

  test('a node is skipped, then paused, if it resets, returns invalid data or responds too slowly', async () => {
    const faults = [
      'reset',
      { http: { status: 200, body: 'no json' } },
      { http: { status: 502, body: '<html>' } },
      { result: 'no block' },
    ] as const
    for (const fault of faults) {
      const bad = await proxy((method) => (method === 'eth_chainId' ? null : fault))
      const client = connect(bad, anvil())
      await client.getHead()
      const asked = bad.requests
      await client.getHead()
      if (fault !== faults[3]) expect(bad.requests).toBe(asked)
      clock.nowMs += 11_000
      await client.getHead()
      expect(bad.requests).toBeGreaterThan(asked)
    }
  })

  test('a node is paused for the time in Retry-After if it returns 429', async () => {
    const limited = await proxy(() => ({
      http: { status: 429, body: '{}', headers: { 'retry-after': '30' } },
    }))
    const client = connect(limited)
    await expect(client.getHead()).rejects.toThrow(ChainUnavailableError)
    const asked = limited.requests
    clock.nowMs += 29_000
    await expect(client.getHead()).rejects.toThrow('every node is paused')
    expect(limited.requests).toBe(asked)
    clock.nowMs += 2_000
    await expect(client.getHead()).rejects.toThrow('429')
    expect(limited.requests).toBeGreaterThan(asked)
  })

  test('a node that rejects a batch receives only single calls from then on', async () => {
    const single = stack.use(
      await startRpcServer(
        (method) => (method === 'eth_chainId' ? { result: CHAIN_ID } : { result: null }),
        { refusesBatches: true },
      ),
    )
    const client = connect(single)
    expect(await client.getBlocks([1n, 2n])).toEqual([null, null])
    const before = single.requests
    expect(await client.getBlocks([1n, 2n])).toEqual([null, null])
    expect(single.requests - before).toBe(2)
  })

  test.each(['one error', 'http 413'] as const)(
    'a node receives batches of three from then on if it accepts no more calls per batch: %s',
    async (refusal) => {
      const narrow = stack.use(
        await startRpcServer(
          (method) => (method === 'eth_chainId' ? { result: CHAIN_ID } : { result: null }),
          { largestBatch: { calls: 3, refusal } },
        ),
      )
      const client = connect(narrow)
      const numbers = [1n, 2n, 3n, 4n, 5n, 6n]
      expect(await client.getBlocks(numbers)).toEqual(numbers.map(() => null))
      const before = narrow.requests
      expect(await client.getBlocks(numbers)).toEqual(numbers.map(() => null))
      expect(narrow.requests - before).toBe(2)
    },
  )

  test('a node receives calls for its newest block and for the block with the configured finality tag', async () => {
    const counted = await proxy()
    const client = connect(counted)
    await client.getHead()
    counted.calls.length = 0
    await client.getHead(1n, { mode: 'safe', depth: 2 })
    expect(counted.calls).toHaveLength(3)
    counted.calls.length = 0
    await client.getHead(1n, { mode: 'depth', depth: 2 })
    expect(counted.calls).toHaveLength(2)
  })

  test('a node is cut off if it sends more than 32 MB', async () => {
    const huge = stack.use(
      await startRpcServer((method) =>
        method === 'eth_chainId'
          ? { result: CHAIN_ID }
          : { http: { status: 200, body: `"${'x'.repeat(33 * 1024 * 1024)}"` } },
      ),
    )
    await expect(connect(huge).getBlock(1n)).rejects.toThrow('more than 33554432 bytes')
  })

  test('a node appears in errors by its host name only: the path of its URL may contain a key', async () => {
    const bad = await proxy(() => 'reset')
    const error = await connect(bad)
      .getHead()
      .catch((caught: unknown) => caught)
    expect(String(error)).toContain('127.0.0.1')
    expect(String(error)).not.toContain('secret-key')
  })

  test('a node of an unsupported network causes a named error', () => {
    const clients = stack.use(createChainClients([{ network, rpcUrls: [anvil().url] }]))
    expect(() => clients.get('base')).toThrow(ChainNotConfiguredError)
  })
})

describe('Logs in a range', () => {
  test('logs in a range cause an error, not an empty list, beyond a node’s head', async () => {
    const head = await chains.client('devnet').getBlockNumber()
    const range = { fromBlock: head, toBlock: head + 5n }
    await expect(connect(anvil()).getLogs(range, FILTER)).rejects.toThrow('lacks block')
  })

  test('logs in a range are combined from halves if a node only returns small ranges, and the range size is stored', async () => {
    const limit = 10
    const queries: number[] = []
    const narrow = await proxy((method, [query]) => {
      if (method !== 'eth_getLogs') return null
      const { fromBlock, toBlock } = query as { fromBlock: string; toBlock: string }
      const blocks = Number(toBlock) - Number(fromBlock) + 1
      queries.push(blocks)
      if (blocks <= limit) return null
      return { error: { code: -32005, message: `query exceeds max block range ${limit}` } }
    })
    const client = connect(narrow)
    const { first, last } = await client.getLogs({ fromBlock: 1n, toBlock: 60n }, FILTER)
    expect([first.number, last.number]).toEqual([1n, 60n])
    queries.length = 0
    await client.getLogs({ fromBlock: 1n, toBlock: 60n }, FILTER)
    expect(Math.max(...queries)).toBeLessThanOrEqual(limit)
  })

  test('logs in a range are never requested for a reversed range', async () => {
    const client = connect(anvil())
    await expect(client.getLogs({ fromBlock: 5n, toBlock: 4n }, FILTER)).rejects.toThrow(RangeError)
  })

  test('logs in a range are read from the next node if a node omits logs despite the bloom', async () => {
    await using world = await startWorld(chains)
    const token = chains.token('devnet', 'USDC').address
    const [request] = await world.create([
      { payee: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', token, units: 5n },
    ])
    if (request === undefined) throw new Error('nothing was created')
    const txHash = await pay(world, request)
    const { blockNumber } = await chains.client('devnet').getTransactionReceipt({ hash: txHash })
    const forgetful = await proxy((method) => (method === 'eth_getLogs' ? { result: [] } : null))
    const range = { fromBlock: blockNumber, toBlock: blockNumber }
    const { logs } = await connect(forgetful, anvil()).getLogs(range, FILTER)
    expect(logs.map((log) => log.transactionHash)).toEqual([txHash])
  })
})

describe('A payer’s state', () => {
  const wallet = () => chains.accounts[2]?.address ?? '0x'

  test.each(['with Multicall3', 'without its code'])(
    'a payer’s state matches the contracts, %s',
    async (how) => {
      const usdc = chains.token('devnet', 'USDC').address
      const dai = chains.token('devnet', 'DAI').address
      const nobody = '0x00000000000000000000000000000000000000aa'
      const spender = chains.contract('devnet', 'ERC20FeeProxy')
      await chains.wallet('devnet', 2).writeContractSync({
        address: usdc,
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender, 1_234n],
      })
      const lacksCode = (method: string, params: readonly unknown[]) => {
        const [call] = params as [{ to?: string }]
        const isMulticall =
          method === 'eth_call' && call.to === network.contracts.Multicall3?.address
        return isMulticall ? { result: '0x' } : null
      }
      const node = how === 'with Multicall3' ? anvil() : await proxy(lacksCode)
      const state = await connect(node).readPayerState({
        wallet: wallet(),
        tokens: [usdc, dai, nobody],
        spender,
      })
      const client = chains.client('devnet')
      const balanceOf = (address: typeof usdc) =>
        client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [wallet()] })
      expect(state.nativeUnits).toBe(await client.getBalance({ address: wallet() }))
      expect(state.gasPriceUnits).toBe(await client.getGasPrice())
      expect(state.tokens).toEqual({
        [usdc.toLowerCase()]: { balanceUnits: await balanceOf(usdc), allowanceUnits: 1_234n },
        [dai.toLowerCase()]: { balanceUnits: await balanceOf(dai), allowanceUnits: 0n },
        [nobody]: { balanceUnits: null, allowanceUnits: null },
      })
    },
  )
})

test('A payment made while every node is down is recorded once a node is back', async () => {
  let isDown = false
  const flaky = await proxy(() => (isDown ? 'reset' : null))
  await using world = await startWorld(chains, { env: { PAY_RPC_URL_DEVNET: flaky.url } })
  const token = chains.token('devnet', 'USDC').address
  const [request] = await world.create([
    { payee: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', token, units: 5_000_000n },
  ])
  if (request === undefined) throw new Error('nothing was created')
  isDown = true
  await pay(world, request)
  const asked = flaky.requests
  await waitFor('the watcher to notice', () => (flaky.requests > asked + 2 ? true : null))
  expect(await world.request(request.id)).toMatchObject({ status: 'created' })
  isDown = false
  await world.until(request.id, (row) => row.status === 'paid')
})
