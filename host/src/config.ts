import { BaseError } from '@secure-payment/core'
import { findNetwork, type Network, networks } from '@secure-payment/core/networks'
import { z } from 'zod'
import { ensureDefined } from './ensureDefined.ts'
import { findNearest } from './findNearest.ts'
import { hostSettings } from './hostSettings.ts'
import { networkSettings, tronSettings, variableSuffix } from './networkSettings.ts'
import { httpSettings, sandboxSettings } from './offrampSettings.ts'
import { readSecretFiles } from './readSecretFiles.ts'
import {
  screeningHttpSettings,
  screeningListSettings,
  type screeningSettings,
} from './screeningSettings.ts'
import { settingFacts } from './settingForms.ts'
import type { Environment } from './settings.ts'
import { signedScopeOf } from './signed/signedScope.ts'
import type { tracingSettings } from './tracingSettings.ts'
import { findUnknownVariables, findUnservedVariables } from './unknownVariables.ts'

/**
 * The host's settings, checked. URLs are origins without a trailing slash, except the token list's, which may have a
 * path.
 */
export type Config = ReturnType<typeof loadConfig>
export type LifiConfig = NonNullable<Config['lifi']>
/** The e-mail transport's URL, and the sender address. */
export type MailConfig = { url: string; from: string }
/** The sources of market prices, the rules by which they become a price, and the times of quotes. */
export type PriceConfig = NonNullable<Config['prices']>
export type LogLevel = Config['logLevel']
/** The settings of the provider through which this host pays money into bank accounts. */
export type OfframpConfig = SandboxConfig | HttpOfframpConfig
/** The built-in provider for test networks, which moves no money. */
export type SandboxConfig = { kind: 'sandbox' } & z.output<typeof sandboxSettings>
/** A provider with an HTTP API. */
export type HttpOfframpConfig = { kind: 'http' } & z.output<typeof httpSettings>
/** The screening of payers' wallets; `id` is the provider's name. */
export type ScreeningConfig =
  | (ScreeningRules & { kind: 'off'; id: null })
  | (ScreeningRules & { kind: 'list'; id: 'list' } & z.output<typeof screeningListSettings>)
  | (ScreeningRules & { kind: 'http' } & z.output<typeof screeningHttpSettings>)
type TracingSettings = z.output<typeof tracingSettings>
type ScreeningRules = Omit<z.output<typeof screeningSettings>, 'kind'>
export type ProviderStatuses = HttpOfframpConfig['statuses']

/** One served network with this host's settings for it. */
export type NetworkConfig = {
  /** The registry's entry, with this host's contract addresses. */
  network: Network
  /** The URLs of the nodes, in order of preference; at least one. */
  rpcUrls: readonly string[]
  /** A secret that the host sends to all nodes in a header, only for Tron; null if none. */
  nodeApiKey: string | null
  /** The URL of a node for the payer's page; null if none. */
  publicRpcUrl: string | null
  /** The rule by which a payment counts; `depth` is in blocks. */
  finality: Network['finality']
  pollIntervalMs: number
  /** The interval while no payment is expected soon. */
  idlePollIntervalMs: number
  /** The first block to scan on an empty database; null for the head at the first start. */
  startBlock: bigint | null
  /** The maximum that the relayer pays per unit of gas, in native base units; null for no limit. */
  maxGasPriceUnits: bigint | null
  /** The maximum that the relayer spends on signed payments per hour, in gwei; null for no limit. */
  sponsorHourlyGwei: bigint | null
}

/** The environment is not usable; the message lists every problem at once. */
export class ConfigError extends BaseError {
  readonly code = 'invalid_configuration'
  readonly kind = 'internal'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const lines = problems.map((problem) => `  - ${problem}`)
    super(
      ['The settings are not usable. .env.example describes each of them.', ...lines].join('\n'),
    )
    this.problems = problems
  }
}

const MIN_POLL_MS = 500
const MAX_POLL_MS = 12_000
/** A poll of an idle network sends at most eight calls, so the rate stays below 20 calls per minute. */
const IDLE_POLL_MS = 30_000
/** Longer, because each query for finality needs a second one to Tron's solidity interface. */
const TRON_IDLE_POLL_MS = 60_000

/**
 * Reads and checks the `PAY_*` variables, and the files that `PAY_*_FILE` name for secrets; see `hostSettings.ts`, `networkSettings.ts` and `offrampSettings.ts` for each.
 * @throws ConfigError listing every problem
 */
export function loadConfig(given: Environment) {
  const problems: string[] = []
  const env = readSecretFiles(given, problems)
  // An empty PAY_LIFI_URL disables payments from other chains; any other empty variable counts as unset.
  const lifiUrl = env['PAY_LIFI_URL']?.trim() === '' ? { PAY_LIFI_URL: 'off' } : {}
  const reading = { env: { ...env, ...lifiUrl }, problems, rejected: new Set<string>() }
  const read = readSettings(hostSettings, reading)
  if (read === null) throw new ConfigError(problems)
  const { networkIds, offrampKind, lifi, mail, prices, screening, tracing, ...host } = read
  const baseUrl = host.baseUrl ?? `http://localhost:${host.port}`
  const authUrl = host.authUrl ?? baseUrl
  const payUrl = host.payUrl ?? baseUrl
  const served = readNetworks(networkIds, reading)
  const config = {
    ...host,
    baseUrl,
    authUrl,
    payUrl,
    dashboardOrigins: [...new Set([authUrl, baseUrl, payUrl, ...host.dashboardOrigins])],
    tokenListUrl: host.tokenListUrl?.replace(/\/+$/, '') || `${baseUrl}/tokens`,
    networks: served,
    /** The variables of networks that this host does not serve; they have no effect. */
    unservedVariables: findUnservedVariables(
      env,
      served.map(({ network }) => network.id),
    ),
    /** The settings of LI.FI; null if payments from other chains are disabled. */
    lifi: lifi.url === null ? null : { ...lifi, url: lifi.url },
    /** The settings of market prices; null if this host quotes no prices. */
    prices: prices.sources.length === 0 ? null : prices,
    /** The export of traces; null if the host records none. */
    tracing: readTracing(tracing),
    /** The e-mail settings; null if this host sends no e-mail. */
    mail: readMail(mail, reading),
    /** The settings of the offramp provider; null if there are no payouts into bank accounts. */
    offramp: readOfframp({ kind: offrampKind, served, dataKeys: host.dataKeys }, reading),
    /** The screening of payers' wallets. */
    screening: readScreening(screening, reading),
  }
  const isForTests = served.every(({ network }) => network.isLocal || network.isTestnet)
  if (config.devWalletScript !== null && !isForTests) {
    problems.push(
      'PAY_DEV_WALLET_SCRIPT is for tests: it is refused while a served network holds real money',
    )
  }
  if (
    host.databaseReadUrl !== null &&
    ![host.databaseUrl, host.databaseReadUrl].every(isPostgres)
  ) {
    problems.push('PAY_DATABASE_READ_URL needs PostgreSQL, here and in PAY_DATABASE_URL')
  }
  problems.push(...findSponsorProblems(config))
  problems.push(...findUnknownVariables(env))
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:/.test(url)
}

/** Returns the complete URL for traces, as OpenTelemetry derives it. */
function readTracing({ endpoint, tracesEndpoint, headers, ...rest }: TracingSettings) {
  const url = tracesEndpoint ?? (endpoint === null ? null : `${endpoint}/v1/traces`)
  return url === null || rest.share === 0 ? null : { ...rest, url, headers: headers ?? {} }
}

/** Lists the reasons why signed payments cannot be sent on the networks of PAY_SPONSOR_NETWORKS. */
function findSponsorProblems({
  sponsor,
  networks: served,
  relayerPrivateKey,
}: {
  sponsor: { networks: readonly string[] }
  networks: readonly NetworkConfig[]
  relayerPrivateKey: string | null
}): string[] {
  const problems = sponsor.networks.flatMap((id) => {
    const network = served.find((one) => one.network.id === id)?.network
    const named = `PAY_SPONSOR_NETWORKS names ${JSON.stringify(id)}`
    if (network === undefined) return [`${named}, which PAY_NETWORKS does not serve`]
    return signedScopeOf(network) === null ? [`${named}, which has no ERC20SignedPayment`] : []
  })
  const isKeyless = sponsor.networks.length > 0 && relayerPrivateKey === null
  return isKeyless
    ? [...problems, 'PAY_RELAYER_PRIVATE_KEY is missing: PAY_SPONSOR_NETWORKS needs it']
    : problems
}

/** Finds a served network's settings; undefined if this host does not serve it. */
export function findServedNetwork(
  config: Pick<Config, 'networks'>,
  networkId: string,
): NetworkConfig | undefined {
  return config.networks.find((served) => served.network.id === networkId)
}

/** Returns whether a single node confirms real money; two URLs of one host count as one node. */
export function isSingleNode({
  network,
  rpcUrls,
}: Pick<NetworkConfig, 'network' | 'rpcUrls'>): boolean {
  if (network.isLocal || network.isTestnet) return false
  return new Set(rpcUrls.map((url) => new URL(url).hostname.toLowerCase())).size < 2
}

function readMail(
  { url, from }: { url: string | null; from: string | null },
  { problems, rejected }: Reading,
): MailConfig | null {
  if (url === null) return null
  if (from !== null) return { url, from }
  if (!rejected.has('PAY_MAIL_FROM'))
    problems.push('PAY_MAIL_FROM is missing: PAY_SMTP_URL needs it')
  return null
}

/** `rejected` contains the names of invalid settings; no further problem is listed for them. */
type Reading = { env: Environment; problems: string[]; rejected: Set<string> }
type Input = { [key: string]: string | undefined | Input }

/**
 * Reads a schema's settings. An invalid setting then counts as unset, so that the checks across several settings still run; null if
 * these fail too.
 */
function readSettings<S extends z.ZodObject>(
  schema: S,
  { env, problems, rejected }: Reading,
): z.output<S> | null {
  const input = inputOf(schema, env)
  const result = schema.safeParse(input)
  if (result.success) return result.data
  for (const { path, message } of result.error.issues) {
    const { name, problem } = rejectSetting(schema, { path, message, input })
    rejected.add(name)
    if (!problems.includes(problem)) problems.push(problem)
  }
  return schema.safeParse(input).data ?? null
}

function inputOf(schema: z.ZodObject, env: Environment): Input {
  const members = Object.entries(schema.shape).map(([key, member]) => [
    key,
    member instanceof z.ZodObject
      ? inputOf(member, env)
      : env[ensureDefined(settingFacts.get(member), 'The name of a setting').name]?.trim() ||
        undefined,
  ])
  return Object.fromEntries(members)
}

/**
 * Unsets the setting that an issue concerns. The listed problem contains the setting's name, the reason, and its value unless it is secret.
 */
function rejectSetting(
  schema: z.ZodObject,
  { path, message, input }: { path: readonly PropertyKey[]; message: string; input: Input },
): { name: string; problem: string } {
  const [first, ...rest] = path
  const key = String(first)
  const member = schema.shape[key]
  const value = input[key]
  if (member instanceof z.ZodObject && typeof value === 'object') {
    return rejectSetting(member, { path: rest, message, input: value })
  }
  input[key] = undefined
  const { name = key, isSecret = true } = settingFacts.get(member) ?? {}
  const sentence = message.startsWith(':') ? name + message : `${name} ${message}`
  const isRule = /^(must|may) /.test(message)
  const isShown = isRule && !isSecret
  return { name, problem: isShown ? `${sentence}, got ${JSON.stringify(value ?? '')}` : sentence }
}

function readNetworks(named: readonly string[], reading: Reading): readonly NetworkConfig[] {
  const ids =
    named.length > 0
      ? new Set(named)
      : networks
          .map(({ id }) => id)
          .filter((id) => reading.env[`PAY_RPC_URL_${variableSuffix(id)}`])
  return [...ids].flatMap((id) => {
    const network = findNetwork(id)
    if (network !== undefined) return readNetwork(network, reading)
    const known = networks.map((one) => one.id)
    const nearest = findNearest(id.toLowerCase(), known)
    const list =
      nearest === null ? 'known networks are' : `did you mean ${nearest}? Known networks are`
    reading.problems.push(`PAY_NETWORKS names ${JSON.stringify(id)}; ${list} ${known.join(', ')}`)
    return []
  })
}

function readNetwork(registered: Network, reading: Reading): NetworkConfig[] {
  const own = readSettings(networkSettings(registered), reading)
  if (own === null) return []
  const { rpcUrls: ownUrls, publicRpcUrls } = own
  const network = own.network ?? registered
  const rpcUrls = ownUrls.length > 0 ? ownUrls : registered.publicRpcUrls
  const name = `PAY_RPC_URL_${variableSuffix(network.id)}`
  if (rpcUrls.length === 0 && !reading.rejected.has(name))
    reading.problems.push(`${name} is missing`)
  const isTron = network.family === 'tron'
  const pollIntervalMs =
    own.pollIntervalMs ?? Math.min(Math.max(network.blockTimeMs, MIN_POLL_MS), MAX_POLL_MS)
  const idleMs = isTron ? TRON_IDLE_POLL_MS : IDLE_POLL_MS
  const publicUrl = network.isLocal ? rpcUrls[0] : registered.publicRpcUrls[0]
  return [
    {
      network,
      rpcUrls,
      nodeApiKey: isTron ? (readSettings(tronSettings, reading)?.nodeApiKey ?? null) : null,
      // On a local chain, pages run on this machine and can read the host's own node.
      publicRpcUrl: publicRpcUrls[0] ?? publicUrl ?? null,
      finality: own.finality ?? network.finality,
      pollIntervalMs,
      // An operator who polls more often than any network needs also has nodes that allow frequent idle polls.
      idlePollIntervalMs:
        own.idlePollIntervalMs ?? (pollIntervalMs < MIN_POLL_MS ? pollIntervalMs : idleMs),
      startBlock: own.startBlock,
      maxGasPriceUnits: own.maxGasPriceUnits,
      sponsorHourlyGwei: own.sponsorHourlyGwei,
    },
  ]
}

/** Without a setting, the provider is the sandbox if a test network is served, otherwise null. */
function readOfframp(
  facts: {
    kind: 'sandbox' | 'http' | 'off' | null
    served: readonly NetworkConfig[]
    dataKeys: readonly string[]
  },
  reading: Reading,
): OfframpConfig | null {
  const test = facts.served.filter(
    ({ network }) => network.family === 'evm' && (network.isLocal || network.isTestnet),
  )
  const kind = facts.kind ?? (test.length > 0 ? 'sandbox' : 'off')
  switch (kind) {
    case 'off':
      return null
    case 'sandbox': {
      if (test.length === 0) {
        reading.problems.push(
          'PAY_OFFRAMP=sandbox needs a local or test network: it moves no money',
        )
      }
      const sandbox = readSettings(sandboxSettings, reading)
      // A missing address is a problem only if the operator chose the sandbox; otherwise it causes a warning.
      const isUseless = facts.kind !== null && !test.some(({ network }) => network.isLocal)
      const isMissing =
        sandbox?.depositAddress === null && !reading.rejected.has('PAY_OFFRAMP_SANDBOX_ADDRESS')
      if (isUseless && test.length > 0 && isMissing) {
        reading.problems.push(
          'PAY_OFFRAMP_SANDBOX_ADDRESS is missing: PAY_OFFRAMP=sandbox has a default address only on local networks',
        )
      }
      return sandbox && { kind, ...sandbox }
    }
    case 'http': {
      if (facts.dataKeys.length === 0 && !reading.rejected.has('PAY_DATA_KEY')) {
        reading.problems.push(
          'PAY_OFFRAMP=http needs PAY_DATA_KEY: payers of a real provider are real people',
        )
      }
      const http = readSettings(httpSettings, reading)
      return http && { kind, ...http }
    }
    default:
      return kind satisfies never
  }
}

function readScreening(
  { kind, ...rules }: z.output<typeof screeningSettings>,
  reading: Reading,
): ScreeningConfig {
  const off = { ...rules, kind: 'off', id: null } as const
  switch (kind) {
    case 'off':
      return off
    case 'list': {
      const list = readSettings(screeningListSettings, reading)
      return list === null ? off : { ...rules, ...list, kind, id: 'list' }
    }
    case 'http': {
      const http = readSettings(screeningHttpSettings, reading)
      return http === null ? off : { ...rules, ...http, kind }
    }
    default:
      return kind satisfies never
  }
}
