import { type Logger as PinoLogger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** Writes `{ msg, ...facts }` lines with a constant `msg`, without secrets or bodies. */
export type Logger = PinoLogger

const STANDARD_ERROR = 2

/** A last safeguard for the rule that no secret is logged: these keys are redacted in the facts and two levels below them. */
const SECRET_KEYS: ReadonlySet<string> = new Set([
  'apiKey',
  'authorization',
  'bootstrapApiKey',
  'cookie',
  'customerInfo',
  'databaseUrl',
  'password',
  'privateKey',
  'relayerPrivateKey',
  'secret',
  'secretClientId',
  'securePaymentToken',
  'signature',
  'x-api-key',
  'x-client-id',
])
const BLANK = '[redacted]'
/** The number of levels below the facts that are examined. */
const LEVELS = 2

/**
 * Lines that cannot be written, because of a full disk or a closed reader, are buffered up to this size, then dropped.
 */
const MAX_UNWRITTEN_BYTES = 4_194_304

/**
 * Creates the process's logger, which writes JSON lines to `destination`. The default is standard error, because standard output
 * is for a command's result.
 */
export function createLogger(
  level: LogLevel,
  destination: { write(line: string): void } = openStandardError(),
): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { log: blankFacts },
    serializers: { err: (err: Error) => blank(pino.stdSerializers.err(err), LEVELS - 1) },
  }
  return pino(options, destination)
}

function openStandardError(): { write(line: string): void } {
  const stream = pino.destination({
    dest: STANDARD_ERROR,
    sync: true,
    maxLength: MAX_UNWRITTEN_BYTES,
  })
  // A failed log write must not end the process.
  stream.on('error', () => {})
  return stream
}

/**
 * Redacts the secrets in a line's facts. For flat facts, the usual case, it only checks their names, which is many times faster
 * than pino's redaction.
 */
function blankFacts(facts: Record<string, unknown>): Record<string, unknown> {
  for (const name in facts) {
    if (SECRET_KEYS.has(name) || isOpen(facts[name])) return blankMembers(facts, LEVELS)
  }
  return facts
}

function blankMembers(facts: object, levels: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      SECRET_KEYS.has(name) ? BLANK : blank(value, levels - 1),
    ]),
  )
}

function blank(value: unknown, levels: number): unknown {
  if (levels < 0 || !isOpen(value)) return value
  if (Array.isArray(value)) return value.map((entry) => blank(entry, levels - 1))
  return blankMembers(value, levels)
}

/** Returns whether JSON would show a value's members. An error has a separate serializer, and a date has `toJSON`. */
function isOpen(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return !(value instanceof Error) && !('toJSON' in value)
}
