import express, { type Express } from 'express'
import { serveRequests } from '../../host/src/api/requests/index.ts'
import { serveSecurePayments } from '../../host/src/api/securePayments/index.ts'
import { serveUnmatchedPayments } from '../../host/src/api/unmatchedPayments/index.ts'
import { bootstrap } from '../../host/src/auth/bootstrap.ts'
import { createCredentials } from '../../host/src/auth/credentials.ts'
import { createSessions } from '../../host/src/auth/sessions.ts'
import type { ChainClients } from '../../host/src/chains/chainClient.ts'
import { createEvmClient } from '../../host/src/chains/createEvmClient.ts'
import type { RpcNode } from '../../host/src/chains/openRpcNode.ts'
import type { Clock } from '../../host/src/clock/clock.ts'
import { openClock } from '../../host/src/clock/openClock.ts'
import type { Config } from '../../host/src/config.ts'
import type { Context } from '../../host/src/context.ts'
import { createDataSealer } from '../../host/src/dataSealer.ts'
import { type Database, serveFromPool } from '../../host/src/db/openDatabase.ts'
import { keepPool } from '../../host/src/db/openPostgresPool.ts'
import { createCallSlots } from '../../host/src/http/createCallSlots.ts'
import { createIdempotency, type Idempotency } from '../../host/src/http/idempotency.ts'
import type { HttpContext } from '../../host/src/http/implement.ts'
import { onError, onUnknownRoute } from '../../host/src/http/onError.ts'
import { createRateLimit } from '../../host/src/http/rateLimit.ts'
import { assignRequestId } from '../../host/src/http/requestId.ts'
import { startJobs } from '../../host/src/jobs/startJobs.ts'
import { createSeats } from '../../host/src/live/createSeats.ts'
import type { Logger } from '../../host/src/log.ts'
import type { openSafeFetch, SafeFetch } from '../../host/src/outgoing/safeFetch.ts'
import { createRates } from '../../host/src/rates/createRates.ts'
import { createSealer } from '../../host/src/sealer.ts'
import { refuseTron } from '../support/refuseTron.ts'
import type { Receivers } from './receivers.ts'
import { createSimulatedPool, type PoolWorld, type SimulatedPool } from './simulatedPool.ts'
import type { SimulatedServer } from './simulatedServer.ts'
import type { Process } from './virtualTime.ts'

/** The parts of the world around one host. */
export type HostWorld = PoolWorld & {
  config: Config
  log: Logger
  nodes: readonly RpcNode[]
  receivers: Receivers
  wallClock(): Date
  /** Changes the host's parts, for injected defects. */
  wire?: Wiring
}

/** Injected defects: each replaces part of the host with a worse one. */
export type Wiring = {
  pool?(pool: SimulatedPool): SimulatedPool
  clock?(clock: Clock, wallClock: () => Date): Clock
  database?(db: Database): Database
  nodes?(nodes: readonly RpcNode[]): readonly RpcNode[]
  server?(server: SimulatedServer): void
  config?(config: Config): Config
  idempotency?(idempotency: Idempotency): Idempotency
  fetch?(fetch: SafeFetch): SafeFetch
  /** Whether a kill reverts the last commits, like a power loss without durable commits. */
  losesCommits?: boolean
}

/** A host with running jobs and a callable application. */
export type SimulatedHost = {
  process: Process
  context: Context
  app: Express
  pool: SimulatedPool
  /** The correct clock, without a defect. */
  clock: Clock
  /** Releases a host that is gone: the runtime keeps composed signals with listeners indefinitely. */
  forget(): void
  /** Stops the host as a deployment does. */
  stop(): Promise<void>
}

/** The sealing key: hosts on one database share it. */
const KEY = 'a key of the simulator'

/** Starts a host on the world's server, with every job, like `startHost`. The caller must run as the host's process. */
export async function startSimulatedHost(world: HostWorld): Promise<SimulatedHost> {
  const { log, process, random, wire = {} } = world
  const config = wire.config?.(world.config) ?? world.config
  const stopping = new AbortController()
  const raw = createSimulatedPool(world)
  const pool = wire.pool?.(raw) ?? raw
  const opened = serveFromPool(
    keepPool(() => pool, { statementMs: 30_000 }),
    () => {
      throw new Error('A simulated host migrates nothing.')
    },
  )
  const db = wire.database?.(opened) ?? opened
  const bytes = (count: number) => random.bytes(count)
  const honest = await openClock({ db, log, random: bytes, wallClock: world.wallClock })
  const clock = wire.clock?.(honest, world.wallClock) ?? honest
  const chains = openChains(config, wire.nodes?.(world.nodes) ?? world.nodes)
  const now = () => clock.now()
  const context: Context = {
    config,
    db,
    log,
    now,
    clock,
    random: bytes,
    chains,
    rates: createRates({ chains, now, log }),
    prices: null,
    bridge: null,
    offramp: null,
    screening: null,
    sealer: createSealer({ random: bytes }, KEY),
    dataSealer: createDataSealer({ random: bytes }, [KEY]),
    resolveTxt: async () => [],
    signal: stopping.signal,
  }
  await bootstrap(context)
  const openFetch: typeof openSafeFetch = (policy) => {
    const fetch = world.receivers.openFetch(process)(policy)
    return wire.fetch?.(fetch) ?? fetch
  }
  const jobs = startJobs(context, { openFetch })
  return {
    process,
    context,
    app: createSmallApp(context, wire),
    pool: raw,
    clock: honest,
    forget: () => stopping.abort(),
    async stop() {
      stopping.abort()
      await jobs[Symbol.asyncDispose]()
      await honest[Symbol.asyncDispose]()
      await db[Symbol.asyncDispose]()
    },
  }
}

function openChains(config: Config, nodes: readonly RpcNode[]): ChainClients {
  const [settings] = config.networks
  if (settings === undefined) throw new Error('The host serves no network.')
  const client = createEvmClient({
    network: settings.network,
    nodes,
    nowMs: () => performance.now(),
  })
  return {
    ids: [settings.network.id],
    get: () => client,
    getTron: refuseTron,
    async [Symbol.asyncDispose]() {},
  }
}

/** Creates the application with the world's routes; pages and documents would only cost time. */
function createSmallApp(context: Context, wire: Wiring): Express {
  const idempotency = createIdempotency(context)
  const http: HttpContext = {
    context,
    auth: {
      credentials: createCredentials(context),
      sessions: createSessions(context),
      now: context.now,
      ownOrigin: context.config.baseUrl,
    },
    dashboardOrigins: new Set(context.config.dashboardOrigins),
    idempotency: wire.idempotency?.(idempotency) ?? idempotency,
    rateLimit: createRateLimit(context),
    takeSlot: createCallSlots(),
  }
  const app = express()
  app.set('etag', false)
  app.set('query parser', 'simple')
  app.use(assignRequestId(context))
  app.use(serveSecurePayments(http, createSeats(context.config.streams)))
  app.use(serveRequests(http))
  app.use(serveUnmatchedPayments(http))
  app.use(onUnknownRoute)
  app.use(onError(context))
  return app
}
