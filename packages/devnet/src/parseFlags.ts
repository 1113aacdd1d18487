import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { networks as registry } from '@secure-payment/core/networks'

/** The parsed flags of `npm run devnet`. An absent flag means the default. */
export type Flags = {
  help: boolean
  /** Absolute path of the file to write. */
  json?: string
  networks?: string[]
  port?: number
  database?: string
  blockTimeMs?: number
  offramp?: 'sandbox' | 'http'
  prices?: boolean
}

/** An invalid command line; the message states the reason. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
}

/** Describes a command's usage with these flags. */
export function describeUsage(command: string): string {
  return `${command} -- [--json FILE] [--networks a,b] [--port N] [--database URL] [--block-time MS] [--offramp KIND] [--prices]

  --json FILE       write all addresses, keys and URLs to FILE when everything is payable; removed at the end
  --networks a,b    networks to run, such as devnet,devnet-b,tron (default devnet,devnet-b)
  --port N          port of the host (default: a free one; of npm start PAY_PORT or 8080)
  --database URL    sqlite:<path> or postgres://… of an empty database (default: a temporary file)
  --block-time MS   milliseconds between blocks, 0 = one for each transaction (default 1000)
  --offramp KIND    sandbox, which is the host's own, or http, a stand-in for a provider (default sandbox)
  --prices          let the host quote prices, from stand-ins for public price APIs (of npm start always)
`
}

const MAX_PORT = 65_535
const MAX_BLOCK_TIME_MS = 60_000

/** Parses and checks the flags. Throws FlagError. */
export function parseFlags(argv: readonly string[]): Flags {
  const values = parse(argv)
  return {
    help: values.help ?? false,
    ...(values.json === undefined ? {} : { json: readPath(values.json) }),
    ...(values.networks === undefined ? {} : { networks: readNetworks(values.networks) }),
    ...(values.port === undefined ? {} : { port: readNumber('--port', values.port, MAX_PORT) }),
    ...(values.database === undefined ? {} : { database: readDatabase(values.database) }),
    ...(values['block-time'] === undefined
      ? {}
      : { blockTimeMs: readNumber('--block-time', values['block-time'], MAX_BLOCK_TIME_MS) }),
    ...(values.offramp === undefined ? {} : { offramp: readOfframp(values.offramp) }),
    ...(values.prices === true && { prices: true }),
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        help: { type: 'boolean' },
        json: { type: 'string' },
        networks: { type: 'string' },
        port: { type: 'string' },
        database: { type: 'string' },
        'block-time': { type: 'string' },
        offramp: { type: 'string' },
        prices: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new FlagError(error instanceof Error ? error.message : String(error))
  }
}

function readPath(text: string): string {
  const path = resolve(text)
  if (text === '') throw new FlagError('--json needs the path of a file.')
  if (!existsSync(dirname(path))) throw new FlagError(`--json: ${dirname(path)} does not exist.`)
  if (existsSync(path) && statSync(path).isDirectory()) {
    throw new FlagError(`--json: ${path} is a directory.`)
  }
  return path
}

function readNetworks(text: string): string[] {
  const runnable = registry.map(({ id }) => id)
  const ids = text.split(',').map((part) => part.trim())
  const unknown = ids.filter((id) => !runnable.includes(id))
  if (unknown.length === 0) return ids
  const names = unknown.map((id) => `"${id}"`).join(', ')
  throw new FlagError(`--networks cannot run ${names}. Known: ${runnable.join(', ')}.`)
}

function readNumber(flag: string, text: string, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value <= max) return value
  throw new FlagError(`${flag} must be a whole number from 0 to ${max}, got "${text}".`)
}

function readOfframp(text: string): 'sandbox' | 'http' {
  if (text === 'sandbox' || text === 'http') return text
  throw new FlagError(`--offramp must be sandbox or http, got "${text}".`)
}

function readDatabase(text: string): string {
  if (/^(sqlite|postgres|postgresql):/.test(text)) return text
  throw new FlagError('--database must begin with sqlite: or postgres:.')
}
