import { type Logger as PinoLogger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** Writes `{ msg, ...facts }` lines: past tense, constant `msg`, no secrets, no bodies. */
export type Logger = PinoLogger

const STANDARD_ERROR = 2

/** A last safeguard under the rule that no secret is logged: these keys are blanked at any place, two levels deep. */
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
  'securePaymentToken',
  'signature',
  'x-api-key',
])
const BLANK = '[redacted]'
/** Levels under the facts themselves that are examined. */
const LEVELS = 2

/** Lines that cannot be written, for a full disk or a reader that is gone, are kept up to this; then they are dropped. */
const MAX_UNWRITTEN_BYTES = 4_194_304

/**
 * Creates the process's logger: JSON lines on `destination`, standard error by default: standard output is for a
 * command's result.
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
  // A log that cannot be written must not end the process that it is about.
  stream.on('error', () => {})
  return stream
}

/**
 * Facts are usually flat: then this only checks their names, for which pino's own redaction needs many times as long.
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

/** Whether JSON would show a value's members; an error is shown by its own serializer, a date by `toJSON`. */
function isOpen(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  return !(value instanceof Error) && !('toJSON' in value)
}
