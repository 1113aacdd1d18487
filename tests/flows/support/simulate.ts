import { getNetwork, type Network } from '@secure-payment/core/networks'
import type { ChainClients } from '../../../host/src/chains/chainClient.ts'
import { createEvmClient } from '../../../host/src/chains/createEvmClient.ts'
import { loadConfig, type NetworkConfig } from '../../../host/src/config.ts'
import type { Context } from '../../../host/src/context.ts'
import type { Database } from '../../../host/src/db/openDatabase.ts'
import type { Row } from '../../../host/src/db/schema.ts'
import { AUDIT_INTERVAL_MS } from '../../../host/src/detection/createBlockAudit.ts'
import {
  createNetworkWatcher,
  type NetworkWatcher,
} from '../../../host/src/detection/watchNetwork.ts'
import { createLogger } from '../../../host/src/log.ts'
import { createRandomPool } from '../../../host/src/randomPool.ts'
import { createRates } from '../../../host/src/rates/createRates.ts'
import { createHolder, type Holder } from '../../../host/src/scheduling/leases.ts'
import { createSealer } from '../../../host/src/sealer.ts'
import { createRequests, createTenant } from './createRequests.ts'
import { createMockChain, type MockChain, type MockTransaction } from './mockChain.ts'
import { createMockNode, type MockNode, NO_FAULTS, type NodeFaults } from './mockNode.ts'
import { mockPaymentLogs } from './mockPayment.ts'
import { createRandom, type Random } from './random.ts'

/** What a world of one seed is like. */
export type Scenario = {
  seed: number
  /** Draws how a node behaves; no faults by default. */
  faults?: (random: Random) => NodeFaults
  nodeCount?: number
  /** Chance of a reorganisation, never deeper than the confirmation depth, at each step. */
  reorgRate?: number
  /** Chance that the watching process dies and another starts, at each step. */
  restartRate?: number
  steps?: number
}

/** How the recorded state compares with what the final canonical chain says. Empty lists: they agree. */
export type Report = {
  /** Sentences, each with the seed, about every difference. */
  differences: readonly string[]
  payments: number
  reorgs: number
  restarts: number
  failedPolls: number
}

const STEP_MS = 2_000
const START_MS = Date.UTC(2026, 0, 1)
const PAYEES = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

/**
 * Lives through one seeded world: requests are created and paid in every way, the chain reorganises, nodes fail, lag,
 * drop and repeat, the process restarts. At the end the faults stop, the watcher catches up and looks a second time,
 * and its books are compared with a fold over the canonical chain.
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
  const settings = createSettings(depth)
  const clock = { nowMs: START_MS }
  const chain = createMockChain(random)
  const nodes = Array.from({ length: scenario.nodeCount ?? random.integer(1, 3) }, (_, index) =>
    createMockNode({
      name: `node-${index}`,
      chain,
      random,
      faults: scenario.faults?.(random) ?? NO_FAULTS,
      nowMs: () => clock.nowMs,
    }),
  )
  const context = createContext(db, { random, clock, nodes, network: settings.network })
  await emptyTables(db)
  await createTenant(context)
  const ledger = createLedger(context, settings.network, random)
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
      // Some transactions come back at once, some later, some never: replaced by the payer.
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
      const differences = await compare(db, ledger, chain)
      return {
        ...counts,
        payments: ledger.paymentCount(),
        differences: differences.map((text) => `SEED=${scenario.seed}: ${text}`),
      }
    },
  }
}

function createSettings(depth: number): NetworkConfig {
  // Not local: a local chain may be reset, which these rules are not about.
  const network: Network = { ...getNetwork('devnet'), isLocal: false, maxLogRange: 40 }
  return {
    network,
    rpcUrls: [],
    publicRpcUrl: null,
    finality: { mode: 'depth', depth },
    pollIntervalMs: STEP_MS,
    startBlock: 0n,
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
    async [Symbol.asyncDispose]() {},
  }
  const edges = { chains, now: () => new Date(clock.nowMs), log: createLogger('silent') }
  return {
    ...edges,
    config: loadConfig({ PAY_NETWORKS: 'devnet', PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' }),
    db,
    random: (count) => random.bytes(count),
    rates: createRates(edges),
    sealer: createSealer({ random: createRandomPool() }, 'a key of the tests'),
    signal: new AbortController().signal,
  }
}

/** What was asked for and what each transaction is worth to it: the truth that the books are compared with. */
type Ledger = {
  createRequest(): Promise<void>
  /** Makes zero to two transactions that pay known requests, rightly or wrongly. */
  pay(): MockTransaction[]
  /** Base units that a transaction credits, by request id. */
  worth(txHash: string): ReadonlyMap<string, bigint>
  requests(): readonly Row<'requests'>[]
  paymentCount(): number
}

function createLedger(context: Context, network: Network, random: Random): Ledger {
  const requests: Row<'requests'>[] = []
  const worths = new Map<string, Map<string, bigint>>()
  const [usdc, , dai] = network.tokens
  if (usdc === undefined || dai === undefined) throw new Error('The network has too few tokens')

  /** One payment of a random request, and what it is worth. */
  function payOne() {
    const [first] = requests
    if (first === undefined) return null
    const request = random.pick([first, ...requests.slice(-5)])
    const from = random.hex(20)
    const expected = BigInt(request.expected_units)
    const units = random.pick([expected, expected, expected / 2n, expected / 3n, expected * 2n])
    const how = random.integer(1, 10)
    if (how === 1 && request.token_address !== null) {
      const token = request.token_address === usdc?.address ? dai?.address : usdc?.address
      return {
        request,
        worth: 0n,
        logs: mockPaymentLogs(network, { request, units, from, token: token ?? null }),
      }
    }
    if (how === 2) {
      const payee = random.hex(20)
      return { request, worth: 0n, logs: mockPaymentLogs(network, { request, units, from, payee }) }
    }
    if (how === 3 && request.token_address !== null) {
      const arrivedUnits = units - units / 100n
      return {
        request,
        worth: arrivedUnits,
        logs: mockPaymentLogs(network, { request, units, from, arrivedUnits }),
      }
    }
    return { request, worth: units, logs: mockPaymentLogs(network, { request, units, from }) }
  }

  return {
    async createRequest() {
      const token = random.pick([usdc.address, dai.address, null])
      const payee = random.pick(PAYEES)
      const units = BigInt(random.integer(6, 1_000_000)) * 6n
      requests.push(...(await createRequests(context, network, [{ payee, token, units }])))
    },
    pay() {
      const parts = Array.from({ length: random.integer(1, 3) }, payOne).filter(
        (part) => part !== null,
      )
      if (parts.length === 0) return []
      const hash = random.hex(32)
      const worth = new Map<string, bigint>()
      for (const part of parts) {
        if (part.worth > 0n)
          worth.set(part.request.id, (worth.get(part.request.id) ?? 0n) + part.worth)
      }
      worths.set(hash, worth)
      return [{ hash, from: random.hex(20), logs: parts.flatMap((part) => part.logs) }]
    },
    worth: (txHash) => worths.get(txHash) ?? new Map(),
    requests: () => requests,
    paymentCount: () => worths.size,
  }
}

/** Folds the canonical chain and compares what it says of every request with what is stored. */
async function compare(db: Database, ledger: Ledger, chain: MockChain): Promise<string[]> {
  const paid = new Map<string, bigint>()
  for (const transaction of chain.blocks.flatMap((block) => block.transactions)) {
    for (const [requestId, units] of ledger.worth(transaction.hash)) {
      paid.set(requestId, (paid.get(requestId) ?? 0n) + units)
    }
  }
  const rows = await db.kysely.selectFrom('requests').selectAll().execute()
  const events = await db.kysely
    .selectFrom('events')
    .select(['request_id', 'type', 'sequence'])
    .execute()
  const differences: string[] = []
  const expectSame = (what: string, actual: unknown, expected: unknown) => {
    if (String(actual) !== String(expected))
      differences.push(`${what} is ${actual}, should be ${expected}`)
  }
  for (const request of ledger.requests()) {
    const row = rows.find((candidate) => candidate.id === request.id)
    const units = paid.get(request.id) ?? 0n
    const isPaid = units >= BigInt(request.expected_units)
    const own = events.filter((event) => event.request_id === request.id)
    expectSame(`paid_units of ${request.id}`, row?.paid_units, units)
    expectSame(`has_been_paid of ${request.id}`, row?.has_been_paid, isPaid ? 1 : 0)
    const confirmed = own.filter((event) => event.type === 'payment.confirmed').length
    expectSame(`confirmations of ${request.id}`, confirmed, isPaid ? 1 : 0)
    const sequences = own.map((event) => event.sequence).sort((a, b) => a - b)
    expectSame(
      `sequences of ${request.id}`,
      sequences,
      sequences.map((_, index) => index + 1),
    )
  }
  const pending = await db.kysely.selectFrom('pending_payments').selectAll().execute()
  expectSame('the number of pending payments', pending.length, 0)
  return differences
}

const TABLES = [
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
