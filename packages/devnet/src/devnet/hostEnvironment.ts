import { pathToFileURL } from 'node:url'
import { RELAYER_ACCOUNT } from '../chains/accounts.ts'
import type { Chain } from '../chains/chain.ts'
import { type OfframpSettings, offrampEnvironment } from './offrampEnvironment.ts'

/** The settings that the devnet chooses for its host. */
export type HostSettings = {
  port: number
  database: string
  /** A folder for the host's e-mails, one `.eml` file each, unless the environment sets another transport. */
  mailFolder: string
  apiKey: string
  chains: readonly Chain[]
  /** Base URL of the bridge's API. */
  bridgeUrl: string
  /** Null for the host's own sandbox. */
  offramp: OfframpSettings | null
  /** The URLs of the price APIs by source; null if the host quotes no prices. */
  priceUrls: Readonly<Record<string, string>> | null
  confirmations: number
  /** The log level; null for the environment's level. */
  logLevel: string | null
  /** The path of a script for the hosted page, for test wallets; null without one. */
  walletScript: string | null
  /** The name of this machine in the host's URLs. */
  hostname: string
  /** Origins of pages, such as a demo shop's, that may use a session cookie, in addition to the host's own origin. */
  origins: readonly string[]
}

/** The host's variables by name, with its base URL. */
type HostEnvironment = Record<string, string> & { PAY_BASE_URL: string }

/** The interval at which the host polls a chain; local blocks follow each other quickly. */
const POLL_INTERVAL_MS = 250

/** Scripts that pay on a devnet are fast and share one address, so limits meant for people would block them. */
const CALLS_A_MINUTE = '100000'

/** The devnet's defaults that differ from the host's; the environment may override them. */
const DEFAULTS = {
  PAY_MERCHANT_NAME: 'Demo shop',
  PAY_LOG_LEVEL: 'warn',
  PAY_REGISTRATION: 'open',
  // Scripts create payments to any address with a client ID.
  PAY_CLIENT_IDS_PAY_ANYONE: 'true',
  PAY_RELAY_PERMITS: 'true',
  // Every signed-in user of a devnet may try recurring payouts.
  PAY_RELAY_FOR: 'all',
  // The coins on a devnet are worthless, so no payment is worth less than its gas.
  PAY_RELAY_DUST: 'allow',
  PAY_RATE_LIMIT_API_KEY: CALLS_A_MINUTE,
  PAY_RATE_LIMIT_CLIENT_ID: CALLS_A_MINUTE,
  PAY_RATE_LIMIT_SESSION: CALLS_A_MINUTE,
  PAY_RATE_LIMIT_SIGN_IN: CALLS_A_MINUTE,
  PAY_UNPAID_ADDRESS: '0',
  PAY_UNPAID_CLIENT_ID: '0',
  PAY_UNPAID_MERCHANT: '0',
  // The key may be public: the people on a devnet are fictitious.
  PAY_DATA_KEY: 'devnet_data_key_0123456789abcdef0123456789abcdef',
}

/**
 * Settings that never reach the host. They would contradict the devnet's description, stop its chains or worker, or send a real key to its
 * bridge, Tron node or offramp. A name that ends with `_` represents the settings for every network.
 */
const NOT_PASSED_ON = [
  'PAY_AUTH_URL',
  'PAY_DATABASE_READ_URL',
  'PAY_PAY_URL',
  'PAY_TOKEN_LIST_URL',
  'PAY_ROLE',
  'PAY_DEV_WALLET_SCRIPT',
  'PAY_LIFI_API_KEY',
  'PAY_TRON_API_KEY',
  'PAY_OFFRAMP_HTTP_',
  'PAY_PRICE_SOURCES',
  'PAY_PRICE_URLS',
  'PAY_COINGECKO_API_KEY',
  'PAY_RPC_URL_',
  'PAY_PUBLIC_RPC_URL_',
  'PAY_CONFIRMATIONS_',
  'PAY_POLL_INTERVAL_MS_',
  'PAY_START_BLOCK_',
  'PAY_CONTRACTS_',
]

/**
 * Returns the host's `PAY_*` variables for a devnet; all of the host's origins share one port. The host receives every other setting, such
 * as `PAY_LINK_LIFETIME_S`, from `inherited`, the devnet's own environment.
 */
export function hostEnvironment(
  settings: HostSettings,
  inherited: Readonly<Record<string, string | undefined>> = process.env,
): HostEnvironment {
  const mails = {
    PAY_SMTP_URL: pathToFileURL(settings.mailFolder).href,
    PAY_MAIL_FROM: 'secure-payment@devnet.example',
  }
  return { ...DEFAULTS, ...mails, ...passOn(inherited), ...decide(settings) }
}

function passOn(inherited: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(inherited).flatMap(([name, value]): [string, string][] =>
    name.startsWith('PAY_') && !isHeldBack(name) && value !== undefined ? [[name, value]] : [],
  )
  return Object.fromEntries(entries)
}

function isHeldBack(name: string): boolean {
  return NOT_PASSED_ON.some((held) => (held.endsWith('_') ? name.startsWith(held) : name === held))
}

/** Settings that the environment cannot change: the devnet relies on them to reach its host. */
function decide(settings: HostSettings): HostEnvironment {
  const { port, hostname, database, apiKey, chains, bridgeUrl } = settings
  const { confirmations, logLevel, walletScript, priceUrls } = settings
  return {
    PAY_PORT: String(port),
    PAY_BIND: '127.0.0.1',
    PAY_BASE_URL: `http://${hostname}:${port}`,
    PAY_DATABASE_URL: database,
    PAY_BOOTSTRAP_API_KEY: apiKey,
    PAY_DASHBOARD_ORIGINS: dashboardOrigins(settings).join(','),
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey,
    PAY_LIFI_URL: bridgeUrl,
    ...offrampEnvironment(chains, settings.offramp),
    ...(priceUrls !== null && {
      PAY_PRICE_SOURCES: Object.keys(priceUrls).join(','),
      PAY_PRICE_URLS: JSON.stringify(priceUrls),
    }),
    PAY_NETWORKS: chains.map(({ network }) => network.id).join(','),
    ...Object.assign({}, ...chains.map((chain) => chainEnvironment(chain, confirmations))),
    ...(logLevel === null ? {} : { PAY_LOG_LEVEL: logLevel }),
    ...(walletScript === null ? {} : { PAY_DEV_WALLET_SCRIPT: walletScript }),
  }
}

/** A developer may open the host under either name of this machine. */
function dashboardOrigins({ port, origins }: HostSettings): string[] {
  return [...new Set([`http://localhost:${port}`, `http://127.0.0.1:${port}`, ...origins])]
}

function chainEnvironment(chain: Chain, confirmations: number): Record<string, string> {
  const suffix = chain.network.id.toUpperCase().replaceAll('-', '_')
  return {
    [`PAY_RPC_URL_${suffix}`]: chain.rpcUrl,
    [`PAY_PUBLIC_RPC_URL_${suffix}`]: chain.rpcUrl,
    // On Tron the node decides which blocks are solidified.
    [`PAY_CONFIRMATIONS_${suffix}`]:
      chain.network.family === 'tron' ? 'finalized' : String(confirmations),
    [`PAY_POLL_INTERVAL_MS_${suffix}`]: String(POLL_INTERVAL_MS),
    [`PAY_START_BLOCK_${suffix}`]: '0',
  }
}
