import { createApp } from './app.ts'
import { bootstrap } from './auth/bootstrap.ts'
import { inviteFirstMember } from './auth/registration/inviteFirstMember.ts'
import { createBridge } from './bridges/createBridge.ts'
import { createChainClients } from './chains/createChainClients.ts'
import { openClock } from './clock/openClock.ts'
import { type Config, isSingleNode } from './config.ts'
import type { Context } from './context.ts'
import { createContractMonitor } from './contracts/createContractMonitor.ts'
import { guardLost, markDatabase } from './db/databaseMark.ts'
import { MigrationFailedError } from './db/errors.ts'
import { migrate } from './db/migrate.ts'
import { type Database, openDatabase, openReplicaDatabase } from './db/openDatabase.ts'
import type { MigrationOptions } from './db/runMigrations.ts'
import { createResolveTxt, type ResolveTxt } from './domains/findProof.ts'
import { BUILD_FOLDERS, type BuildFolders, COMMAND } from './folders.ts'
import { createConnectionRejecter } from './http/createConnectionRejecter.ts'
import { listen } from './http/listen.ts'
import { startJobs } from './jobs/startJobs.ts'
import { createLogger, type Logger } from './log.ts'
import { observeNodes } from './metrics/observeNodes.ts'
import type { MetricsRegistry } from './metrics/openRegistry.ts'
import type { MetricsServer } from './metrics/serveMetrics.ts'
import { createOfframp } from './offramps/createOfframp.ts'
import type { Offramp } from './offramps/offramp.ts'
import { openDataSealer } from './openDataSealer.ts'
import { openPrices } from './prices/openPrices.ts'
import type { Prices } from './prices/prices.ts'
import { createRandomPool } from './randomPool.ts'
import { createRates } from './rates/createRates.ts'
import { createReadiness } from './readiness/createReadiness.ts'
import { warnOfRemovedNetworks } from './readiness/findRemovedNetworks.ts'
import { openReplica, type Replica } from './replica/openReplica.ts'
import { createResources } from './resources.ts'
import { noteRestore } from './restores/noteRestore.ts'
import { openScreening } from './screening/openScreening.ts'
import type { Screener } from './screening/screener.ts'
import { openSealer } from './sealer.ts'
import { traceNodes, traceStatements } from './tracing/observers.ts'
import type { Tracing } from './tracing/tracing.ts'
import { warnOfSettings } from './warnOfSettings.ts'
import { sealEarlySecrets } from './webhooks/sealEarlySecrets.ts'

/** A running host. Disposal stops accepting calls, lets calls and jobs in progress finish, and releases all resources. */
export type Host = {
  url: string
  port: number
  /** The port of the metrics; null if the host serves none. */
  metricsPort: number | null
  context: Context
} & AsyncDisposable

/** The dependencies that tests replace. */
export type Overrides = {
  /** The time, in place of the host's clock. */
  now?: () => Date
  /** The time of the machine's clock, which may be wrong. */
  wallClock?: () => Date
  random?: (bytes: number) => Uint8Array
  resolveTxt?: ResolveTxt
  log?: Logger
  offramp?: Offramp
  prices?: Prices
  screening?: Screener
  /** If false, the host never checks the contracts, for tests that count calls to nodes. */
  checksContracts?: boolean
  /** The folders of the builds that the host serves. */
  builds?: Partial<BuildFolders>
}

/**
 * Starts a host: opens and migrates the database, listens, and starts the jobs of its roles. A failed start releases
 * everything that it opened.
 *
 * @throws DatabaseLostError, NewerSchemaError, DatabaseUnavailableError, or the system's error when the port is in use
 */
export async function startHost(given: Config, overrides: Overrides = {}): Promise<Host> {
  await using opened = createResources()
  const stopping = new AbortController()
  const log = overrides.log ?? createLogger(given.logLevel)
  const random = overrides.random ?? createRandomPool()
  warnOfSettings(given, log)
  guardLost(given.databaseUrl)
  const { port, serve, drain } = await listen(given, log)
  opened.defer(drain)
  const tracing = opened.use(await openTraces(given, { log, random }))
  const db = opened.use(await openObserved(given.databaseUrl, tracing))
  const time = await openTime({ db, log, random }, overrides)
  if (time.clock !== undefined) opened.use(time.clock)
  const { now } = time
  await migrateLogged(db, log)
  markDatabase(given.databaseUrl)
  if (await noteRestore({ db, now }, given.databaseUrl)) {
    log.warn(`The database was restored or moved: run \`${COMMAND} reconcile\``)
  }

  const config = withPort(given, port)
  const registry = await openMetrics(config)
  const counting = observeNodes({ log, metrics: registry?.metrics })
  const observer = { ...counting, ...traceNodes(tracing) }
  const chains = opened.use(createChainClients(config.networks, { observer }))
  const rates = createRates({ chains, now, log })
  const prices = overrides.prices ?? openPrices({ chains, rates, now, log }, config.prices)
  opened.use(prices)
  const bridge = opened.use(createBridge(config, { now, log }))
  const sealer = await openSealer({ config, db, now, random })
  await sealEarlySecrets({ db, sealer })
  const dataSealer = await openDataSealer({ config, db, now, random })
  const resolveTxt = overrides.resolveTxt ?? createResolveTxt()
  const tools = { config, db, log, ...time, random, dataSealer, resolveTxt }
  const provider = overrides.offramp === undefined ? await createOfframp(tools) : null
  if (provider !== null) opened.defer(async () => provider[Symbol.asyncDispose]?.())
  const offramp = overrides.offramp ?? provider
  const contracts = createContractMonitor({ chains, log })
  const screening = overrides.screening ?? (await openScreening(tools))
  if (screening !== null) opened.use(screening)
  const ports = { chains, contracts, rates, prices, bridge, offramp, screening }
  const replica = opened.use(
    await openReads(config, { ...tools, signal: stopping.signal, tracing }),
  )
  const optional = presentOf({ metrics: registry?.metrics ?? null, tracing, replica })
  const context: Context = { ...tools, ...ports, ...optional, sealer, signal: stopping.signal }
  await warnOfNetworks(context)
  const facts = await bootstrap(context)
  // A host without the console has no address for the link, and the link is created only once.
  if (config.roles.includes('api')) await announceFirstLink(context)
  const { contracts: monitor, ...withoutMonitor } = context
  opened.use(startJobs(overrides.checksContracts === false ? withoutMonitor : context))
  // The calls are drained first, so that no new call arrives while resources are released.
  opened.defer(drain)
  opened.defer(() => stopping.abort())
  const builds = { ...BUILD_FOLDERS, ...overrides.builds }
  const readReadiness = createReadiness(context)
  const shown = opened.use(await showMetrics(registry, { context, readReadiness }))
  serve(createApp(context, { ...facts, builds, readReadiness }), createConnectionRejecter(context))
  log.info({ port, networks: chains.ids, roles: config.roles }, 'Started')

  const release = opened.move()
  return {
    url: config.baseUrl,
    port,
    metricsPort: shown?.port ?? null,
    context,
    [Symbol.asyncDispose]: () => release[Symbol.asyncDispose](),
  }
}

async function warnOfNetworks(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
): Promise<void> {
  const { config, log } = context
  for (const { network } of config.networks.filter(isSingleNode)) {
    log.warn({ network: network.id }, 'A network with real money relies on a single node')
  }
  await warnOfRemovedNetworks(context)
}

/** Only a database without tables lacks it. */
const FIRST_MIGRATION = '0001-create-tables'

/** Migrates the database. The log contains the reason of a failure, and each attempt that another transaction blocked. */
async function migrateLogged(db: Database, log: Logger): Promise<void> {
  const onBlocked: MigrationOptions['onBlocked'] = ({ cause, ...facts }) =>
    log.warn({ ...facts, err: cause }, 'Could not lock a table to migrate it; trying again')
  const migrated = await migrate(db, { onBlocked }).catch((error: unknown) => {
    if (error instanceof MigrationFailedError) {
      log.fatal({ migration: error.migration, err: error.cause }, 'Could not migrate the database')
    }
    throw error
  })
  if (migrated.includes(FIRST_MIGRATION)) {
    log.warn('Created a new, empty database. If this host had data, stop it and restore a backup')
  }
  if (migrated.length > 0) log.info({ migrations: migrated.length }, 'Migrated the database')
  log.debug({ migrations: migrated }, 'Migrations of this start')
}

/** Loads the metrics; null if the host serves none. */
async function openMetrics({
  metrics,
  networks,
}: Pick<Config, 'metrics' | 'networks'>): Promise<MetricsRegistry | null> {
  if (metrics.port === null) return null
  const { openRegistry } = await import('./metrics/openRegistry.ts')
  return openRegistry(networks.map(({ network }) => network.id))
}

/** Loads the libraries of OpenTelemetry; null if the host records no traces. */
async function openTraces(
  { tracing }: Pick<Config, 'tracing'>,
  context: Pick<Context, 'log' | 'random'>,
): Promise<Tracing | null> {
  if (tracing === null) return null
  const { openTracing } = await import('./tracing/openTracing.ts')
  return openTracing(tracing, context)
}

function openObserved(url: string, tracing: Tracing | null): Promise<Database> {
  return openDatabase(url, tracing === null ? undefined : traceStatements(tracing, url))
}

/** Opens the replica; null if the settings name none. */
async function openReads(
  { databaseReadUrl: url }: Pick<Config, 'databaseReadUrl'>,
  { tracing, ...context }: Pick<Context, 'db' | 'log' | 'signal'> & { tracing: Tracing | null },
): Promise<Replica | null> {
  if (url === null) return null
  const observe = tracing === null ? undefined : traceStatements(tracing, url)
  return openReplica(context, await openReplicaDatabase(url, observe))
}

/** Returns the parts that this host has. */
function presentOf({
  metrics,
  tracing,
  replica,
}: {
  metrics: Context['metrics'] | null
  tracing: Tracing | null
  replica: Replica | null
}): Pick<Context, 'metrics' | 'replica' | 'tracing'> {
  return {
    ...(metrics != null && { metrics }),
    ...(tracing !== null && { tracing }),
    ...(replica !== null && { replica }),
  }
}

async function showMetrics(
  registry: MetricsRegistry | null,
  facts: { context: Context; readReadiness: ReturnType<typeof createReadiness> },
): Promise<MetricsServer | null> {
  if (registry === null) return null
  const { serveMetrics } = await import('./metrics/serveMetrics.ts')
  return serveMetrics({ ...facts, registry })
}

async function openTime(
  context: Pick<Context, 'db' | 'log' | 'random'>,
  { now, wallClock = () => new Date() }: Overrides,
): Promise<Pick<Context, 'now' | 'clock'>> {
  if (now !== undefined) return { now }
  const clock = await openClock({ ...context, wallClock })
  return { now: clock.now, clock }
}

/** Logs the link only once, because its first visitor gets access to the first tenant's console. */
async function announceFirstLink(context: Context): Promise<void> {
  const url = await inviteFirstMember(context)
  if (url === null) return
  context.log.warn(
    { url },
    `Created the link that signs the first member in: open it within three days, or create another one with \`${COMMAND} join\``,
  )
}

/** Returns the settings with the actual port, also in default origins, which contain port 0 until the port is known. */
function withPort(config: Config, port: number): Config {
  if (config.port === port) return config
  const unset = `http://localhost:${config.port}`
  const fix = (url: string) =>
    url === unset || url.startsWith(`${unset}/`)
      ? `http://localhost:${port}${url.slice(unset.length)}`
      : url
  return {
    ...config,
    port,
    baseUrl: fix(config.baseUrl),
    authUrl: fix(config.authUrl),
    payUrl: fix(config.payUrl),
    dashboardOrigins: [...new Set(config.dashboardOrigins.map(fix))],
    tokenListUrl: fix(config.tokenListUrl),
  }
}
