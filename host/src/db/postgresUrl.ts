/** Seconds that a request waits for a connection, unless the URL sets `connect_timeout`. */
const CONNECT_TIMEOUT_S = 2
const MAX_CONNECT_TIMEOUT_S = 60
/** Milliseconds that one statement of a request or a job may take, unless the URL sets `statement_timeout`. */
const STATEMENT_TIMEOUT_MS = 10_000
const MIN_STATEMENT_TIMEOUT_MS = 100
const MAX_STATEMENT_TIMEOUT_MS = 600_000

const CONNECT_TIMEOUT = 'connect_timeout'
const STATEMENT_TIMEOUT = 'statement_timeout'

/**
 * Reads the time that a request waits for a connection, in seconds: libpq's `connect_timeout` in the URL, otherwise 2. NaN unless
 * the value is a whole number from 1 to 60.
 */
export function readConnectTimeout(url: string): number {
  const bounds = { min: 1, max: MAX_CONNECT_TIMEOUT_S, otherwise: CONNECT_TIMEOUT_S }
  return readNumber(url, CONNECT_TIMEOUT, bounds)
}

/**
 * Reads one statement's time limit, in milliseconds: `statement_timeout` in the URL, otherwise 10,000. NaN unless the value
 * is a whole number from 100 to 600,000.
 */
export function readStatementTimeout(url: string): number {
  return readNumber(url, STATEMENT_TIMEOUT, {
    min: MIN_STATEMENT_TIMEOUT_MS,
    max: MAX_STATEMENT_TIMEOUT_MS,
    otherwise: STATEMENT_TIMEOUT_MS,
  })
}

/** Returns the URL without these timeouts, which `pg` would otherwise use in place of its options. */
export function withoutTimeouts(url: string): string {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  const names = [CONNECT_TIMEOUT, STATEMENT_TIMEOUT].filter((name) => parsed.searchParams.has(name))
  for (const name of names) parsed.searchParams.delete(name)
  return names.length > 0 ? parsed.href : url
}

function readNumber(
  url: string,
  name: string,
  { min, max, otherwise }: { min: number; max: number; otherwise: number },
): number {
  const text = URL.canParse(url) ? new URL(url).searchParams.get(name) : null
  if (text === null) return otherwise
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : Number.NaN
}
