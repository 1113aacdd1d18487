import type { IncomingHttpHeaders } from 'node:http'

/** The cookie's name, which the API contract defines. */
const NAME = 'session'
/** The cookie name that some programs for Request Network use. The host reads it only if a call has no cookie with the first name. */
const OTHER_NAME = 'session_token'
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

/**
 * Returns a call's headers with the session of `Authorization: Bearer` as its cookie, if it has no session cookie. Only reads may use the
 * result: a write must prove that it comes from no page of another site.
 */
export function withBearerSession(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization } = headers
  const bearer = authorization && /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!bearer || readSessionCookie(headers.cookie).kind !== 'none') return headers
  return { ...headers, cookie: `${NAME}=${bearer}` }
}

/** Reads the session cookie of a `Cookie` header (RFC 6265 section 4.2: pairs separated by `; `). */
export function readSessionCookie(header: string | undefined): SentSession {
  if (header === undefined) return { kind: 'none' }
  const sent = readNamed(header, NAME)
  return sent.kind === 'none' ? readNamed(header, OTHER_NAME) : sent
}

function readNamed(header: string, wanted: string): SentSession {
  const values = header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=')
    const name = (equals < 0 ? pair : pair.slice(0, equals)).trim()
    return name === wanted ? [equals < 0 ? '' : pair.slice(equals + 1).trim()] : []
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
