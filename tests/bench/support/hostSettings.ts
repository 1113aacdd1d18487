/** The API key of every bench host. */
export const API_KEY = 'bench_0123456789abcdef0123456789abcdef'

/** The key that seals the secrets in benchmark databases, including seeded secrets. */
export const ENCRYPTION_KEY = 'bench_0123456789abcdef0123456789abcdef_sealer'

/** The largest limit that the host accepts, which no bench reaches. */
const UNREACHED = '100000000'

/** Returns the `PAY_*` variables of a bench host: one network with an unused node, and only the API role by default. */
export function hostSettings(
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    PAY_PORT: '0',
    PAY_DATABASE_URL: databaseUrl,
    PAY_BOOTSTRAP_API_KEY: API_KEY,
    PAY_ENCRYPTION_KEY: ENCRYPTION_KEY,
    PAY_NETWORKS: 'base',
    PAY_RPC_URL_BASE: 'http://127.0.0.1:9',
    PAY_ROLE: 'api',
    // The limit is enabled but out of reach, so that a bench includes the cost of counting.
    PAY_RATE_LIMIT_API_KEY: UNREACHED,
    PAY_RATE_LIMIT_CLIENT_ID: UNREACHED,
    PAY_RATE_LIMIT_SESSION: UNREACHED,
    PAY_RATE_LIMIT_SIGN_IN: UNREACHED,
    PAY_UNPAID_ADDRESS: UNREACHED,
    PAY_UNPAID_CLIENT_ID: UNREACHED,
    PAY_UNPAID_MERCHANT: UNREACHED,
    ...more,
  }
}
