import { EventEmitter } from 'node:events'
import type { RawPool } from '../../host/src/db/openPostgresPool.ts'
import type { Random } from '../flows/support/random.ts'
import { ServerError, type Session, type SimulatedServer } from './simulatedServer.ts'
import type { Process, VirtualTime } from './virtualTime.ts'

/** The connection between one host and the server; rates are probabilities per statement. */
export type DatabaseFaults = {
  /** The connection ends before the statement, or before its response. */
  endRate: number
  /** The statement takes up to `slowMs`. */
  slowRate: number
  slowMs: number
  /** The next statements wait until this time, by the clock of {@link VirtualTime}. */
  frozenUntilMs: number
  /** Another session holds the write locks until this time. */
  lockedUntilMs: number
}

export const NO_DATABASE_FAULTS: DatabaseFaults = {
  endRate: 0,
  slowRate: 0,
  slowMs: 0,
  frozenUntilMs: 0,
  lockedUntilMs: 0,
}

/** A pool's environment. */
export type PoolWorld = {
  time: VirtualTime
  server: SimulatedServer
  process: Process
  faults: DatabaseFaults
  random: Random
  /** Handles an error event without a listener, which would end a real process. */
  onCrash(error: unknown): void
  /** Receives each statement, for the trace. */
  onStatement(text: string, outcome: string): void
}

/** A pool that can end all of its connections. */
export type SimulatedPool = RawPool & {
  endConnections(): void
  /** Ends a dead host's connections: the server rolls its transactions back. */
  endQuietly(): void
}

const LOCK_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 6_000
const WRITES = /^\s*(insert|update|delete|with)\b/i

type QueryConfig = { text: string; values?: readonly unknown[] }

/**
 * Opens a pool with the interface of `pg`. A connection is an emitter, and the pool listens to a connection's errors only while that
 * connection is idle.
 */
export function createSimulatedPool(world: PoolWorld): SimulatedPool {
  const events = new EventEmitter()
  const idle: Client[] = []
  const all = new Set<Client>()
  let isEnding = false

  /** Ends the process on an error event without a listener, as Node does. */
  function emitError(emitter: EventEmitter, error: Error): void {
    try {
      world.time.runAs(world.process, () => emitter.emit('error', error))
    } catch (unheard) {
      world.onCrash(unheard)
    }
  }

  function endClient(client: Client): void {
    if (client.isEnded) return
    client.isEnded = true
    world.server.end(client.session)
    all.delete(client)
    const at = idle.indexOf(client)
    const error = new ServerError('57P01', 'terminating connection due to administrator command')
    if (at === -1) emitError(client.events, error)
    else {
      idle.splice(at, 1)
      emitError(events, error)
    }
  }

  function createClient(): Client {
    const client: Client = {
      events: new EventEmitter(),
      session: world.server.open(),
      isEnded: false,
      isReleased: false,
    }
    all.add(client)
    events.emit('connect', client.events)
    return client
  }

  async function query(client: Client, { text, values = [] }: QueryConfig): Promise<unknown> {
    await arrive(world, text)
    const { random, faults, time, process } = world
    const ends = random.chance(faults.endRate)
    if (ends && random.chance(0.5)) endClient(client)
    if (client.isEnded) throw new ServerError('08006', 'Connection terminated unexpectedly')
    const answer = runTraced(world, client.session, text, values)
    if (ends) endClient(client)
    await time.gate(process)
    if (client.isEnded) throw new ServerError('08006', 'Connection terminated unexpectedly')
    return answer
  }

  const pool = {
    get ending() {
      return isEnding
    },
    on(name: string, listener: (...args: unknown[]) => void) {
      events.on(name, listener)
      return pool
    },
    async connect() {
      await world.time.gate(world.process)
      const client = idle.pop() ?? createClient()
      client.isReleased = false
      return {
        query: (config: QueryConfig) => query(client, config),
        release(broken?: boolean | Error) {
          if (client.isReleased) return
          client.isReleased = true
          world.server.end(client.session)
          if (client.isEnded) return
          if (broken || isEnding) {
            client.isEnded = true
            all.delete(client)
          } else idle.push(client)
        },
      }
    },
    async end() {
      isEnding = true
      idle.length = 0
    },
    endConnections() {
      for (const client of [...all]) endClient(client)
    },
    endQuietly() {
      for (const client of all) world.server.end(client.session)
    },
  }
  // Only the members that the host uses exist; the types of `pg` have many more.
  return pool as unknown as SimulatedPool
}

type Client = { events: EventEmitter; session: Session; isEnded: boolean; isReleased: boolean }

/** Sends a statement to the server. */
async function arrive({ time, process, random, faults }: PoolWorld, text: string): Promise<void> {
  await time.gate(process)
  if (random.chance(faults.slowRate)) await time.rest(random.integer(1, faults.slowMs))
  const frozenMs = faults.frozenUntilMs - time.elapsedMs()
  if (frozenMs > 0) {
    await time.rest(Math.min(frozenMs, STATEMENT_TIMEOUT_MS))
    if (frozenMs > STATEMENT_TIMEOUT_MS) {
      throw new ServerError('57014', 'canceling statement due to statement timeout')
    }
  }
  const lockedMs = faults.lockedUntilMs - time.elapsedMs()
  if (lockedMs > 0 && WRITES.test(text)) {
    await time.rest(Math.min(lockedMs, LOCK_TIMEOUT_MS))
    if (lockedMs > LOCK_TIMEOUT_MS) {
      throw new ServerError('55P03', 'canceling statement due to lock timeout')
    }
  }
  await time.gate(process)
}

function runTraced(
  { server, onStatement }: PoolWorld,
  session: Session,
  text: string,
  values: readonly unknown[],
) {
  try {
    const answer = server.run(session, text, values)
    onStatement(text, String(answer.rowCount))
    return answer
  } catch (error) {
    onStatement(text, error instanceof Error ? error.message : 'failed')
    throw error
  }
}
