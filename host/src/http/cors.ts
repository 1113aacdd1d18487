import type { IncomingHttpHeaders } from 'node:http'

/** Long enough to spare a page the second preflight, short enough for a change to arrive. */
const PREFLIGHT_MAX_AGE_S = 600

/**
 * The answer to a preflight on an endpoint that takes client IDs. A preflight cannot carry the client ID, so any origin may ask;
 * the real call is what enforces the allowed origins. Credentials (cookies) are never allowed.
 */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'content-type, x-client-id, x-api-key, idempotency-key, if-none-match',
  'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
  vary: 'Origin',
}

const EXPOSED = 'x-request-id, retry-after, ratelimit, ratelimit-policy, etag, idempotent-replayed'

/**
 * Headers of a real answer on such an endpoint. `origin` is the caller's allowed origin once it is proven. Before that any page
 * may read the answer, which is then a refusal without data, so that a developer sees why.
 */
export function corsHeaders(origin: string | null): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': origin ?? '*',
    'access-control-expose-headers': EXPOSED,
    vary: 'Origin',
  }
}

/** True for a CORS preflight, as opposed to a plain OPTIONS. */
export function isPreflight(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
