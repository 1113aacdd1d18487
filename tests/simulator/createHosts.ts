import type { Config } from '../../host/src/config.ts'
import type { Logger } from '../../host/src/log.ts'
import type { MockChain } from '../flows/support/mockChain.ts'
import { createMockNode, type MockNode, NO_FAULTS } from '../flows/support/mockNode.ts'
import type { Random } from '../flows/support/random.ts'
import { createLyingChain } from './createLyingChain.ts'
import { createPacedNode, type Pace } from './createPacedNode.ts'
import type { Trace } from './createTrace.ts'
import type { Receivers } from './receivers.ts'
import { type DatabaseFaults, NO_DATABASE_FAULTS } from './simulatedPool.ts'
import type { SimulatedServer } from './simulatedServer.ts'
import { type SimulatedHost, startSimulatedHost, type Wiring } from './startSimulatedHost.ts'
import type { Process, VirtualTime } from './virtualTime.ts'

/** One host's slot: its state across the host's death and the next start. */
export type Place = {
  readonly name: string
  /** The running host; null while no host runs. */
  host: SimulatedHost | null
  /** The process that is starting or running. */
  process: Process
  /** The machine clock's offset. */
  skewMs: number
  database: DatabaseFaults
  readonly nodes: readonly (MockNode & { pace: Pace })[]
  /** Whether the host's last node shows payments that no payer made. */
  lies: { isLying: boolean }
}

/** A world's hosts. */
export type Hosts = {
  readonly places: readonly Place[]
  /** Returns the hosts that a caller can reach. */
  reachable(): readonly SimulatedHost[]
  start(place: Place): Promise<void>
  startAll(): Promise<void>
  kill(place: Place): void
  killAll(): void
  refreshNodes(): void
}

type HostsWorld = {
  time: VirtualTime
  server: SimulatedServer
  chain: MockChain
  config: Config
  receivers: Receivers
  log: Logger
  trace: Trace
  differences: string[]
  startMs: number
  draw(stream: number): Random
  wire?: Wiring
}

const NAMES = ['a', 'b']
const NODES = 3
/** A host that cannot start retries after this time, as it would under a supervisor. */
const START_AGAIN_MS = 2_000
/** More statements than any burst of work needs. */
const MAX_STATEMENTS_AT_ONCE = 4_000

/** Creates two slots without a running host. */
export function createHosts(world: HostsWorld): Hosts {
  const { time, trace } = world
  let started = 0
  let busy = { atMs: 0, statements: 0 }
  const places = NAMES.map((name, index): Place => {
    const random = world.draw(100 + index)
    const lies = { isLying: false }
    const lying = createLyingChain(world.chain, lies, world.draw(120 + index))
    const nodes = Array.from({ length: NODES }, (_, at) => {
      const node = createMockNode({
        name: `node-${at}`,
        chain: at === NODES - 1 ? lying : world.chain,
        random,
        faults: NO_FAULTS,
        nowMs: time.elapsedMs,
      })
      return createPacedNode(node, { time, random })
    })
    const process: Process = { name, state: 'dead', waiting: [] }
    return {
      name,
      host: null,
      process,
      skewMs: 0,
      database: { ...NO_DATABASE_FAULTS },
      nodes,
      lies,
    }
  })

  async function start(place: Place): Promise<void> {
    started += 1
    const process: Process = { name: `${place.name}${started}`, state: 'running', waiting: [] }
    place.process = process
    trace.note(`host ${process.name} starts`)
    const starting = time.runAs(process, () =>
      startSimulatedHost({
        time,
        server: world.server,
        process,
        faults: place.database,
        random: world.draw(1_000 + started),
        config: world.config,
        log: world.log,
        nodes: place.nodes,
        receivers: world.receivers,
        wallClock: () => new Date(world.startMs + time.elapsedMs() + place.skewMs),
        onCrash(error) {
          world.differences.push(`host ${process.name} ended by an unhandled error: ${error}`)
        },
        onStatement(text, outcome) {
          trace.statement(process.name, text, outcome)
          guardSpinning(process, text)
        },
        ...(world.wire === undefined ? {} : { wire: world.wire }),
      }),
    )
    starting.then(
      (host) => {
        if (process.state !== 'dead') place.host = host
      },
      () => restart(place, process),
    )
    await time.flow(20)
  }

  /**
   * Kills a host that works without pause while no time passes: its statements would fill the database in real time.
   */
  function guardSpinning(process: Process, text: string): void {
    if (busy.atMs !== time.elapsedMs()) busy = { atMs: time.elapsedMs(), statements: 0 }
    busy.statements += 1
    if (busy.statements < MAX_STATEMENTS_AT_ONCE || process.state === 'dead') return
    world.differences.push(
      `host ${process.name} spins: ${text.replaceAll(/\s+/g, ' ').slice(0, 120)}`,
    )
    time.kill(process)
  }

  /**
   * Ends a process whose start failed, for example without a database, and starts another process later, as a supervisor
   * does.
   */
  function restart(place: Place, failed: Process): void {
    if (place.process !== failed || failed.state === 'dead') return
    time.kill(failed)
    void time.rest(START_AGAIN_MS).then(() => {
      if (place.process === failed) void start(place)
    })
  }

  const hosts: Hosts = {
    places,
    reachable: () =>
      places.flatMap(({ host }) => (host?.process.state === 'running' ? [host] : [])),
    start,
    async startAll() {
      for (const place of places) await start(place)
    },
    kill(place) {
      trace.note(`host ${place.process.name} is killed`)
      time.kill(place.process)
      place.host?.pool.endQuietly()
      place.host?.forget()
      place.host = null
    },
    killAll() {
      for (const place of places) {
        time.kill(place.process)
        place.host?.forget()
      }
    },
    refreshNodes() {
      for (const { nodes } of places) for (const node of nodes) node.refresh()
    },
  }
  return hosts
}
