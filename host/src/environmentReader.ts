import { BaseError, parseAmount } from '@secure-payment/core'
import { normalizeOrigin } from '@secure-payment/core/api'
import { isEvmAddress } from '@secure-payment/core/evm'
import type { ContractName, Network } from '@secure-payment/core/networks'
import type { Hex } from 'viem'
import { readConnectTimeout, readStatementTimeout } from './db/postgresUrl.ts'
import { variables } from './variables.ts'

/** Variables by name, as a process has them. */
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

/** Reads variables one by one and collects the faults, so that a person sees every problem at once. */
export type Reader = ReturnType<typeof createReader>
/** The minimum and the maximum of a number. */
export type Bounds = { min: number; max: number }

const MAX_CONFIRMATIONS = 100_000
/** Gwei to native base units. */
const GWEI_DECIMALS = 9

/** Creates a reader of an environment. Faults of a variable are listed in `problems`; a value is still returned. */
export function createReader(env: Environment) {
  const base = createBase(env)
  return {
    ...base,
    ...numberReaders(base),
    ...secretReaders(base),
    ...urlReaders(base),
    ...listReaders(base),
    ...chainReaders(base),
  }
}

type Base = ReturnType<typeof createBase>

function createBase(env: Environment) {
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
  return { problems, text, names, choice, wholeNumber }
}

function numberReaders({ text, wholeNumber, problems }: Base) {
  return {
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
    /** Gwei as native base units; null = no limit. */
    gasPrice(name: string, otherwise: string | null): bigint | null {
      const value = text(name) || (otherwise ?? 'off')
      if (value === 'off') return null
      try {
        return parseAmount(value, GWEI_DECIMALS)
      } catch {
        problems.push(
          `${name} must be an amount of gwei above zero, or off, got ${JSON.stringify(value)}`,
        )
        return null
      }
    },
  }
}

function secretReaders({ text, names, problems }: Base) {
  return {
    privateKey(name: string): Hex | null {
      const digits = text(name).replace(/^0x/, '')
      if (digits === '') return null
      const isKey = /^[0-9a-fA-F]{64}$/.test(digits) && isPrivateKey(BigInt(`0x${digits}`))
      if (isKey) return `0x${digits.toLowerCase()}`
      // The value itself never appears in a message.
      problems.push(`${name} must be 32 bytes in hex, from 1 to below the order of secp256k1`)
      return null
    },
    secret(name: string, minLength: number): string | null {
      const value = text(name)
      if (value === '') return null
      // The value itself never appears in a message.
      if (value.length < minLength)
        problems.push(`${name} must have at least ${minLength} characters`)
      return value
    },
    /** Secrets with a minimum length each, separated by commas. */
    secrets(name: string, minLength: number): string[] {
      const values = [...new Set(names(name))]
      // As above.
      if (values.some((value) => value.length < minLength))
        problems.push(`${name} must list keys of at least ${minLength} characters each`)
      return values
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
  }
}

function urlReaders({ text, names, problems }: Base) {
  return {
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
    /** An http(s) URL to append paths to, without a trailing slash. */
    baseUrl(name: string): string {
      const value = text(name).replace(/\/+$/, '')
      const url = URL.canParse(value) ? new URL(value) : null
      const isPlain = url !== null && url.username + url.password + url.search + url.hash === ''
      if (isPlain && /^https?:$/.test(url.protocol)) return value
      // The fault may be in a key, so the value does not appear.
      problems.push(
        `${name} must be an http(s) URL without user name, password, query or fragment, such as https://li.quest/v1`,
      )
      return value
    },
    databaseUrl(): string {
      const value = text('PAY_DATABASE_URL')
      if (!/^(sqlite|postgres|postgresql):/.test(value)) {
        problems.push('PAY_DATABASE_URL must begin with sqlite: or postgres:')
      } else if (!value.startsWith('sqlite:') && !URL.canParse(value)) {
        // The value itself never appears in a message.
        problems.push(
          'PAY_DATABASE_URL cannot be read: write #, / and ? of a password as %23, %2F and %3F, and a port of at most 65535',
        )
      } else if (Number.isNaN(readConnectTimeout(value))) {
        problems.push('PAY_DATABASE_URL: connect_timeout must be whole seconds from 1 to 60')
      } else if (Number.isNaN(readStatementTimeout(value))) {
        problems.push(
          'PAY_DATABASE_URL: statement_timeout must be whole milliseconds from 100 to 600000',
        )
      }
      return value
    },
  }
}

function listReaders({ text, names, problems }: Base) {
  return {
    list<const T extends string>(name: string, allowed: readonly T[]): T[] {
      const found = allowed.filter((option) => names(name).includes(option))
      if (found.length !== names(name).length) {
        problems.push(`${name} must list some of ${allowed.join(', ')}`)
      }
      return found
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
    evmAddresses(name: string): string[] {
      return names(name).flatMap((value) => {
        if (isEvmAddress(value)) return [value.toLowerCase()]
        problems.push(`${name} must list contract addresses, got ${JSON.stringify(value)}`)
        return []
      })
    },
  }
}

function chainReaders({ text, wholeNumber, problems }: Base) {
  return {
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

/** Order of secp256k1 (SEC 2, section 2.4.1): only numbers below it sign. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function isPrivateKey(key: bigint): boolean {
  return key > 0n && key < ORDER
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((entry) => typeof entry === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
