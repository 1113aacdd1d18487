import { variableSuffix } from '../networkSettings.ts'
import { loopbackPort } from './loopbackPort.ts'

/** The answers from which the first settings of a host are written. */
export type InitialAnswers = {
  networks: readonly string[]
  /** The URLs of nodes by network; a network without URLs uses the registry's public nodes. */
  nodes: ReadonlyMap<string, string>
  baseUrl: string
  /** Empty for the default of the host or its image. */
  databaseUrl: string
  merchantName: string
  trustedProxies: string
  /** Whether the environment sets the port already. */
  hasPort: boolean
}

/** Returns the settings of a new host, with new keys; `random` returns bytes. */
export function initialSettings(
  answers: InitialAnswers,
  random: (bytes: number) => Uint8Array,
): Map<string, string> {
  const key = () => Buffer.from(random(32)).toString('base64url')
  // The port in a proxy's URL belongs to the proxy. The port in a container's URL may be mapped to another port in the container.
  const isOwnPort = answers.trustedProxies === '0' && !answers.hasPort
  const port = isOwnPort ? loopbackPort(answers.baseUrl) : null
  const settings = new Map([
    ['PAY_NETWORKS', answers.networks.join(',')],
    ...[...answers.nodes].map(([id, urls]): [string, string] => [
      `PAY_RPC_URL_${variableSuffix(id)}`,
      urls,
    ]),
    ['PAY_BASE_URL', answers.baseUrl],
    ...(port === null ? [] : [['PAY_PORT', port] as const]),
    ['PAY_TRUSTED_PROXIES', answers.trustedProxies],
    ['PAY_DATABASE_URL', answers.databaseUrl],
    ['PAY_MERCHANT_NAME', answers.merchantName],
    ['PAY_BOOTSTRAP_API_KEY', key()],
    ['PAY_ENCRYPTION_KEY', key()],
    ['PAY_DATA_KEY', key()],
  ])
  return new Map([...settings].filter(([, value]) => value !== ''))
}

/** Writes settings as the lines of a `.env` file. */
export function formatSettings(settings: ReadonlyMap<string, string>): string {
  const lines = [...settings].map(([name, value]) => `${name}=${quote(value)}`)
  return `${[HEAD, ...lines].join('\n')}\n`
}

const HEAD = `# The settings of this host; .env.example describes every setting. The last three are secret keys:
# - PAY_BOOTSTRAP_API_KEY is the first merchant's API key. Remove it once you have created your own keys.
# - Only the command rotate-keys changes PAY_ENCRYPTION_KEY. Keep it, and PAY_DATA_KEY, apart from the backups of the database.`

/** Returns a value for a `.env` file. A value with an unlisted character is quoted in a way that shells, Docker and Node read alike. */
function quote(value: string): string {
  return /^[\w@%+=:,./?&-]*$/.test(value) ? value : `'${value}'`
}
