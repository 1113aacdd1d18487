import { ChainUnavailableError } from '../../../host/src/chains/errors.ts'
import { createPriceRetry } from '../../../host/src/jobs/createPriceRetry.ts'
import { createFuse, type Fuse, fuseDatabase, fuseNode, HostKilledError } from './fuse.ts'
import type { TestDatabase } from './openTestDatabase.ts'
import type { Random } from './random.ts'
import { createSeededPrices, type SeededMarket } from './seededMarket.ts'
import { type MockWorld, startMockWorld } from './startMockWorld.ts'

/** A host that watches both local networks. All of its parts die together. */
export type AcceptedHosts = AsyncDisposable & {
  worlds: readonly [MockWorld, MockWorld]
  fuse: Fuse
  /** Polls both networks at the same time. */
  poll(): Promise<void>
  /** Reads the blocks of unpriced payments again. */
  retry(): Promise<void>
}

const SETTINGS = { PAY_PRICE_SOURCES: 'coinbase,kraken' }

/** Starts a host on a database that the caller owns; `continues` is the host whose chains and clock it takes over. */
export async function startAcceptedHosts(
  fills: TestDatabase,
  { random, market }: { random: Random; market: SeededMarket },
  continues?: AcceptedHosts,
): Promise<AcceptedHosts> {
  const fuse = createFuse()
  const database = { ...fills, db: fuseDatabase(fills.db, fuse) }
  let nowMs = () => 0
  const prices = () =>
    createSeededPrices(market, { now: () => new Date(nowMs()), onRead: () => fuse.pass() })
  const start = (index: 0 | 1, beside?: MockWorld) => {
    const before = continues?.worlds[index]
    return startMockWorld({
      fills: database,
      prices: prices(),
      env: SETTINGS,
      seed: random.integer(1, 2 ** 31),
      networkId: index === 0 ? 'devnet' : 'devnet-b',
      wrap: (node) => fuseNode(node, fuse),
      ...(beside === undefined ? {} : { beside }),
      ...(before === undefined ? {} : { continues: before }),
    })
  }
  const first = await start(0)
  nowMs = () => first.clock.nowMs
  const worlds = [first, await start(1, first)] as const
  return {
    worlds,
    fuse,
    async poll() {
      for (const error of await Promise.all(worlds.map((world) => world.poll()))) {
        // After a reorganisation, nodes and host disagree for some polls.
        const isWaiting = error instanceof ChainUnavailableError
        if (error !== null && !isWaiting && !fuse.isDead()) throw error
      }
    },
    async retry() {
      for (const { context } of worlds) {
        const step = createPriceRetry(context)
        while ((await step()).more);
      }
    },
    async [Symbol.asyncDispose]() {
      for (const world of worlds) await world[Symbol.asyncDispose]()
    },
  }
}

/** Runs an action of a host that may die at any of the action's awaits. Any other error is a defect. */
export async function mayDie(action: () => Promise<unknown>): Promise<void> {
  try {
    await action()
  } catch (error) {
    if (!isDeath(error)) throw error
  }
}

function isDeath(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof HostKilledError || isDeath(error.cause)
}
