import { RELAYER_ACCOUNT } from '../chains/accounts.ts'
import type { Chain } from '../chains/chain.ts'

/** What the devnet decides for its host. */
export type HostSettings = {
  port: number
  database: string
  apiKey: string
  chains: readonly Chain[]
  confirmations: number
  logLevel: string
  /** Path of a script for the hosted page, for test wallets. */
  walletScript: string | null
  /** Origins of pages, such as a demo shop's, that may use a session cookie beside the host's own. */
  origins: readonly string[]
}

/** How often the host looks at a chain; local blocks come fast. */
const POLL_INTERVAL_MS = 250

/** Scripts that pay on a devnet are fast and come from one address: limits that suit people would only be in their way. */
const CALLS_A_MINUTE = '100000'
const LIMITS = [
  'PAY_RATE_LIMIT_API_KEY',
  'PAY_RATE_LIMIT_CLIENT_ID',
  'PAY_RATE_LIMIT_SESSION',
  'PAY_RATE_LIMIT_SIGN_IN',
]

/**
 * The host's `PAY_*` variables for a devnet; all origins are the one of the port. Limits are high, except those that `inherited`,
 * the environment of the devnet itself, sets.
 */
export function hostEnvironment(
  settings: HostSettings,
  inherited: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const { port, database, apiKey, chains, confirmations, logLevel, walletScript } = settings
  return {
    PAY_PORT: String(port),
    PAY_BIND: '127.0.0.1',
    PAY_BASE_URL: `http://127.0.0.1:${port}`,
    PAY_DATABASE_URL: database,
    PAY_BOOTSTRAP_API_KEY: apiKey,
    PAY_MERCHANT_NAME: 'Demo shop',
    PAY_DASHBOARD_ORIGINS: dashboardOrigins(settings).join(','),
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PAY_RELAYER_PRIVATE_KEY: RELAYER_ACCOUNT.privateKey,
    PAY_LOG_LEVEL: logLevel,
    ...Object.fromEntries(LIMITS.map((name) => [name, inherited[name] ?? CALLS_A_MINUTE])),
    PAY_NETWORKS: chains.map(({ network }) => network.id).join(','),
    ...Object.assign({}, ...chains.map((chain) => chainEnvironment(chain, confirmations))),
    ...(walletScript === null ? {} : { PAY_DEV_WALLET_SCRIPT: walletScript }),
  }
}

/** A person may open the host under either name of this machine. */
function dashboardOrigins({ port, origins }: HostSettings): string[] {
  return [...new Set([`http://localhost:${port}`, `http://127.0.0.1:${port}`, ...origins])]
}

function chainEnvironment(chain: Chain, confirmations: number): Record<string, string> {
  const suffix = chain.network.id.toUpperCase().replaceAll('-', '_')
  return {
    [`PAY_RPC_URL_${suffix}`]: chain.rpcUrl,
    [`PAY_PUBLIC_RPC_URL_${suffix}`]: chain.rpcUrl,
    [`PAY_CONFIRMATIONS_${suffix}`]: String(confirmations),
    [`PAY_POLL_INTERVAL_MS_${suffix}`]: String(POLL_INTERVAL_MS),
    [`PAY_START_BLOCK_${suffix}`]: '0',
  }
}
