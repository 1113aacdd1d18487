/** Seconds that a request waits for a connection, unless the URL sets `connect_timeout`. */
const CONNECT_TIMEOUT_S = 2
const MAX_CONNECT_TIMEOUT_S = 60
/** Milliseconds that one statement of a request or a job may take, unless the URL sets `statement_timeout`. */
const STATEMENT_TIMEOUT_MS = 10_000
const MIN_STATEMENT_TIMEOUT_MS = 100
const MAX_STATEMENT_TIMEOUT_MS = 600_000

/** Connections of one host, unless the URL sets `connection_limit`. */
const CONNECTION_LIMIT_DEFAULT = 16
const MAX_CONNECTION_LIMIT = 1_000

const CONNECT_TIMEOUT = 'connect_timeout'
const STATEMENT_TIMEOUT = 'statement_timeout'
const CONNECTION_LIMIT = 'connection_limit'
const PGBOUNCER = 'pgbouncer'
const OWN = [CONNECT_TIMEOUT, STATEMENT_TIMEOUT, CONNECTION_LIMIT, PGBOUNCER]

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

/** Reads the maximum number of a host's connections: `connection_limit` in the URL, otherwise 16. NaN unless it is from 1 to 1,000. */
export function readConnectionLimit(url: string): number {
  const bounds = { min: 1, max: MAX_CONNECTION_LIMIT, otherwise: CONNECTION_LIMIT_DEFAULT }
  return readNumber(url, CONNECTION_LIMIT, bounds)
}

/**
 * Returns whether a pooler in transaction mode is between the host and the server (`pgbouncer=true` in the URL), so that the host can set
 * no parameters of a connection and keep no prepared statements. Null unless the value is `true` or `false`.
 */
export function readIsPooled(url: string): boolean | null {
  const text = URL.canParse(url) ? new URL(url).searchParams.get(PGBOUNCER) : null
  if (text === null || text === 'false') return false
  return text === 'true' ? true : null
}

/** Returns the URL without the host's own parameters, which `pg` would otherwise use in place of its options or send to the server. */
export function withoutOwnParameters(url: string): string {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  const names = OWN.filter((name) => parsed.searchParams.has(name))
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
