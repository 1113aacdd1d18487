/** The cookie's name, which the API contract defines. */
const NAME = 'session'
/** 256 bits in base64url. */
const VALUE = /^[\w-]{43}$/
/** RFC 6265bis: `Secure` excludes plain HTTP (browsers make an exception for localhost), and `Lax` excludes writes from other sites. */
const FLAGS = 'Path=/; HttpOnly; Secure; SameSite=Lax'

/** The session in a call's `Cookie` header. */
export type SentSession =
  | { kind: 'none' }
  /** The header has two session cookies, or a value that this service never set; a planted cookie therefore has no effect. */
  | { kind: 'unusable' }
  | { kind: 'value'; value: string }

/** Reads the session cookie of a `Cookie` header (RFC 6265 section 4.2: pairs separated by `; `). */
export function readSessionCookie(header: string | undefined): SentSession {
  if (header === undefined) return { kind: 'none' }
  const values = header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=')
    const name = (equals < 0 ? pair : pair.slice(0, equals)).trim()
    return name === NAME ? [equals < 0 ? '' : pair.slice(equals + 1).trim()] : []
  })
  const [value] = values
  if (value === undefined) return { kind: 'none' }
  return values.length === 1 && VALUE.test(value) ? { kind: 'value', value } : { kind: 'unusable' }
}

/** Returns the `Set-Cookie` text for a new session. Without `maxAgeS`, the browser keeps the cookie until the browser is closed. */
export function formatSessionCookie(value: string, maxAgeS: number | null): string {
  const age = maxAgeS === null ? '' : `; Max-Age=${maxAgeS}`
  return `${NAME}=${value}; ${FLAGS}${age}`
}

/** The `Set-Cookie` text that removes the session from a browser. */
export const CLEARED_SESSION_COOKIE = `${NAME}=; ${FLAGS}; Max-Age=0`
