import type { IncomingMessage } from 'node:http'
import type { Caller } from '../auth/caller.ts'
import { CallerRefusedError } from '../auth/errors.ts'
import { UnsupportedMediaTypeError } from './errors.ts'
import { hasBody, isJson } from './readJsonBody.ts'

const CALL_FROM =
  'Call from a page of the dashboard. A program without a browser sends the origin of this service as Origin with its cookie, or an API key.'

/** The safe methods of the API (RFC 9110, section 9.2.1): they change no state. */
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])

/**
 * Rejects requests that another site may have caused a browser to send. A browser adds the cookie automatically. A write with a session
 * must therefore come from a dashboard's origin or the service's own, and contain only JSON, which no form can send. A sign-in must not
 * come from a foreign page, or its visitor would work in the attacker's account. Origins are compared as strings.
 *
 * @throws CallerRefusedError `origin_not_allowed`, UnsupportedMediaTypeError
 */
export function guardOrigin(
  dashboardOrigins: ReadonlySet<string>,
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  caller: Caller | null,
): void {
  if (SAFE_METHODS.has(request.method)) return
  if (caller?.credential === 'apiKey' || caller?.credential === 'clientId') return
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwn = origin === undefined ? site === 'same-origin' : dashboardOrigins.has(origin)
  // Programs other than browsers send no Origin, and hold no cookie that an attacker could exploit.
  const isAllowed = isOwn || (caller === null && origin === undefined)
  if (!isAllowed) {
    throw new CallerRefusedError('origin_not_allowed', CALL_FROM)
  }
  if (caller !== null && hasBody(request) && !isJson(request)) {
    throw new UnsupportedMediaTypeError({ what: 'This media type' })
  }
}
