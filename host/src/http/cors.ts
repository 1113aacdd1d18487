import type { IncomingHttpHeaders } from 'node:http'
import type { EndpointDefinition } from '@secure-payment/core/api'
import type { Caller } from '../auth/caller.ts'

/** Long enough to spare a page the second preflight, short enough for a change to arrive. */
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
 * The response to a preflight on a path. It cannot carry a client ID, so any origin is allowed where client IDs are
 * accepted: the real call enforces the allowed origins. Cookies are allowed for the dashboard's origins alone, compared
 * as strings.
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
 * CORS headers of a real response. Before the caller is proven (`null`), any page may read a response where client IDs
 * are accepted: it is then a refusal without data, which shows a developer the reason.
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
  // The response differs by origin even when this one gets nothing; `Vary` makes caches keep them apart.
  const vary = { vary: 'Origin' }
  const { origin, dashboardOrigins, caller } = facts
  if (caller?.credential === 'clientId') {
    return { ...vary, 'access-control-allow-origin': caller.origin }
  }
  if (takesSession && origin !== undefined && dashboardOrigins.has(origin)) {
    return {
      ...vary,
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
    }
  }
  // A session's responses are for the dashboard's pages alone.
  const isSession = caller?.credential === 'session' || caller?.credential === 'walletSession'
  if (!takesClientId || isSession) return vary
  return { ...vary, 'access-control-allow-origin': '*' }
}

/** Signing in, and everything that a session may call. */
function isForDashboards({ auth, host }: Requested): boolean {
  if (auth.length === 0) return host === 'auth'
  return auth.includes('session') || auth.includes('walletSession')
}
