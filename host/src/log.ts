import { type Logger as PinoLogger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** Writes `{ msg, ...facts }` lines: past tense, constant `msg`, no secrets, no bodies. */
export type Logger = PinoLogger

const STANDARD_ERROR = 2

/** A last net under the rule that no secret is handed to the log: these keys are blanked wherever they stand, two levels deep. */
const SECRET_KEYS = [
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
  '["x-api-key"]',
]

/**
 * Creates the process's logger: JSON lines on `destination`, standard error by default: standard output is for what a caller reads.
 */
export function createLogger(
  level: LogLevel,
  destination: { write(line: string): void } = pino.destination(STANDARD_ERROR),
): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: SECRET_KEYS.flatMap(pathsOf), censor: '[redacted]' },
  }
  return pino(options, destination)
}

function pathsOf(key: string): string[] {
  return key.startsWith('[') ? [key, `*${key}`, `*.*${key}`] : [key, `*.${key}`, `*.*.${key}`]
}
