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
}

/** How often the host looks at a chain; local blocks come fast. */
const POLL_INTERVAL_MS = 250

/** The host's `PAY_*` variables for a devnet; all origins are the one of the port. */
export function hostEnvironment(settings: HostSettings): Record<string, string> {
  const { port, database, apiKey, chains, confirmations, logLevel, walletScript } = settings
  return {
    PAY_PORT: String(port),
    PAY_BIND: '127.0.0.1',
    PAY_BASE_URL: `http://127.0.0.1:${port}`,
    PAY_DATABASE_URL: database,
    PAY_BOOTSTRAP_API_KEY: apiKey,
    PAY_MERCHANT_NAME: 'Demo shop',
    PAY_ALLOW_PRIVATE_WEBHOOKS: 'true',
    PAY_LOG_LEVEL: logLevel,
    PAY_NETWORKS: chains.map(({ network }) => network.id).join(','),
    ...Object.assign({}, ...chains.map((chain) => chainEnvironment(chain, confirmations))),
    ...(walletScript === null ? {} : { PAY_DEV_WALLET_SCRIPT: walletScript }),
  }
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
