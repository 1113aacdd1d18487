import { BaseError, parseAmount } from '@secure-payment/core'
import { normalizeOrigin } from '@secure-payment/core/api'
import { isEvmAddress } from '@secure-payment/core/evm'
import {
  type ContractName,
  findNetwork,
  type Network,
  networks,
  withContracts,
} from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import type { StreamLimits } from './live/createSeats.ts'
import { type OfframpConfig, readOfframpConfig } from './readOfframpConfig.ts'
import { variables } from './variables.ts'

/** What one process does. */
export type Role = 'api' | 'watcher' | 'worker'
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One served network with this host's settings for it. */
export type NetworkConfig = {
  /** The registry's entry, with this host's contract addresses. */
  network: Network
  /** Preferred first, at least one. */
  rpcUrls: readonly string[]
  /** A secret that goes to every one of them in a header; Tron's alone have one, and null = none. */
  nodeApiKey: string | null
  /** For the payer's page; null = none. */
  publicRpcUrl: string | null
  /** When a payment counts; `depth` is in blocks. */
  finality: Network['finality']
  pollIntervalMs: number
  /** First block to scan on an empty database; null = the head at first start. */
  startBlock: bigint | null
  /** Most that the relayer pays for a gas, in native base units; null = no limit. */
  maxGasPriceUnits: bigint | null
}

/** How this host asks LI.FI. */
export type LifiConfig = {
  /** Without a trailing slash; it may have a path. */
  url: string
  apiKey: string | null
  integrator: string
  /** LI.FI's names of the bridges that may be used, at least one. */
  bridges: readonly string[]
  /** Seconds that a quote may be signed. */
  quoteLifetimeS: number
}

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
  bootstrapApiKey: string | null
  encryptionKey: string | null
  /** Keys of personal data, the one that seals first; none: the host makes its own. */
  dataKeys: readonly string[]
  /** EVM addresses in lower case. */
  signInFactories: readonly string[]
  /** Calls a minute; 0 = no limit. */
  rateLimits: { apiKey: number; clientId: number; session: number; signIn: number }
  /** Streams of events open at once, and how long each may be. */
  streams: StreamLimits & { lifetimeS: number }
  merchantName: string | null
  linkLifetimeS: number
  /** Seconds that a rate may be old when a converted payment is made; null = any age. */
  maxRateAgeS: number | null
  roles: readonly Role[]
  trustedProxies: number
  allowPrivateWebhooks: boolean
  /** `0x` and 64 hex characters. */
  relayerPrivateKey: Hex | null
  /** Whether the relayer sends permits that payers sign, and how many an hour of one merchant. */
  relayPermits: boolean
  relayPermitsHourly: number
  /** The same over all merchants. */
  relayPermitsHourlyTotal: number
  /** null = no payments from other chains. */
  lifi: LifiConfig | null
  /** null = no money in bank accounts. */
  offramp: OfframpConfig | null
  logLevel: LogLevel
  /** A folder that keeps the releases of the element; null = only the built one is served. */
  elementArchive: string | null
  devWalletScript: string | null
}

export type Environment = Readonly<Record<string, string | undefined>>

/** The environment is not usable; the message lists every problem at once. */
export class ConfigError extends BaseError {
  readonly code = 'invalid_configuration'
  readonly kind = 'internal'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}\n`,
      {
        hint: 'See .env.example for every variable.',
      },
    )
    this.problems = problems
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const ROLES = ['api', 'watcher', 'worker'] as const
const MIN_KEY_LENGTH = 32
const MIN_POLL_MS = 500
const MAX_POLL_MS = 12_000
const MAX_PORT = 65_535
const MAX_LINK_LIFETIME_S = 366 * 24 * 3_600
const MAX_RATE_AGE_S = 365 * 24 * 3_600
const MAX_PROXIES = 10
const MAX_STREAMS = 100_000
const MAX_STREAM_S = 3_600
const MAX_CONFIRMATIONS = 100_000
/** Gwei to native base units. */
const GWEI_DECIMALS = 9
/** Less than the first, and no person has read the wallet's page; more than the second, and no bridge keeps its price. */
const MIN_QUOTE_LIFETIME_S = 10
const MAX_QUOTE_LIFETIME_S = 600
/** What LI.FI takes as an integrator's name. */
const INTEGRATOR = /^[\w.-]{1,23}$/
const MAX_CALLS_A_MINUTE = 100_000_000
const CALLS: Bounds = { min: 0, max: MAX_CALLS_A_MINUTE }
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
  const served = readNetworks(env, read)
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
    bootstrapApiKey: read.secret('PAY_BOOTSTRAP_API_KEY', MIN_KEY_LENGTH),
    encryptionKey: read.secret('PAY_ENCRYPTION_KEY', MIN_KEY_LENGTH),
    dataKeys,
    signInFactories: read.evmAddresses('PAY_SIGN_IN_FACTORIES'),
    rateLimits: {
      apiKey: read.integer('PAY_RATE_LIMIT_API_KEY', CALLS),
      clientId: read.integer('PAY_RATE_LIMIT_CLIENT_ID', CALLS),
      session: read.integer('PAY_RATE_LIMIT_SESSION', CALLS),
      signIn: read.integer('PAY_RATE_LIMIT_SIGN_IN', CALLS),
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
    roles: read.list('PAY_ROLE', ROLES),
    trustedProxies: read.integer('PAY_TRUSTED_PROXIES', { min: 0, max: MAX_PROXIES }),
    allowPrivateWebhooks: read.choice('PAY_ALLOW_PRIVATE_WEBHOOKS', ['true', 'false']) === 'true',
    relayerPrivateKey: read.privateKey('PAY_RELAYER_PRIVATE_KEY'),
    relayPermits: read.choice('PAY_RELAY_PERMITS', ['true', 'false']) === 'true',
    relayPermitsHourly: read.integer('PAY_RELAY_PERMITS_HOURLY', PERMITS),
    relayPermitsHourlyTotal: read.integer('PAY_RELAY_PERMITS_HOURLY_TOTAL', PERMITS),
    lifi: readLifi(env, read),
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

/** The suffix of a network's variables: `devnet-b` -> `DEVNET_B`. */
export function variableSuffix(networkId: string): string {
  return networkId.toUpperCase().replaceAll('-', '_')
}

function readNetworks(env: Environment, read: Reader): NetworkConfig[] {
  const named = read.names('PAY_NETWORKS')
  const ids =
    named.length > 0
      ? named
      : networks.map(({ id }) => id).filter((id) => env[`PAY_RPC_URL_${variableSuffix(id)}`])
  const result: NetworkConfig[] = []
  for (const id of new Set(ids)) {
    const network = findNetwork(id)
    if (network === undefined) {
      read.problems.push(
        `PAY_NETWORKS names ${JSON.stringify(id)}; known are ${networks.map((known) => known.id).join(', ')}`,
      )
      continue
    }
    result.push(readNetwork(network, read))
  }
  return result
}

function readNetwork(registered: Network, read: Reader): NetworkConfig {
  const suffix = variableSuffix(registered.id)
  const ownUrls = read.names(`PAY_RPC_URL_${suffix}`)
  const rpcUrls = ownUrls.length > 0 ? ownUrls : registered.publicRpcUrls
  if (rpcUrls.length === 0) read.problems.push(`PAY_RPC_URL_${suffix} is missing`)
  for (const url of ownUrls) {
    if (!/^https?:\/\/\S+$/.test(url))
      read.problems.push(`PAY_RPC_URL_${suffix} must hold http(s) URLs`)
  }
  const contracts = read.contracts(`PAY_CONTRACTS_${suffix}`)
  const network = applyContracts(registered, contracts, `PAY_CONTRACTS_${suffix}`, read)
  const publicUrl = read.names(`PAY_PUBLIC_RPC_URL_${suffix}`)[0]
  return {
    network,
    rpcUrls,
    nodeApiKey: network.family === 'tron' ? read.header('PAY_TRON_API_KEY') : null,
    // A local chain's own node is what a page on this machine asks.
    publicRpcUrl: publicUrl ?? (network.isLocal ? rpcUrls[0] : registered.publicRpcUrls[0]) ?? null,
    finality: read.finality(`PAY_CONFIRMATIONS_${suffix}`, network),
    pollIntervalMs: read.optionalInteger(`PAY_POLL_INTERVAL_MS_${suffix}`, {
      min: 20,
      max: 600_000,
      otherwise: Math.min(Math.max(network.blockTimeMs, MIN_POLL_MS), MAX_POLL_MS),
    }),
    startBlock: read.blockNumber(`PAY_START_BLOCK_${suffix}`),
    maxGasPriceUnits: read.gasPrice(`PAY_MAX_GAS_PRICE_GWEI_${suffix}`),
  }
}

/** Unlike other variables, PAY_LIFI_URL means something when it is set to nothing: no payments from other chains. */
function readLifi(env: Environment, read: Reader): LifiConfig | null {
  const settings = {
    apiKey: read.header('PAY_LIFI_API_KEY'),
    integrator: read.text('PAY_LIFI_INTEGRATOR'),
    bridges: [...new Set(read.names('PAY_LIFI_BRIDGES'))],
    quoteLifetimeS: read.integer('PAY_LIFI_QUOTE_LIFETIME_S', {
      min: MIN_QUOTE_LIFETIME_S,
      max: MAX_QUOTE_LIFETIME_S,
    }),
  }
  if (!INTEGRATOR.test(settings.integrator)) {
    read.problems.push(
      `PAY_LIFI_INTEGRATOR must be at most 23 letters, digits, dots, hyphens and underscores, got ${JSON.stringify(settings.integrator)}`,
    )
  }
  if (settings.bridges.length === 0 || !settings.bridges.every((name) => /^[\w-]+$/.test(name))) {
    read.problems.push("PAY_LIFI_BRIDGES must list LI.FI's names of bridges, such as across")
  }
  const isOff = env['PAY_LIFI_URL']?.trim() === '' || read.text('PAY_LIFI_URL') === 'off'
  return isOff ? null : { url: read.baseUrl('PAY_LIFI_URL'), ...settings }
}

function applyContracts(
  network: Network,
  contracts: Partial<Record<ContractName, string>>,
  name: string,
  read: Reader,
): Network {
  try {
    return withContracts(network, contracts)
  } catch (error) {
    read.problems.push(`${name}: ${error instanceof Error ? error.message : 'is not usable'}`)
    return network
  }
}

/** Reads variables, and lists what is wrong with them. */
export type Reader = ReturnType<typeof createReader>
type Bounds = { min: number; max: number }

/** Reads variables one by one and keeps what is wrong, so that a person sees every problem at once. */
function createReader(env: Environment) {
  const problems: string[] = []
  const text = (name: string): string => {
    const value = env[name]?.trim()
    if (value) return value
    return variables.find((variable) => variable.name === name)?.fallback ?? ''
  }
  const wholeNumber = (name: string, value: string, { min, max }: Bounds): number => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    problems.push(
      `${name} must be a whole number from ${min} to ${max}, got ${JSON.stringify(value)}`,
    )
    return min
  }
  const names = (name: string): string[] =>
    text(name)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  const choice = <const T extends string>(name: string, allowed: readonly T[]): T => {
    const value = text(name)
    const found = allowed.find((option) => option === value)
    if (found !== undefined) return found
    problems.push(`${name} must be one of ${allowed.join(', ')}, got ${JSON.stringify(value)}`)
    return allowed[0] as T // every caller passes at least one option
  }
  return {
    problems,
    text,
    names,
    choice,
    integer: (name: string, bounds: Bounds) => wholeNumber(name, text(name), bounds),
    optionalInteger: (name: string, options: Bounds & { otherwise: number }) =>
      text(name) === '' ? options.otherwise : wholeNumber(name, text(name), options),
    blockNumber: (name: string): bigint | null => {
      const value = text(name)
      if (value === '') return null
      if (/^\d{1,18}$/.test(value)) return BigInt(value)
      problems.push(`${name} must be a block number`)
      return null
    },
    gasPrice(name: string): bigint | null {
      const value = text(name)
      if (value === '') return null
      try {
        return parseAmount(value, GWEI_DECIMALS)
      } catch {
        problems.push(`${name} must be an amount of gwei above zero, got ${JSON.stringify(value)}`)
        return null
      }
    },
    privateKey(name: string): Hex | null {
      const digits = text(name).replace(/^0x/, '')
      if (digits === '') return null
      if (/^[0-9a-fA-F]{64}$/.test(digits)) return `0x${digits.toLowerCase()}`
      // The value itself never appears in a message.
      problems.push(`${name} must be 32 bytes in hex`)
      return null
    },
    list<const T extends string>(name: string, allowed: readonly T[]): T[] {
      const found = allowed.filter((option) => names(name).includes(option))
      if (found.length !== names(name).length) {
        problems.push(`${name} must list some of ${allowed.join(', ')}`)
      }
      return found
    },
    secret(name: string, minLength: number): string | null {
      const value = text(name)
      if (value === '') return null
      // The value itself never appears in a message.
      if (value.length < minLength)
        problems.push(`${name} must have at least ${minLength} characters`)
      return value
    },
    /** Secrets that each have a length; a comma stands between them. */
    secrets(name: string, minLength: number): string[] {
      const values = [...new Set(names(name))]
      // As above.
      if (values.some((value) => value.length < minLength))
        problems.push(`${name} must list keys of at least ${minLength} characters each`)
      return values
    },
    /** The members of a JSON object; null when there is none. */
    json(name: string): Readonly<Record<string, unknown>> | null {
      const value = text(name)
      if (value === '') return null
      try {
        const parsed: unknown = JSON.parse(value)
        if (isRecord(parsed)) return parsed
      } catch {
        // falls through to the one message for every malformed value
      }
      problems.push(`${name} must be a JSON object`)
      return null
    },
    origin(name: string): string | null {
      const value = text(name).replace(/\/+$/, '')
      if (value === '') return null
      const origin = URL.canParse(value) ? new URL(value).origin : null
      if (origin === value && /^https?:/.test(value)) return value
      problems.push(
        `${name} must be an origin such as https://pay.example.com, got ${JSON.stringify(value)}`,
      )
      return null
    },
    /** An http(s) URL to append paths to, without a trailing slash. */
    baseUrl(name: string): string {
      const value = text(name).replace(/\/+$/, '')
      const url = URL.canParse(value) ? new URL(value) : null
      const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
      if (isPlain && /^https?:$/.test(url.protocol)) return value
      // A key may be what is wrong with it, so the value does not appear.
      problems.push(
        `${name} must be an http(s) URL without user name, password, query or fragment, such as https://li.quest/v1`,
      )
      return value
    },
    /** A secret that travels in an HTTP header. */
    header(name: string): string | null {
      const value = text(name)
      if (value === '') return null
      // The value itself never appears in a message.
      if (!/^[\x21-\x7e]{1,512}$/.test(value)) {
        problems.push(`${name} must be printable ASCII without spaces, at most 512 characters`)
      }
      return value
    },
    /** Canonical origins, as a browser sends them. */
    origins(name: string): string[] {
      return names(name).flatMap((value) => {
        const origin = normalizeOrigin(value)
        if (origin !== null) return [origin]
        problems.push(
          `${name} must list origins such as https://shop.example.com, got ${JSON.stringify(value)}`,
        )
        return []
      })
    },
    evmAddresses(name: string): string[] {
      return names(name).flatMap((value) => {
        if (isEvmAddress(value)) return [value.toLowerCase()]
        problems.push(`${name} must list contract addresses, got ${JSON.stringify(value)}`)
        return []
      })
    },
    databaseUrl(): string {
      const value = text('PAY_DATABASE_URL')
      if (/^(sqlite|postgres|postgresql):/.test(value)) return value
      problems.push('PAY_DATABASE_URL must begin with sqlite: or postgres:')
      return value
    },
    finality(name: string, { family, finality: otherwise }: Network): Network['finality'] {
      const value = text(name)
      if (value === '') return otherwise
      if (family === 'tron' && value !== 'finalized') {
        problems.push(`${name} must be finalized: only solidified blocks of Tron count`)
        return otherwise
      }
      if (value === 'safe' || value === 'finalized') return { mode: value, depth: otherwise.depth }
      return {
        mode: 'depth',
        depth: wholeNumber(name, value, { min: 0, max: MAX_CONFIRMATIONS }),
      }
    },
    contracts(name: string): Partial<Record<ContractName, string>> {
      const value = text(name)
      if (value === '') return {}
      try {
        const parsed: unknown = JSON.parse(value)
        if (isTextRecord(parsed)) return parsed
      } catch {
        // falls through to the one message for every malformed value
      }
      problems.push(`${name} must be a JSON object of contract name to address`)
      return {}
    },
  }
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
