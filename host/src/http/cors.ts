import type { IncomingHttpHeaders } from 'node:http'
import type { EndpointDefinition } from '@secure-payment/core/api'
import type { Caller } from '../auth/caller.ts'

/** The time for which a browser caches a preflight: long enough to save most preflights, short enough for changes to apply soon. */
const PREFLIGHT_MAX_AGE_S = 600

const PREFLIGHT_HEADERS: Headers = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'content-type, x-client-id, x-api-key, idempotency-key, if-none-match, last-event-id',
  'access-control-max-age': String(PREFLIGHT_MAX_AGE_S),
}
const EXPOSED = 'x-request-id, retry-after, ratelimit, ratelimit-policy, etag, idempotent-replayed'

type Headers = Readonly<Record<string, string>>
type Requested = Pick<EndpointDefinition, 'auth' | 'host'>

/**
 * Returns the response to a preflight on a path. A preflight cannot carry a client ID, so any origin is allowed if client IDs are
 * accepted; the actual call enforces the allowed origins. Cookies are allowed only for the dashboard's origins, compared as strings.
 */
export function preflightHeaders(
  definitions: readonly Requested[],
  { origin }: IncomingHttpHeaders,
  dashboardOrigins: ReadonlySet<string>,
): Headers {
  const allowed = allowOrigin(definitions, { origin, dashboardOrigins, caller: null })
  if (allowed['access-control-allow-origin'] === undefined) return allowed
  return { ...allowed, ...PREFLIGHT_HEADERS }
}

/**
 * Returns the CORS headers of an actual response. Before authentication (`null`), any page may read the response if client IDs are
 * accepted. Such a response is a rejection that contains no data and shows developers the reason.
 */
export function corsHeaders(
  definition: Requested,
  { origin }: IncomingHttpHeaders,
  facts: { dashboardOrigins: ReadonlySet<string>; caller: Caller | null },
): Headers {
  const allowed = allowOrigin([definition], { origin, ...facts })
  if (allowed['access-control-allow-origin'] === undefined) return allowed
  return { ...allowed, 'access-control-expose-headers': EXPOSED }
}

function allowOrigin(
  definitions: readonly Requested[],
  facts: {
    origin: string | undefined
    dashboardOrigins: ReadonlySet<string>
    caller: Caller | null
  },
): Headers {
  const takesClientId = definitions.some(({ auth }) => auth.includes('clientId'))
  const takesSession = definitions.some(isForDashboards)
  if (!takesClientId && !takesSession) return {}
  // The response differs by origin even if this origin gets no headers; `Vary` makes caches distinguish the responses.
  const vary = { vary: 'Origin' }
  const { origin, dashboardOrigins, caller } = facts
  if (caller?.credential === 'clientId') {
    if (caller.origin === null) return vary
    return { ...vary, 'access-control-allow-origin': caller.origin }
  }
  if (takesSession && origin !== undefined && dashboardOrigins.has(origin)) {
    return {
      ...vary,
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    }
  }
  // Only the dashboard's pages may read a session's responses.
  const isSession = caller?.credential === 'session' || caller?.credential === 'walletSession'
  if (!takesClientId || isSession) return vary
  return { ...vary, 'access-control-allow-origin': '*' }
}

/** Returns whether the operation is a sign-in, or one that a session may call. */
function isForDashboards({ auth, host }: Requested): boolean {
  if (auth.length === 0) return host === 'auth'
  return auth.includes('session') || auth.includes('walletSession')
}
