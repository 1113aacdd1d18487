import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findNetwork, networks as registry } from '@secure-payment/core/networks'
import { ConfigError, loadConfig } from '../config.ts'
import { COMMAND } from '../folders.ts'
import { formatSettings, type InitialAnswers, initialSettings } from './initialSettings.ts'

/**
 * The parts of the process that the command needs. `ask` is null if no person can answer, and rejects with an `AbortError` if the person
 * presses Ctrl-C or Ctrl-D.
 */
export type InitMeans = {
  ask: ((question: string) => Promise<string>) | null
  print: (line: string) => void
  random: (bytes: number) => Uint8Array
  /** Whether the environment sets the port, as the image's environment does. */
  hasPort: boolean
}

const OPTIONS = {
  networks: { type: 'string' },
  rpc: { type: 'string', multiple: true },
  url: { type: 'string' },
  database: { type: 'string' },
  name: { type: 'string' },
  proxies: { type: 'string' },
  file: { type: 'string', default: '.env' },
  force: { type: 'boolean', default: false },
} as const

const DEFAULT_URL = 'http://localhost:8080'
const DEFAULT_DATABASE = 'sqlite:./data/secure-payment.db'
/** The permissions of a file with keys: only its owner can read it. */
const OWNER_ONLY = 0o600

/**
 * Runs the command `init`: asks for the settings that the options omit, and writes them to `.env` with new keys. Never replaces a file
 * without `--force`. Returns whether the file was written.
 */
export async function runInit(args: readonly string[], means: InitMeans): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const { print, random, hasPort } = means
  if (existsSync(values.file) && !values.force) {
    print(`${values.file} already exists. To replace it and lose its keys, use --force.`)
    return false
  }
  const answers = await collectAnswers(values, means).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    print('\nStopped. No file was written.')
    return null
  })
  if (answers === null) return false
  const settings = initialSettings({ ...answers, hasPort }, random)
  const problems = problemsOf(Object.fromEntries(settings))
  if (problems.length > 0) {
    print(['These settings are not usable:', ...problems.map((one) => `  - ${one}`)].join('\n'))
    return false
  }
  const mode = { mode: OWNER_ONLY, flag: 'wx' }
  if (values.force) {
    // Others may read, or have open, the file that is replaced.
    const draft = `${values.file}.${Buffer.from(random(6)).toString('hex')}`
    writeFileSync(draft, formatSettings(settings), mode)
    renameSync(draft, values.file)
  } else writeFileSync(values.file, formatSettings(settings), mode)
  print(`Wrote ${values.file}, which only you can read. Next:\n${nextSteps(COMMAND)}`)
  return true
}

/**
 * Returns the commands after `init`; `command` is the command line's name. A shell finds the program of a local package only with npx. The
 * name has the scope, because npx looks up a name in the registry if no package with this name is installed.
 */
export function nextSteps(command: string): string {
  const isPackage = command === 'secure-payment-host'
  const program = isPackage ? 'npx @secure-payment/host' : command
  const start = isPackage ? program : 'set -a; . ./.env; set +a; npm run host'
  return `  ${program} check   checks the nodes, the contracts, the clock and the database
  ${start}   starts the host; its first start prints the link that makes you the first member`
}

type Values = {
  [Name in 'networks' | 'url' | 'database' | 'name' | 'proxies']?: string | undefined
} & {
  rpc?: string[] | undefined
}

/** Returns each answer from the options, otherwise from the person, otherwise the default; null if the networks are missing. */
async function collectAnswers(
  values: Values,
  { ask, print }: InitMeans,
): Promise<Omit<InitialAnswers, 'hasPort'> | null> {
  const known = registry.map(({ id }) => id).join(', ')
  const answer = async (value: string | undefined, question: string, fallback: string) => {
    if (value !== undefined || ask === null) return value ?? fallback
    const given = (await ask(`${question}${fallback === '' ? '' : ` [${fallback}]`}: `)).trim()
    return given === '' ? fallback : given
  }
  const listed = await answer(values.networks, `Networks, comma separated (${known})`, '')
  const networks = [...new Set(listed.split(',').map((id) => id.trim()))].filter((id) => id !== '')
  if (networks.length === 0) {
    print(`Name the networks to serve: --networks base,mainnet. Known networks are ${known}.`)
    return null
  }
  const given = new Map((values.rpc ?? []).map(splitNode))
  const nodes = new Map<string, string>()
  for (const id of networks) {
    const hasPublic = (findNetwork(id)?.publicRpcUrls.length ?? 0) > 0
    const end = hasPublic ? '; empty for the public ones, which are slow' : ''
    const urls = await answer(given.get(id), `JSON-RPC URLs of ${id}, comma separated${end}`, '')
    if (urls !== '') nodes.set(id, urls)
  }
  const baseUrl = await answer(values.url, 'Public address of this host', DEFAULT_URL)
  const proxies = baseUrl.startsWith('https:') ? '1' : '0'
  const trustedProxies = await answer(values.proxies, 'Number of proxies in front of it', proxies)
  const databaseUrl = await answer(values.database, 'Database', DEFAULT_DATABASE)
  return {
    networks,
    nodes,
    baseUrl,
    trustedProxies,
    // The image has another default, which the file must not replace with a folder that the host cannot write to.
    databaseUrl: databaseUrl === DEFAULT_DATABASE ? '' : databaseUrl,
    merchantName: await answer(values.name, 'Name of the first merchant, as payers see it', ''),
  }
}

/** Splits an option such as `base=https://node.example.com` into the network's id and the URL. */
function splitNode(text: string): [string, string] {
  const [id = '', ...rest] = text.split('=')
  return [id, rest.join('=')]
}

function problemsOf(env: Record<string, string>): readonly string[] {
  const quoted = Object.entries(env).find(([, value]) => /['\n\r]/.test(value))
  if (quoted !== undefined) return [`${quoted[0]} contains a quote or a line break`]
  try {
    loadConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
