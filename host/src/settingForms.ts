import { parseAmount } from '@secure-payment/core'
import { normalizeOrigin } from '@secure-payment/core/api'
import { isEvmAddress } from '@secure-payment/core/evm'
import { standardWebhookSignature } from '@secure-payment/core/webhooks'
import type { Hex } from 'viem'
import { z } from 'zod'
import {
  readConnectionLimit,
  readConnectTimeout,
  readIsPooled,
  readStatementTimeout,
} from './db/postgresUrl.ts'

/** One environment variable. */
type SettingFacts = {
  name: string
  /** The text of the default; empty if there is none. */
  fallback: string
  /** Whether messages must omit the setting's value. */
  isSecret: boolean
}

/** Each setting's facts, by its schema; the description is in the schema itself. */
export const settingFacts = z.registry<SettingFacts>()

/** Parses a setting's text. The message of an issue completes a sentence that begins with the setting's name. */
export type Form<T> = z.ZodType<T, string> & { isSecret?: true }

/** Returns a setting with a default. */
export function setting<T>(
  name: string,
  fallback: string,
  form: Form<T>,
): z.ZodType<T, string | undefined> {
  const { isSecret = false } = form
  return form.prefault(fallback).register(settingFacts, { name, fallback, isSecret })
}

/** Returns a setting that is null if its variable is not set. */
export function optional<T>(
  name: string,
  form: Form<T>,
): z.ZodType<T | null, string | null | undefined> {
  const { isSecret = false } = form
  const schema = form.nullable().default(null)
  return schema.register(settingFacts, { name, fallback: '', isSecret })
}

/** The minimum number of characters of a secret that the operator chooses. */
export const MIN_KEY_LENGTH = 32

export const text: Form<string> = z.string()

export const flag: Form<boolean> = form('must be one of true, false', (value) =>
  ['true', 'false'].includes(value) ? value === 'true' : undefined,
)

/** Accepts one of several words. */
export function choice<const T extends string>(...words: [T, ...T[]]): Form<T> {
  return z.enum(words, `must be one of ${words.join(', ')}`)
}

/** Accepts a list with one or more of several words. */
export function choices<const T extends string>(...words: [T, ...T[]]): Form<T[]> {
  return form(`must list some of ${words.join(', ')}`, (value) => {
    const named = split(value)
    const found = words.filter((word) => named.includes(word))
    return found.length > 0 && found.length === named.length ? found : undefined
  })
}

/** Strings, separated by commas. */
export const list: Form<string[]> = form('', split)

/** Accepts a comma-separated list; `message` is the issue if `read` returns undefined for a part. */
function listOf<T>(message: string, read: (part: string) => T | undefined): Form<T[]> {
  return form(message, (value) => {
    const parts = split(value).map(read)
    return parts.includes(undefined) ? undefined : parts.filter((part) => part !== undefined)
  })
}

export function wholeNumber(min: number, max: number): Form<number> {
  return form(`must be a whole number from ${min} to ${max}`, (value) =>
    readWhole(value, { min, max }),
  )
}

/** Accepts a whole number; null for 0, which means no limit. */
export function limit(max: number): Form<number | null> {
  return form(`must be a whole number from 0 to ${max}`, (value) => {
    const number = readWhole(value, { min: 0, max })
    return number === 0 ? null : number
  })
}

/** Accepts a number from 0 to 1. */
export const share: Form<number> = form('must be a number from 0 to 1', (value) =>
  /^(0(\.\d{1,4})?|1(\.0{1,4})?)$/.test(value) ? Number(value) : undefined,
)

export const blockNumber: Form<bigint> = form('must be a block number', (value) =>
  /^\d{1,18}$/.test(value) ? BigInt(value) : undefined,
)

/** One gwei is 10^9 native base units. */
const GWEI_DECIMALS = 9

/** Accepts an amount in gwei, and returns it in native base units; null for no limit. */
export const gasPrice: Form<bigint | null> = form(
  'must be an amount in gwei above zero, or off',
  (value) => (value === 'off' ? null : attempt(() => parseAmount(value, GWEI_DECIMALS))),
)

/** Accepts an amount of native coins with 18 decimals, and returns it in gwei; null for no limit. */
export const coins: Form<bigint | null> = form(
  'must be an amount above zero with at most 9 decimals, or off',
  (value) => (value === 'off' ? null : attempt(() => parseAmount(value, GWEI_DECIMALS))),
)

/** Accepts a secret with a minimum length. */
export function secret(minLength: number): Form<string> {
  return hidden(`must have at least ${minLength} characters`, (value) =>
    value.length >= minLength ? value : undefined,
  )
}

/** Accepts a list of secrets, each with a minimum length, and drops duplicates. */
export function secrets(minLength: number): Form<string[]> {
  return hidden(`must list keys of at least ${minLength} characters each`, (value) => {
    const keys = [...new Set(split(value))]
    return keys.every((key) => key.length >= minLength) ? keys : undefined
  })
}

/**
 * Accepts a list of secrets that may themselves contain commas. Returns every part between two commas that is long enough, so that the list
 * contains the secrets among others.
 */
export function secretsWithCommas(minLength: number): Form<string[]> {
  return hidden(`must list keys of at least ${minLength} characters each`, (value) => {
    const parts = value === '' ? [] : value.split(',')
    const keys = parts.flatMap((_part, start) =>
      parts.slice(start).map((_next, length) => parts.slice(start, start + length + 1).join(',')),
    )
    const long = keys.map((key) => key.trim()).filter((key) => key.length >= minLength)
    return parts.length > 0 && long.length === 0 ? undefined : [...new Set(long)]
  })
}

/** A secret that is sent in an HTTP header. */
export const header: Form<string> = hidden(
  'must be printable ASCII without spaces, at most 512 characters',
  (value) => (/^[\x21-\x7e]{1,512}$/.test(value) ? value : undefined),
)

/** The order of secp256k1 (SEC 2, section 2.4.1); only numbers below it are valid keys. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export const privateKey: Form<Hex> = hidden<Hex>(
  'must be 32 bytes in hex, from 1 to below the order of secp256k1',
  (value) => {
    const digits = value.replace(/^0x/, '')
    if (!/^[0-9a-fA-F]{64}$/.test(digits)) return undefined
    const key = BigInt(`0x${digits}`)
    return key > 0n && key < ORDER ? `0x${digits.toLowerCase()}` : undefined
  },
)

export const origin: Form<string> = form(
  'must be an origin such as https://pay.example.com',
  (value) => {
    const bare = withoutSlash(value)
    const isOrigin = URL.canParse(bare) && new URL(bare).origin === bare
    return isOrigin && /^https?:/.test(bare) ? bare : undefined
  },
)

/** Canonical origins, as a browser sends them. */
export const origins: Form<string[]> = listOf(
  'must list origins such as https://shop.example.com',
  (part) => normalizeOrigin(part) ?? undefined,
)

/** An origin for WebSocket connections, as the sources of a Content-Security-Policy name it. */
export const socketOrigin: Form<string> = form(
  'must be a WebSocket origin such as wss://relay.example.com',
  (value) => {
    const bare = withoutSlash(value)
    return /^wss?:/.test(bare) && URL.canParse(bare) && new URL(bare).origin === bare
      ? bare
      : undefined
  },
)

const BASE_URL =
  'must be an http(s) URL without user name, password, query or fragment, such as https://api.example.com/v1'

/**
 * An http(s) URL to append paths to, without a trailing slash. The URL may contain a key, so no message contains the URL.
 */
/** The URL of a service, without a trailing slash; the URL may have a path. */
export const baseUrl: Form<string> = hidden(BASE_URL, readBaseUrl)

export const baseUrlOrOff: Form<string | null> = hidden(BASE_URL, (value) =>
  value === 'off' ? null : readBaseUrl(value),
)

function readBaseUrl(value: string): string | undefined {
  const bare = withoutSlash(value)
  const url = URL.canParse(bare) ? new URL(bare) : null
  if (url === null || url.username + url.password + url.search + url.hash !== '') return undefined
  return /^https?:$/.test(url.protocol) ? bare : undefined
}

/** The host names of this machine in a URL. */
export const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** The URL of a provider that receives personal data, with https unless it is on this machine. */
export const providerUrl: Form<string> = hide(
  baseUrl.refine((url) => {
    const { protocol, hostname } = new URL(url)
    return protocol === 'https:' || LOOPBACK.includes(hostname)
  }, 'must use https'),
)

/** Accepts a secret that signs calls as in Standard Webhooks; `neededBy` is the setting that needs it. */
export function signingSecret(neededBy: string): Form<string> {
  return hide(
    checked((value) => {
      if (value === '') return `is missing: ${neededBy} needs it`
      if (value.length < MIN_KEY_LENGTH) return `must have at least ${MIN_KEY_LENGTH} characters`
      return isSigningKey(value) ? null : 'must be base64 or hex'
    }),
  )
}

/** Returns whether Standard Webhooks can decode the key from base64. Hex digits are valid base64 too. */
function isSigningKey(value: string): boolean {
  try {
    return standardWebhookSignature(value, 'id', 0, '') !== ''
  } catch {
    return false
  }
}

/** URLs of nodes, whose paths are often keys. */
export const nodeUrls: Form<string[]> = hide(
  listOf('must list http(s) URLs such as https://node.example.com', (part) =>
    /^https?:\/\/\S+$/.test(part) ? part : undefined,
  ),
)

export const databaseUrl: Form<string> = hide(checked(problemOfDatabase))

function problemOfDatabase(url: string): string | null {
  if (!/^(sqlite|postgres|postgresql):/.test(url)) return 'must begin with sqlite: or postgres:'
  if (!url.startsWith('sqlite:') && !URL.canParse(url)) {
    return 'cannot be read: write #, / and ? of a password as %23, %2F and %3F, and a port of at most 65535'
  }
  if (Number.isNaN(readConnectTimeout(url))) {
    return ': connect_timeout must be whole seconds from 1 to 60'
  }
  if (Number.isNaN(readStatementTimeout(url))) {
    return ': statement_timeout must be whole milliseconds from 100 to 600000'
  }
  if (Number.isNaN(readConnectionLimit(url))) {
    return ': connection_limit must be a whole number from 1 to 1000'
  }
  if (readIsPooled(url) === null) return ': pgbouncer must be true or false'
  return null
}

/** A mail server or a folder. The URL often contains a password, so no message contains it. */
export const mailUrl: Form<string> = hidden(
  'must begin with smtps://, smtp:// or file:///, without path or query after a server. Write #, / and ? of a password as %23, %2F and %3F',
  (value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    if (url === null || url.search + url.hash !== '') return undefined
    if (url.protocol === 'file:') return url.hostname === '' ? value : undefined
    const isServer = /^smtps?:$/.test(url.protocol) && url.hostname !== ''
    const isReadable = attempt(() => decodeURIComponent(url.username + url.password)) !== undefined
    return isServer && isReadable && /^\/?$/.test(url.pathname) ? value : undefined
  },
)

/** One e-mail address without a display name. */
export const mailAddress: Form<string> = form(
  'must be one e-mail address such as payments@example.com',
  (value) => (z.email().safeParse(value).success ? value : undefined),
)

/** EVM addresses in lower case. */
export const evmAddresses: Form<string[]> = listOf('must list contract addresses', (part) =>
  isEvmAddress(part) ? part.toLowerCase() : undefined,
)

/** Parses JSON and validates it with a schema; an empty string is an empty object. `message` is the issue for invalid JSON. */
export function json<T>(message: string, schema: z.ZodType<T>): Form<T> {
  return form<unknown>(message, (value) =>
    value === '' ? {} : attempt(() => JSON.parse(value)),
  ).pipe(schema)
}

/** Returns the result of `read`; `message` is the issue if `read` returns undefined. */
export function form<T>(message: string, read: (text: string) => T | undefined): Form<T> {
  return z.string().transform((value, context): T => {
    const found = read(value)
    if (found !== undefined) return found
    context.addIssue(message)
    return z.NEVER
  })
}

/** Accepts a string if `problemOf` returns null; otherwise its result is the error message. */
export function checked(problemOf: (text: string) => string | null): Form<string> {
  return z.string().superRefine((value, context) => {
    const problem = problemOf(value)
    if (problem !== null) context.addIssue(problem)
  })
}

/** Accepts a text whose value never appears in a message. */
export function hidden<T>(message: string, read: (text: string) => T | undefined): Form<T> {
  return hide(form(message, read))
}

/** Marks a setting whose value never appears in a message. */
function hide<T>(schema: Form<T>): Form<T> {
  return Object.assign(schema, { isSecret: true as const })
}

/** Returns the comma-separated parts of a string. */
export function split(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function readWhole(value: string, { min, max }: { min: number; max: number }): number | undefined {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  return number >= min && number <= max ? number : undefined
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
