import type { Hex } from 'viem'
import { type Bounds, ConfigError, createReader, type Environment } from './environmentReader.ts'
import type { StreamLimits } from './live/createSeats.ts'
import { type LifiConfig, readLifiConfig } from './readLifiConfig.ts'
import { type NetworkConfig, readNetworkConfigs } from './readNetworkConfigs.ts'
import { type OfframpConfig, readOfframpConfig } from './readOfframpConfig.ts'
import { type RelayConfig, readRelayConfig } from './readRelayConfig.ts'
import { findUnknownVariables, findUnservedVariables } from './unknownVariables.ts'

/** The work of one process. */
export type Role = 'api' | 'watcher' | 'worker'
export type Registration = (typeof REGISTRATIONS)[number]
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The host's settings, checked. URLs are origins without a trailing slash, the token list's may have a path. */
export type Config = {
  port: number
  bind: string
  databaseUrl: string
  baseUrl: string
  authUrl: string
  payUrl: string
  /** Origins whose pages may use a session cookie, the service's own among them. */
  dashboardOrigins: readonly string[]
  tokenListUrl: string
  networks: readonly NetworkConfig[]
  /** Names of settings of networks that are not served; they change nothing. */
  unservedVariables: readonly string[]
  bootstrapApiKey: string | null
  encryptionKey: string | null
  /** Keys of personal data, the one that seals first; none: the host makes its own. */
  dataKeys: readonly string[]
  /** Whether client IDs that are created without this setting pay any payee while they are bound to no destination. */
  clientIdsPayAnyone: boolean
  /** The wallets and accounts that may open a tenant by signing in. */
  registration: Registration
  /** EVM addresses in lower case. */
  signInFactories: readonly string[]
  /** Calls per minute; 0 = no limit. */
  rateLimits: { apiKey: number; clientId: number; session: number; signIn: number }
  /** Requests that may be created in 24 hours and that are not paid; null = no limit. */
  unpaid: { address: number | null; clientId: number | null; tenant: number | null }
  /** Days for which old records are kept; null = always. */
  retention: {
    keepLinksDays: number | null
    keepRequestsDays: number | null
    keepDeliveriesDays: number | null
  }
  /** The maximum number of open streams of events, and their maximum duration. */
  streams: StreamLimits & { lifetimeS: number }
  merchantName: string | null
  linkLifetimeS: number
  /** The most US dollars that one call may request on a network whose payments one node alone confirms; null = any. */
  singleNodeMaxUsd: number | null
  /** Seconds that a rate may be old when a converted payment is made; null = any age. */
  maxRateAgeS: number | null
  roles: readonly Role[]
  trustedProxies: number
  allowPrivateWebhooks: boolean
  /** `0x` and 64 hex characters. */
  relayerPrivateKey: Hex | null
  /** The merchants that the relayer spends gas for, and its limits. */
  relay: RelayConfig
  /** Whether the relayer sends permits that payers sign, and how many per hour for one merchant. */
  relayPermits: boolean
  relayPermitsHourly: number
  /** The same over all merchants. */
  relayPermitsHourlyTotal: number
  /** null = no payments from other chains. */
  lifi: LifiConfig | null
  /** null = no money in bank accounts. */
  offramp: OfframpConfig | null
  logLevel: LogLevel
  /** A folder that keeps every release of the element; null = the database alone keeps the last ones. */
  elementArchive: string | null
  devWalletScript: string | null
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const REGISTRATIONS = ['closed', 'invite', 'open'] as const
const ROLES = ['api', 'watcher', 'worker'] as const
const MIN_KEY_LENGTH = 32
const MAX_PORT = 65_535
const MAX_LINK_LIFETIME_S = 366 * 24 * 3_600
const MAX_RATE_AGE_S = 365 * 24 * 3_600
const MAX_PROXIES = 10
const MAX_USD = 1_000_000_000_000
const MAX_STREAMS = 100_000
const MAX_STREAM_S = 3_600
const MAX_CALLS_A_MINUTE = 100_000_000
const CALLS: Bounds = { min: 0, max: MAX_CALLS_A_MINUTE }
const REQUESTS: Bounds = { min: 0, max: 100_000_000 }
const DAYS: Bounds = { min: 0, max: 36_500 }
const PERMITS: Bounds = { min: 0, max: 100_000 }

/**
 * Reads and checks the `PAY_*` variables; see `variables.ts` for each.
 * @throws ConfigError listing every problem
 */
export function loadConfig(env: Environment): Config {
  const read = createReader(env)
  const port = read.integer('PAY_PORT', { min: 0, max: MAX_PORT })
  const baseUrl = read.origin('PAY_BASE_URL') ?? `http://localhost:${port}`
  const authUrl = read.origin('PAY_AUTH_URL') ?? baseUrl
  const payUrl = read.origin('PAY_PAY_URL') ?? baseUrl
  const served = readNetworkConfigs(env, read)
  const dataKeys = read.secrets('PAY_DATA_KEY', MIN_KEY_LENGTH)
  const config: Config = {
    port,
    bind: read.text('PAY_BIND'),
    databaseUrl: read.databaseUrl(),
    baseUrl,
    authUrl,
    payUrl,
    dashboardOrigins: [
      ...new Set([authUrl, baseUrl, payUrl, ...read.origins('PAY_DASHBOARD_ORIGINS')]),
    ],
    tokenListUrl: read.text('PAY_TOKEN_LIST_URL').replace(/\/+$/, '') || `${baseUrl}/tokens`,
    networks: served,
    unservedVariables: findUnservedVariables(
      env,
      served.map(({ network }) => network.id),
    ),
    bootstrapApiKey: read.secret('PAY_BOOTSTRAP_API_KEY', MIN_KEY_LENGTH),
    encryptionKey: read.secret('PAY_ENCRYPTION_KEY', MIN_KEY_LENGTH),
    dataKeys,
    clientIdsPayAnyone: read.choice('PAY_CLIENT_IDS_PAY_ANYONE', ['true', 'false']) === 'true',
    registration: read.choice('PAY_REGISTRATION', REGISTRATIONS),
    signInFactories: read.evmAddresses('PAY_SIGN_IN_FACTORIES'),
    rateLimits: {
      apiKey: read.integer('PAY_RATE_LIMIT_API_KEY', CALLS),
      clientId: read.integer('PAY_RATE_LIMIT_CLIENT_ID', CALLS),
      session: read.integer('PAY_RATE_LIMIT_SESSION', CALLS),
      signIn: read.integer('PAY_RATE_LIMIT_SIGN_IN', CALLS),
    },
    unpaid: {
      address: read.integer('PAY_UNPAID_ADDRESS', REQUESTS) || null,
      clientId: read.integer('PAY_UNPAID_CLIENT_ID', REQUESTS) || null,
      tenant: read.integer('PAY_UNPAID_MERCHANT', REQUESTS) || null,
    },
    retention: {
      keepLinksDays: read.integer('PAY_KEEP_LINKS_DAYS', DAYS) || null,
      keepRequestsDays: read.integer('PAY_KEEP_REQUESTS_DAYS', DAYS) || null,
      keepDeliveriesDays: read.integer('PAY_KEEP_DELIVERIES_DAYS', DAYS) || null,
    },
    streams: {
      host: read.integer('PAY_STREAMS', { min: 0, max: MAX_STREAMS }),
      tenant: read.integer('PAY_STREAMS_MERCHANT', { min: 0, max: MAX_STREAMS }),
      token: read.integer('PAY_STREAMS_PAYMENT', { min: 0, max: MAX_STREAMS }),
      lifetimeS: read.integer('PAY_STREAM_LIFETIME_S', { min: 0, max: MAX_STREAM_S }),
    },
    merchantName: read.text('PAY_MERCHANT_NAME') || null,
    linkLifetimeS: read.integer('PAY_LINK_LIFETIME_S', { min: 1, max: MAX_LINK_LIFETIME_S }),
    maxRateAgeS: read.integer('PAY_MAX_RATE_AGE_S', { min: 0, max: MAX_RATE_AGE_S }) || null,
    singleNodeMaxUsd: read.integer('PAY_SINGLE_NODE_MAX_USD', { min: 0, max: MAX_USD }) || null,
    roles: read.list('PAY_ROLE', ROLES),
    trustedProxies: read.integer('PAY_TRUSTED_PROXIES', { min: 0, max: MAX_PROXIES }),
    allowPrivateWebhooks: read.choice('PAY_ALLOW_PRIVATE_WEBHOOKS', ['true', 'false']) === 'true',
    relayerPrivateKey: read.privateKey('PAY_RELAYER_PRIVATE_KEY'),
    relay: readRelayConfig(read),
    relayPermits: read.choice('PAY_RELAY_PERMITS', ['true', 'false']) === 'true',
    relayPermitsHourly: read.integer('PAY_RELAY_PERMITS_HOURLY', PERMITS),
    relayPermitsHourlyTotal: read.integer('PAY_RELAY_PERMITS_HOURLY_TOTAL', PERMITS),
    lifi: readLifiConfig(env, read),
    offramp: readOfframpConfig(read, { networks: served, hasDataKey: dataKeys.length > 0 }),
    logLevel: read.choice('PAY_LOG_LEVEL', LOG_LEVELS),
    elementArchive: read.text('PAY_ELEMENT_ARCHIVE') || null,
    devWalletScript: read.text('PAY_DEV_WALLET_SCRIPT') || null,
  }
  const isForTests = served.every(({ network }) => network.isLocal || network.isTestnet)
  if (config.devWalletScript !== null && !isForTests) {
    read.problems.push(
      'PAY_DEV_WALLET_SCRIPT is for tests: it is refused while a served network holds real money',
    )
  }
  read.problems.push(...findUnknownVariables(env))
  if (read.problems.length > 0) throw new ConfigError(read.problems)
  return config
}

/** The settings of a served network; undefined when this host does not serve it. */
export function findServedNetwork(
  config: Pick<Config, 'networks'>,
  networkId: string,
): NetworkConfig | undefined {
  return config.networks.find((served) => served.network.id === networkId)
}
