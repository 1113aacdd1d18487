import type { MockChain, MockTransaction } from '../flows/support/mockChain.ts'
import { NO_FAULTS } from '../flows/support/mockNode.ts'
import type { Random } from '../flows/support/random.ts'
import type { Claims } from './claims.ts'
import type { Hosts, Place } from './createHosts.ts'
import type { Trace } from './createTrace.ts'
import type { FaultKind } from './faults.ts'
import { NO_RECEIVER_FAULTS, type Receivers } from './receivers.ts'
import type { Shop } from './shop.ts'
import { NO_DATABASE_FAULTS } from './simulatedPool.ts'
import type { SimulatedServer } from './simulatedServer.ts'
import type { VirtualTime } from './virtualTime.ts'

type FaultWorld = {
  time: VirtualTime
  server: SimulatedServer
  chain: MockChain
  receivers: Receivers
  clock: { serverMs: number }
  trace: Trace
  hosts: Hosts
  random: Random
  kinds: readonly FaultKind[]
  depth: number
  mempool: MockTransaction[]
  lost: Set<string>
  shop: Shop
  claims: Claims
  /** Runs after a kill, when a power loss may revert commits. */
  afterKill(): void
}

/** Makes parts of a world fail. */
export type Faults = {
  /** Ends the faults whose time is over, and may begin another fault. */
  step(): Promise<void>
  /** Ends all faults. */
  heal(): Promise<void>
  readonly counts: Record<string, number>
}

const FAULT_RATE = 0.5
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Creates the given kinds of fault; each lasts a random number of steps. */
export function createFaults(world: FaultWorld): Faults {
  const { random, trace, hosts, kinds, time } = world
  const counts: Record<string, number> = {}
  let ends: { atStep: number; end: () => void | Promise<void> }[] = []
  let steps = 0
  const lasting = (end: () => void | Promise<void>) => {
    ends.push({ atStep: steps + random.integer(1, 8), end })
  }
  const begin = createBeginners(world, lasting)

  return {
    counts,
    async step() {
      steps += 1
      const over = ends.filter(({ atStep }) => atStep <= steps)
      ends = ends.filter(({ atStep }) => atStep > steps)
      for (const { end } of over) await end()
      const [first, ...others] = kinds
      if (first === undefined || !random.chance(FAULT_RATE)) return
      const kind = random.pick([first, ...others])
      const place = random.pick([hosts.places[0], hosts.places[1]])
      if (place === undefined) return
      counts[kind] = (counts[kind] ?? 0) + 1
      trace.note(`fault ${kind} at ${place.name}`)
      await begin[kind](place)
    },
    async heal() {
      for (const { end } of ends.splice(0)) await end()
      world.server.isFull = false
      for (const receiver of world.receivers.all) receiver.faults = NO_RECEIVER_FAULTS
      for (const place of hosts.places) {
        Object.assign(place.database, NO_DATABASE_FAULTS)
        place.lies.isLying = false
        for (const node of place.nodes) {
          node.faults = NO_FAULTS
          node.pace.slowRate = 0
        }
        time.resume(place.process)
        if (place.process.state === 'dead') await hosts.start(place)
      }
    },
  }
}

type Beginners = Readonly<Record<FaultKind, (place: Place) => void | Promise<void>>>

function createBeginners(
  world: FaultWorld,
  lasting: (end: () => void | Promise<void>) => void,
): Beginners {
  return {
    ...createHostFaults(world, lasting),
    ...createDatabaseFaults(world, lasting),
    ...createNodeFaults(world, lasting),
    ...createReceiverFaults(world, lasting),
  }
}

type Lasting = (end: () => void | Promise<void>) => void

function createHostFaults(
  { hosts, time, random, clock, server, afterKill }: FaultWorld,
  lasting: Lasting,
) {
  const startAgain = (place: Place) => async () => {
    if (place.process.state === 'dead') await hosts.start(place)
  }
  const move = (place: Place, byMs: number) => {
    // Half of the jumps move the database's clock, which all hosts follow; the others move one machine's clock.
    if (random.chance(0.5)) clock.serverMs += byMs
    else place.skewMs += byMs
  }
  return {
    kill(place: Place) {
      if (place.process.state === 'dead') return
      hosts.kill(place)
      afterKill()
      lasting(startAgain(place))
    },
    async stop(place: Place) {
      const { host } = place
      if (host === null || place.process.state !== 'running') return
      server.onReset()
      const stopping = time.runAs(place.process, () => host.stop())
      void stopping.catch(() => {})
      await time.flow(random.integer(100, 15_000))
      hosts.kill(place)
      // A stopped host holds no lease, even if it could not write the release.
      server.onReset()
      lasting(startAgain(place))
    },
    pause(place: Place) {
      const { process } = place
      if (process.state !== 'running') return
      time.pause(process)
      lasting(() => time.resume(process))
    },
    'clock-forwards': (place: Place) => move(place, random.integer(1, 2 * DAY_MS)),
    'clock-backwards': (place: Place) => move(place, -random.integer(1, DAY_MS)),
    'clock-skew'(place: Place) {
      place.skewMs = random.integer(-10 * MINUTE_MS, 10 * MINUTE_MS)
    },
  }
}

function createDatabaseFaults(world: FaultWorld, lasting: Lasting) {
  const { server, time, random, hosts, shop, claims, lost, trace } = world
  return {
    'disk-full'() {
      server.isFull = true
      lasting(() => {
        server.isFull = false
      })
    },
    'lock-held'(place: Place) {
      place.database.lockedUntilMs = time.elapsedMs() + random.integer(500, 20_000)
    },
    'connection-ended'(place: Place) {
      place.host?.pool.endConnections()
      place.database.endRate = random.unit() * 0.05
      lasting(() => {
        place.database.endRate = 0
      })
    },
    'slow-database'(place: Place) {
      place.database.slowRate = random.unit()
      place.database.slowMs = random.pick([5, 50, 800])
      lasting(() => {
        place.database.slowRate = 0
      })
    },
    'frozen-database'(place: Place) {
      place.database.frozenUntilMs = time.elapsedMs() + random.integer(500, 40_000)
    },
    async 'restored-backup'() {
      const backup = server.backUp()
      const before = new Set(idsOf(server))
      lasting(async () => {
        // Operators stop the hosts, restore the backup, and start them again.
        for (const place of hosts.places) if (place.process.state !== 'dead') hosts.kill(place)
        for (const id of idsOf(server)) if (!before.has(id)) lost.add(id)
        server.restore(backup)
        trace.note(`restored a backup; ${lost.size} requests are lost`)
        for (const id of lost) shop.acknowledged.delete(id)
        claims.acknowledged.clear()
        for (const id of claims.requestIds) lost.add(id)
        for (const place of hosts.places) await hosts.start(place)
      })
    },
  }
}

function idsOf(server: SimulatedServer): string[] {
  return server.read('select id from requests').map(({ id }) => String(id))
}

function createNodeFaults(world: FaultWorld, lasting: Lasting) {
  const { random, chain, depth, mempool } = world
  const fail = (place: Place, faults: Partial<typeof NO_FAULTS>) => {
    const node = place.nodes[random.integer(0, place.nodes.length - 1)]
    if (node === undefined) return
    node.faults = { ...node.faults, ...faults }
    lasting(() => {
      node.faults = NO_FAULTS
    })
  }
  return {
    'slow-node'(place: Place) {
      for (const node of place.nodes) {
        node.pace.slowRate = random.unit()
        node.pace.slowMs = random.pick([50, 2_000, 20_000])
      }
      lasting(() => {
        for (const node of place.nodes) node.pace.slowRate = 0
      })
    },
    'failing-node': (place: Place) =>
      fail(place, { errorRate: random.unit(), rateLimitRate: random.unit() * 0.3 }),
    'stale-node': (place: Place) =>
      fail(place, { staleRate: random.unit(), indexLag: 5, dropRate: 0.4 }),
    'lying-node'(place: Place) {
      place.lies.isLying = true
      lasting(() => {
        place.lies.isLying = false
      })
    },
    'duplicate-answer': (place: Place) => fail(place, { duplicateRate: 0.8 }),
    reorganisation() {
      if (chain.blocks.length <= depth + 1) return
      const dropped = random.integer(1, depth)
      const returning = chain.drop(dropped).filter(() => random.chance(0.8))
      const timestampS = (chain.blocks.at(-1)?.timestampS ?? 0) + 1
      for (let block = 0; block < dropped; block += 1) {
        chain.mine(timestampS, returning.splice(0, random.integer(0, 2)))
      }
      mempool.unshift(...returning)
    },
  }
}

function createReceiverFaults({ receivers, random }: FaultWorld, lasting: Lasting) {
  const fail = (faults: Partial<typeof NO_RECEIVER_FAULTS>) => {
    const [first, ...others] = receivers.all
    if (first === undefined) return
    const receiver = random.pick([first, ...others])
    receiver.faults = { ...receiver.faults, ...faults }
    lasting(() => {
      receiver.faults = NO_RECEIVER_FAULTS
    })
  }
  return {
    'hanging-receiver': () => fail({ hangRate: random.unit() }),
    'failing-receiver': () => fail({ failRate: random.unit() }),
    'late-answer': () => fail({ lateRate: random.unit() }),
  }
}
