import type { IncomingHttpHeaders } from 'node:http'
import type { Credential } from '@secure-payment/core/api'
import { hashApiKey, isSameDigest } from './apiKey.ts'
import {
  type ApiKeyCaller,
  type Caller,
  type ClientIdCaller,
  isServer,
  type SessionCaller,
} from './caller.ts'
import { readClientIdValue } from './clientId.ts'
import type { Credentials } from './credentials.ts'
import { CallerRefusedError } from './errors.ts'
import { readKeyScopes } from './keyScopes.ts'
import { readSessionCookie } from './sessionCookie.ts'
import type { Sessions } from './sessions.ts'

const MAX_CREDENTIAL_LENGTH = 200

/**
 * The dependencies of authentication: the credentials, the sessions, the clock, and this API's origin.
 */
export type AuthenticateContext = {
  credentials: Credentials
  sessions: Pick<Sessions, 'find'>
  now(): Date
  ownOrigin: string
}

const SEND_WHOLE_VALUE =
  'Send the whole value that the creation of this backend client ID returned once: the client ID, a dot and its secret.'
const SEND_FROM_SERVERS =
  'On a server, send x-api-key, or the x-client-id of a backend client ID. POST /v2/client-ids with an API key and isBackend true creates one.'

/** All characters of a client ID. */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/

/**
 * Authenticates the caller by the first of these that was sent: x-api-key, x-client-id with Origin, the session cookie. If that credential
 * is rejected, the others are ignored.
 *
 * @throws CallerRefusedError
 */
export async function authenticate(
  context: AuthenticateContext,
  headers: IncomingHttpHeaders,
  accepted: readonly Credential[],
): Promise<Caller> {
  const caller = await identify(context, headers, accepted)
  // An unknown credential returns 401 on every operation, and a valid one of the wrong kind returns 403.
  if (isAccepted(caller, accepted)) return caller
  throw new CallerRefusedError('credential_not_accepted', describeAccepted(accepted))
}

/** An operation that accepts any session also accepts a wallet's. An operation may also accept only the client IDs of servers. */
function isAccepted(caller: Caller, accepted: readonly Credential[]): boolean {
  const { credential } = caller
  if (accepted.includes(credential)) return true
  if (credential === 'clientId') return isServer(caller) && accepted.includes('backendClientId')
  return credential === 'walletSession' && accepted.includes('session')
}

async function identify(
  context: AuthenticateContext,
  headers: IncomingHttpHeaders,
  accepted: readonly Credential[],
): Promise<Caller> {
  const apiKey = headers['x-api-key']
  if (apiKey !== undefined) return authenticateApiKey(context, String(apiKey))
  const clientId = headers['x-client-id']
  if (clientId !== undefined) return authenticateClientId(context, String(clientId), headers)
  const sent = readSessionCookie(headers.cookie)
  if (sent.kind === 'none') {
    throw new CallerRefusedError('missing_credential', describeAccepted(accepted))
  }
  return authenticateSession(context, sent.kind === 'value' ? sent.value : null)
}

async function authenticateSession(
  { sessions }: AuthenticateContext,
  value: string | null,
): Promise<SessionCaller> {
  const caller = value === null ? null : await sessions.find(value)
  if (caller === null) throw new CallerRefusedError('invalid_session', 'Sign in again.')
  return caller
}

async function authenticateApiKey(
  { credentials, now }: AuthenticateContext,
  key: string,
): Promise<ApiKeyCaller> {
  if (key.length > MAX_CREDENTIAL_LENGTH) throw new CallerRefusedError('invalid_api_key')
  const record = await credentials.findApiKey(key)
  if (record === null) throw new CallerRefusedError('invalid_api_key')
  if (record.status !== 'active') throw new CallerRefusedError('invalid_api_key')
  if (record.expires_at !== null && record.expires_at <= now().toISOString()) {
    throw new CallerRefusedError('api_key_expired')
  }
  const { id: keyId, tenant_id: tenantId } = record
  return { credential: 'apiKey', tenantId, keyId, scopes: readKeyScopes(record.scopes) }
}

async function authenticateClientId(
  { credentials, ownOrigin }: AuthenticateContext,
  value: string,
  headers: IncomingHttpHeaders,
): Promise<ClientIdCaller> {
  // A query can contain NUL, which PostgreSQL rejects in any text; a header cannot.
  if (!VISIBLE_ASCII.test(value) || value.length > MAX_CREDENTIAL_LENGTH) {
    throw new CallerRefusedError('invalid_client_id')
  }
  const { clientId, isSecret } = readClientIdValue(value)
  const record = await credentials.findClientId(clientId)
  if (record === null) throw new CallerRefusedError('invalid_client_id')
  const isBackend = record.secret_hash !== null
  if (isBackend && !isSecret) throw new CallerRefusedError('invalid_client_id', SEND_WHOLE_VALUE)
  if (isBackend !== isSecret) throw new CallerRefusedError('invalid_client_id')
  if (record.secret_hash !== null && !isSameDigest(record.secret_hash, hashApiKey(value))) {
    throw new CallerRefusedError('invalid_client_id')
  }
  if (record.status === 'revoked') throw new CallerRefusedError('client_id_revoked')
  if (record.status === 'inactive') throw new CallerRefusedError('client_id_inactive')
  const origin = isBackend ? refuseBrowsers(headers) : readOrigin(record, headers, ownOrigin)
  return {
    credential: 'clientId',
    tenantId: record.tenant_id,
    clientRecordId: record.id,
    clientId,
    origin,
    isFirstParty: record.is_first_party === 1,
    feePercentage: record.fee_percentage,
    feeAddress: record.fee_address,
    feeBearer: record.fee_bearer,
    allowsAnyPayee: record.allow_any_payee === 1,
    payeeDestination: record.payeeDestination,
  }
}

/**
 * Returns the origin of a page that may use the client ID.
 *
 * @throws CallerRefusedError
 */
function readOrigin(
  { origins }: { origins: ReadonlySet<string> },
  headers: IncomingHttpHeaders,
  ownOrigin: string,
): string {
  const origin = originOf(headers, ownOrigin)
  if (origin === undefined) throw new CallerRefusedError('missing_origin', SEND_FROM_SERVERS)
  // The origin is compared as a string with the stored canonical form, because parsing would accept spellings that no browser
  // sends.
  if (origins.has(origin)) return origin
  throw new CallerRefusedError(
    'origin_not_allowed',
    'Add the origin to the allowed domains of the client ID.',
  )
}

/**
 * Rejects a server's secret in a call from a page, which discloses the secret to every visitor. The merchant then notices the mistake at
 * the first attempt.
 *
 * @throws CallerRefusedError
 */
function refuseBrowsers(headers: IncomingHttpHeaders): null {
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return null
  throw new CallerRefusedError(
    'secret_in_page',
    'Revoke the client ID, because visitors of the page can read its secret. Create a client ID with allowed domains for pages.',
  )
}

/**
 * Returns the calling page's origin; undefined if the browser sent none. For a GET to the page's own origin, a browser omits `Origin`, but
 * sends `Sec-Fetch-Site`, which no script can set.
 */
function originOf(headers: IncomingHttpHeaders, ownOrigin: string): string | undefined {
  if (headers.origin !== undefined) return headers.origin
  return headers['sec-fetch-site'] === 'same-origin' ? ownOrigin : undefined
}

const HEADERS_OF: Readonly<Record<Credential, string>> = {
  apiKey: 'x-api-key',
  clientId: 'x-client-id with Origin',
  backendClientId: 'x-client-id of a backend client ID',
  session: 'the session cookie',
  walletSession: 'the session cookie of a wallet',
}

function describeAccepted(accepted: readonly Credential[]): string {
  const credentials = accepted.flatMap((one) => {
    return one === 'clientId' ? ([one, 'backendClientId'] as const) : [one]
  })
  return `Send ${credentials.map((credential) => HEADERS_OF[credential]).join(', or ')}.`
}
