import type { IncomingHttpHeaders } from 'node:http'
import type { Credential } from '@secure-payment/core/api'
import type { ApiKeyCaller, Caller, ClientIdCaller, SessionCaller } from './caller.ts'
import type { Credentials } from './credentials.ts'
import { CallerRefusedError } from './errors.ts'
import { readSessionCookie } from './sessionCookie.ts'
import type { Sessions } from './sessions.ts'

const MAX_CREDENTIAL_LENGTH = 200

/**
 * The inputs of authentication: the credentials, the sessions, the clock, and the origin that this API is served from.
 */
export type AuthenticateContext = {
  credentials: Credentials
  sessions: Sessions
  now(): Date
  ownOrigin: string
}

/**
 * Authenticates the caller. The strongest header that was sent decides: x-api-key, then x-client-id with Origin, then
 * the session cookie; a weaker credential never admits a call whose stronger one is refused.
 *
 * @throws CallerRefusedError
 */
export async function authenticate(
  context: AuthenticateContext,
  headers: IncomingHttpHeaders,
  accepted: readonly Credential[],
): Promise<Caller> {
  const caller = await identify(context, headers, accepted)
  // Identity comes first: an unknown credential is 401 everywhere, a proven one of the wrong kind 403.
  if (isAccepted(caller, accepted)) return caller
  throw new CallerRefusedError('credential_not_accepted', describeAccepted(accepted))
}

/** An operation for any session accepts a wallet's too. */
function isAccepted({ credential }: Caller, accepted: readonly Credential[]): boolean {
  if (accepted.includes(credential)) return true
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
  return { credential: 'apiKey', tenantId: record.tenant_id, keyId: record.id }
}

async function authenticateClientId(
  { credentials, ownOrigin }: AuthenticateContext,
  clientId: string,
  headers: IncomingHttpHeaders,
): Promise<ClientIdCaller> {
  if (clientId.length > MAX_CREDENTIAL_LENGTH) throw new CallerRefusedError('invalid_client_id')
  const record = await credentials.findClientId(clientId)
  if (record === null) throw new CallerRefusedError('invalid_client_id')
  if (record.status === 'revoked') throw new CallerRefusedError('client_id_revoked')
  if (record.status === 'inactive') throw new CallerRefusedError('client_id_inactive')
  const origin = originOf(headers, ownOrigin)
  if (origin === undefined) throw new CallerRefusedError('missing_origin')
  // Compared as a string with the stored canonical form; parsing would accept spellings that a browser never sends.
  if (!record.origins.has(origin)) {
    throw new CallerRefusedError(
      'origin_not_allowed',
      'Add it to the allowed domains of the client ID.',
    )
  }
  return {
    credential: 'clientId',
    tenantId: record.tenant_id,
    clientRecordId: record.id,
    clientId,
    origin,
    isFirstParty: record.is_first_party === 1,
    feePercentage: record.fee_percentage,
    feeAddress: record.fee_address,
    allowsAnyPayee: record.allow_any_payee === 1,
    payeeDestination: record.payeeDestination,
  }
}

/**
 * A browser leaves `Origin` out of a GET to the page's own origin, and sends a header instead that no script can set.
 */
function originOf(headers: IncomingHttpHeaders, ownOrigin: string): string | undefined {
  if (headers.origin !== undefined) return headers.origin
  return headers['sec-fetch-site'] === 'same-origin' ? ownOrigin : undefined
}

const HEADERS_OF: Readonly<Record<Credential, string>> = {
  apiKey: 'x-api-key',
  clientId: 'x-client-id with Origin',
  session: 'the session cookie',
  walletSession: 'the session cookie of a wallet',
}

function describeAccepted(accepted: readonly Credential[]): string {
  return `Send ${accepted.map((credential) => HEADERS_OF[credential]).join(', or ')}.`
}
