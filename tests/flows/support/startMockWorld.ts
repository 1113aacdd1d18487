import { getNetwork, type Network } from '@secure-payment/core/networks'
import { createEvmClient } from '../../../host/src/chains/createEvmClient.ts'
import type { RpcNode } from '../../../host/src/chains/openRpcNode.ts'
import { loadConfig, type NetworkConfig } from '../../../host/src/config.ts'
import type { Context } from '../../../host/src/context.ts'
import { createDataSealer } from '../../../host/src/dataSealer.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { createOpenCheck } from '../../../host/src/detection/createOpenCheck.ts'
import { createPace } from '../../../host/src/detection/createPace.ts'
import { createNetworkWatcher } from '../../../host/src/detection/watchNetwork.ts'
import { createHolder } from '../../../host/src/leases/leases.ts'
import { createLogger } from '../../../host/src/log.ts'
import { variableSuffix } from '../../../host/src/networkSettings.ts'
import { createRandomPool } from '../../../host/src/randomPool.ts'
import { createRates } from '../../../host/src/rates/createRates.ts'
import { createSealer } from '../../../host/src/sealer.ts'
import { refuseTron } from '../../support/refuseTron.ts'
import { createEndpoint, createRequests, createTenant, type Wanted } from './createRequests.ts'
import { createMockChain, type MockChain, type MockTransaction } from './mockChain.ts'
import { createMockNode, type MockNode, NO_FAULTS } from './mockNode.ts'
import { type MockPayment, mockPaymentLogs } from './mockPayment.ts'
import type { MockRates } from './mockRates.ts'
import { openTestDatabase, type TestDatabase } from './openTestDatabase.ts'
import { createRandom } from './random.ts'

/** A watcher over nodes with separate chains that share the first block; tests call `poll`. */
export type MockWorld = AsyncDisposable & {
  context: Context
  network: Network
  nodes: readonly MockNode[]
  /** The first node's chain. */
  blocks: MockChain['blocks']
  /** The parsed log lines so far. */
  lines: Record<string, unknown>[]
  /** Mines one block on the given node's chain, or the same block on all chains. */
  mine(transactions?: readonly MockTransaction[], node?: number): void
  /** Removes the newest blocks from one node's chain. */
  drop(node: number, depth: number): void
  /** Copies `from`'s chain to every node. */
  unite(from: number): void
  createRequest(payee?: string, wanted?: Partial<Wanted>): Promise<Row<'requests'>>
  /** Returns a transaction that pays a request. */
  payment(request: Row<'requests'>, units?: bigint, extras?: Partial<MockPayment>): MockTransaction
  /** Advances the clock, updates the nodes' views and polls; returns the poll's error, or `null`. */
  poll(times?: number): Promise<unknown>
  /** Advances the clock, updates the nodes' views, and runs the watcher's due work. */
  tick(ms: number): Promise<void>
  /** A host's configuration for this network. */
  settings: NetworkConfig
  /** The clock, which is shared with the worlds that start `beside` this one. */
  clock: { nowMs: number }
  request(id: string): Promise<Row<'requests'>>
}

/** Options of a world; two nodes and two confirmations by default. */
export type MockWorldOptions = {
  nodes?: number
  finality?: NetworkConfig['finality']
  startBlock?: bigint | null
  /** The conversion contracts' results; by default the chain has no such contracts. */
  rates?: MockRates
  /** The seed of the world's ids and addresses; 1 by default. */
  seed?: number
  /** More of the host's settings. */
  env?: Record<string, string>
  /** The host's market prices; none by default. */
  prices?: Context['prices']
  /** A database that the caller owns; by default the world has its own. */
  fills?: TestDatabase
  /** Another world, with its database in `fills`, whose chain, clock and merchant the new world continues. */
  continues?: Pick<MockWorld, 'blocks' | 'context'>
  /** A world of another network on the same database, whose clock and merchant the new world shares. */
  beside?: Pick<MockWorld, 'clock'>
  /** The network; devnet by default. */
  networkId?: 'devnet' | 'devnet-b'
  /** A network to watch with a host's default settings and pace. */
  paced?: { network: Network; tagDepth: number }
  /** Inserts a wrapper between the client and a node. */
  wrap?: (node: MockNode, index: number, nowMs: () => number) => RpcNode
}

const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const UNITS = 1_000_000n
/** A time longer than the pause of every failed node. */
const POLL_MS = 60_000

/** Starts a world from one seed; nothing is mined or polled yet. */
export async function startMockWorld(options: MockWorldOptions = {}): Promise<MockWorld> {
  const {
    finality = { mode: 'depth', depth: 2 },
    startBlock = 0n,
    wrap,
    rates,
    continues,
  } = options
  const database = options.fills ?? (await openTestDatabase())
  const random = createRandom(options.seed ?? 1)
  const startMs = continues?.context.now().getTime() ?? Date.UTC(2026, 0, 1)
  const clock = options.beside?.clock ?? { nowMs: startMs }
  const nowMs = () => clock.nowMs
  const mock: Network = {
    ...getNetwork(options.networkId ?? 'devnet'),
    isLocal: false,
    maxLogRange: 1_000,
  }
  const network = options.paced?.network ?? mock
  const chains = Array.from({ length: options.nodes ?? 2 }, () => createMockChain(random))
  const unite = (from: number) => {
    const blocks = chains[from]?.blocks ?? []
    for (const chain of chains) if (chain.blocks !== blocks) copyBlocks(chain, blocks)
  }
  const [first] = chains
  if (first === undefined) throw new Error('A world needs a node.')
  if (continues !== undefined) copyBlocks(first, continues.blocks)
  unite(0)
  const nodes = chains.map((chain, index) =>
    createMockNode({
      name: `node-${index}`,
      chain,
      random,
      faults: { ...NO_FAULTS },
      nowMs,
      ...(rates === undefined ? {} : { rates }),
      ...(options.paced === undefined ? {} : { tagDepth: options.paced.tagDepth }),
    }),
  )
  const wrapped = nodes.map((node, index) => wrap?.(node, index, nowMs) ?? node)
  const client = createEvmClient({ network, nodes: wrapped, nowMs })
  const lines: Record<string, unknown>[] = []
  const config = loadConfig({
    PAY_NETWORKS: network.id,
    [`PAY_RPC_URL_${variableSuffix(network.id)}`]: 'http://127.0.0.1:1',
    ...options.env,
  })
  const edges = {
    chains: {
      ids: [network.id],
      get: () => client,
      getTron: refuseTron,
      async [Symbol.asyncDispose]() {},
    },
    now: () => new Date(clock.nowMs),
    log: createLogger('info', { write: (line) => lines.push(JSON.parse(line)) }),
  }
  const context: Context = {
    ...edges,
    config,
    db: database.db,
    random: (count) => random.bytes(count),
    rates: createRates(edges),
    prices: options.prices ?? null,
    bridge: null,
    offramp: null,
    screening: null,
    sealer: createSealer({ random: createRandomPool() }, 'a key of the tests'),
    dataSealer: createDataSealer({ random: createRandomPool() }, ['a key of the tests']),
    resolveTxt: async () => [],
    signal: new AbortController().signal,
  }
  if (continues === undefined && options.beside === undefined) {
    await createTenant(context)
    await createEndpoint(context, { url: 'https://shop.example.test/', secret: '5e'.repeat(32) })
  }
  const holder = createHolder(context.random)
  const mockSettings: NetworkConfig = {
    network,
    rpcUrls: [],
    nodeApiKey: null,
    publicRpcUrl: null,
    finality,
    pollIntervalMs: 1_000,
    idlePollIntervalMs: 1_000,
    startBlock,
    maxGasPriceUnits: null,
    sponsorHourlyGwei: null,
  }
  const [served = mockSettings] = options.paced === undefined ? [] : config.networks
  const pace = createPace(createOpenCheck(context, nowMs), served, nowMs)
  const watcher = createNetworkWatcher(context, served, {
    holder,
    onEvents() {},
    ...(options.paced === undefined ? {} : { pace }),
  })

  async function pollOnce(): Promise<unknown> {
    clock.nowMs += POLL_MS
    for (const node of nodes) node.refresh()
    try {
      while ((await watcher.poll()).more);
      return null
    } catch (error) {
      return error
    }
  }

  return {
    context,
    network,
    nodes,
    blocks: first.blocks,
    lines,
    mine(transactions = [], node) {
      const timestampS = Math.floor(clock.nowMs / 1_000)
      if (node !== undefined) return chains[node]?.mine(timestampS, transactions)
      chains[0]?.mine(timestampS, transactions)
      unite(0)
    },
    drop(node, depth) {
      chains[node]?.drop(depth)
    },
    unite,
    async createRequest(payee = PAYEE, extras = {}) {
      const token = network.tokens[0]?.address ?? null
      const wanted = { payee, token, units: UNITS, ...extras }
      const [request] = await createRequests(context, network, [wanted])
      if (request === undefined) throw new Error('nothing was created')
      return request
    },
    payment(request, units = UNITS, extras = {}) {
      const from = random.hex(20)
      return {
        hash: random.hex(32),
        from,
        logs: mockPaymentLogs(network, { request, units, from, ...extras }),
      }
    },
    async poll(times = 1) {
      let error: unknown = null
      for (let time = 0; time < times; time += 1) error = await pollOnce()
      return error
    },
    async tick(ms) {
      clock.nowMs += ms
      for (const node of nodes) node.refresh()
      while ((await watcher.poll()).more);
    },
    settings: served,
    clock,
    request: (id) =>
      context.db.kysely
        .selectFrom('requests')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    async [Symbol.asyncDispose]() {
      holder[Symbol.dispose]()
      if (options.fills === undefined) await database[Symbol.asyncDispose]()
    },
  }
}

function copyBlocks(chain: MockChain, blocks: MockChain['blocks']): void {
  chain.blocks.splice(0, chain.blocks.length, ...blocks)
}
