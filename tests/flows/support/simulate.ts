import { getNetwork, type Network } from '@secure-payment/core/networks'
import type { ChainClients } from '../../../host/src/chains/chainClient.ts'
import { createEvmClient } from '../../../host/src/chains/createEvmClient.ts'
import { loadConfig, type NetworkConfig } from '../../../host/src/config.ts'
import type { Context } from '../../../host/src/context.ts'
import { createDataSealer } from '../../../host/src/dataSealer.ts'
import type { Database } from '../../../host/src/db/openDatabase.ts'
import { AUDIT_INTERVAL_MS } from '../../../host/src/detection/createBlockAudit.ts'
import {
  createNetworkWatcher,
  type NetworkWatcher,
} from '../../../host/src/detection/watchNetwork.ts'
import { createHolder, type Holder } from '../../../host/src/leases/leases.ts'
import { createLogger } from '../../../host/src/log.ts'
import { createRandomPool } from '../../../host/src/randomPool.ts'
import { createRates } from '../../../host/src/rates/createRates.ts'
import { createSealer } from '../../../host/src/sealer.ts'
import { refuseTron } from '../../support/refuseTron.ts'
import { compareBooks } from './compareBooks.ts'
import { createLedger } from './createLedger.ts'
import { createTenant } from './createRequests.ts'
import {
  createMockChain,
  type MockBlock,
  type MockChain,
  type MockTransaction,
} from './mockChain.ts'
import { createMockNode, type MockNode, NO_FAULTS, type NodeFaults } from './mockNode.ts'
import { createMockRates } from './mockRates.ts'
import { createRandom, type Random } from './random.ts'

/** A seeded world's parameters. */
export type Scenario = {
  seed: number
  /** Draws a node's faults; by default a node has no faults. */
  faults?: (random: Random) => NodeFaults
  nodeCount?: number
  /** Probability of a reorganisation, never deeper than the confirmation depth, per step. */
  reorgRate?: number
  /** Probability that the watching process dies and another starts, per step. */
  restartRate?: number
  steps?: number
  /** All requests are in their own currency. */
  isPlain?: boolean
}

/** The differences between the recorded state and the final canonical chain. Empty lists mean that the state and the chain agree. */
export type Report = {
  /** One sentence per difference, each with the seed. */
  differences: readonly string[]
  payments: number
  reorgs: number
  restarts: number
  failedPolls: number
}

const STEP_MS = 2_000
const START_MS = Date.UTC(2026, 0, 1)
/**
 * Runs one seeded world. Requests are created and paid in every way, the chain reorganises, nodes fail, lag, and drop or repeat logs, and
 * the process restarts. At the end the faults stop, and the watcher catches up and checks a second time. Then the books are compared with
 * the state that follows from the canonical chain.
 */
export async function simulate(db: Database, scenario: Scenario): Promise<Report> {
  const world = await createSimulatedWorld(db, scenario)
  for (let step = 0; step < (scenario.steps ?? 60); step += 1) await world.step()
  await world.settle()
  return world.report()
}

async function createSimulatedWorld(db: Database, scenario: Scenario) {
  const random = createRandom(scenario.seed)
  const depth = random.integer(1, 6)
  const settings = createSettings(depth, scenario.isPlain ?? false)
  const rates = scenario.isPlain ? null : createMockRates(settings.network)
  const clock = { nowMs: START_MS }
  const chain = createMockChain(random)
  const nodes = Array.from({ length: scenario.nodeCount ?? random.integer(1, 3) }, (_, index) =>
    createMockNode({
      name: `node-${index}`,
      chain,
      random,
      faults: scenario.faults?.(random) ?? NO_FAULTS,
      nowMs: () => clock.nowMs,
      ...(rates === null ? {} : { rates }),
    }),
  )
  const context = createContext(db, { random, clock, nodes, network: settings.network })
  await emptyTables(db)
  await createTenant(context)
  const ledger = createLedger(context, {
    network: settings.network,
    random,
    rates,
    tip: () => tipOf(chain),
  })
  const counts = { reorgs: 0, restarts: 0, failedPolls: 0, revocations: 0 }
  let process = startWatcher(context, settings)
  let mempool: MockTransaction[] = []

  async function poll(): Promise<void> {
    for (let again = 0; again < 20; again += 1) {
      try {
        const { more } = await process.watcher.poll()
        if (!more) return
      } catch {
        counts.failedPolls += 1
        return
      }
    }
  }

  function mineStep(): void {
    const timestampS = Math.floor(clock.nowMs / 1_000)
    if (random.chance(scenario.reorgRate ?? 0) && chain.blocks.length > depth + 1) {
      counts.reorgs += 1
      const dropped = random.integer(1, depth)
      // Some transactions return to the chain at once, some later, and some never, because the payer replaced them.
      const returning = chain.drop(dropped).filter(() => random.chance(0.8))
      for (let block = 0; block < dropped; block += 1) {
        const now = returning.splice(0, random.integer(0, 2))
        chain.mine(timestampS, now)
      }
      mempool = [...returning, ...mempool]
    }
    chain.mine(timestampS, mempool.splice(0, random.integer(0, 4)))
  }

  return {
    async step() {
      clock.nowMs += STEP_MS
      if (random.chance(0.25)) await ledger.createRequest()
      if (random.chance(0.5)) mempool.push(...ledger.pay())
      mineStep()
      for (const node of nodes) node.refresh()
      if (random.chance(scenario.restartRate ?? 0)) {
        counts.restarts += 1
        process.holder[Symbol.dispose]()
        process = startWatcher(context, settings)
      }
      await poll()
    },
    async settle() {
      for (const node of nodes) node.faults = NO_FAULTS
      clock.nowMs += 60_000
      chain.mine(Math.floor(clock.nowMs / 1_000), mempool.splice(0))
      for (let block = 0; block < depth; block += 1) chain.mine(Math.floor(clock.nowMs / 1_000), [])
      for (let round = 0; round < 6; round += 1) {
        for (const node of nodes) node.refresh()
        for (let again = 0; again < 4; again += 1) await poll()
        clock.nowMs += AUDIT_INTERVAL_MS
      }
      process.holder[Symbol.dispose]()
    },
    async report(): Promise<Report> {
      const differences = await compareBooks(db, ledger, chain)
      return {
        ...counts,
        payments: ledger.paymentCount(),
        differences: differences.map((text) => `SEED=${scenario.seed}: ${text}`),
      }
    },
  }
}

function tipOf({ blocks }: MockChain): MockBlock {
  const tip = blocks.at(-1)
  if (tip === undefined) throw new Error('The chain has no block')
  return tip
}

function createSettings(depth: number, isPlain: boolean): NetworkConfig {
  const registered = getNetwork('devnet')
  const { Erc20ConversionProxy, EthConversionProxy, ChainlinkConversionPath, ...contracts } =
    registered.contracts
  const network: Network = {
    ...registered,
    ...(isPlain ? { contracts } : {}),
    // A local chain may be reset, which these rules do not cover.
    isLocal: false,
    maxLogRange: 40,
  }
  return {
    network,
    rpcUrls: [],
    nodeApiKey: null,
    publicRpcUrl: null,
    finality: { mode: 'depth', depth },
    pollIntervalMs: STEP_MS,
    idlePollIntervalMs: STEP_MS,
    startBlock: 0n,
    maxGasPriceUnits: null,
    sponsorHourlyGwei: null,
  }
}

function startWatcher(
  context: Context,
  settings: NetworkConfig,
): { watcher: NetworkWatcher; holder: Holder } {
  const holder = createHolder(context.random)
  return { holder, watcher: createNetworkWatcher(context, settings, { holder, onEvents() {} }) }
}

function createContext(
  db: Database,
  parts: { random: Random; clock: { nowMs: number }; nodes: readonly MockNode[]; network: Network },
): Context {
  const { random, clock, nodes, network } = parts
  const client = createEvmClient({ network, nodes, nowMs: () => clock.nowMs })
  const chains: ChainClients = {
    ids: [network.id],
    get: () => client,
    getTron: refuseTron,
    async [Symbol.asyncDispose]() {},
  }
  const edges = { chains, now: () => new Date(clock.nowMs), log: createLogger('silent') }
  return {
    ...edges,
    config: loadConfig({ PAY_NETWORKS: 'devnet', PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' }),
    db,
    random: (count) => random.bytes(count),
    rates: createRates(edges),
    prices: null,
    bridge: null,
    offramp: null,
    screening: null,
    sealer: createSealer({ random: createRandomPool() }, 'a key of the tests'),
    dataSealer: createDataSealer({ random: createRandomPool() }, ['a key of the tests']),
    resolveTxt: async () => [],
    signal: new AbortController().signal,
  }
}

const TABLES = [
  'counted_lists',
  'payment_counts',
  'payment_entries',
  'payment_groups',
  'webhook_deliveries',
  'events',
  'payments',
  'unmatched_payments',
  'pending_payments',
  'requests',
  'secure_payments',
  'chain_cursors',
  'block_checkpoints',
  'leases',
  'tenants',
] as const

async function emptyTables(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    for (const table of TABLES) await tx.deleteFrom(table).execute()
  })
}
