import type { PrivateKeyAccount } from 'viem/accounts'
import type { Scheme } from './operations.ts'
import type { Merchant } from './seedMerchant.ts'
import { registerAccount, type SignedIn, signInWallet } from './signIn.ts'
import { SHOP_ORIGIN, type TestHost } from './testHost.ts'

/**
 * The headers of a call, and the rights that they give:
 *
 * - `unknown` proves no identity (401).
 * - `refused` is valid but lacks the permission (403).
 * - `forged` is the victim's own session on a page on another site, which must neither read a response nor write.
 * - `foreign` works, but for another tenant.
 */
export type AccessCase = {
  name: string
  headers: Readonly<Record<string, string>>
} & (
  | { standing: 'unknown' | 'refused' | 'forged'; scheme: Scheme | null }
  | { standing: 'foreign'; scheme: Scheme; owner: Merchant }
)

const HOSTILE_ORIGIN = 'https://evil.example.test'
const MINUTE_MS = 60_000
const MONTH_MS = 31 * 24 * 60 * MINUTE_MS

/**
 * Creates invalidated credentials for a wallet's tenant: expired, disabled, revoked, signed out. Tests call this function before they
 * create other credentials, because it advances the clock by a month.
 */
export async function createSpentCredentials(
  test: TestHost,
  owner: PrivateKeyAccount,
): Promise<AccessCase[]> {
  const wallet = await signInWallet(test, owner)
  const account = await registerAccount(test)
  const expiresAt = new Date(test.clock.now().getTime() + MINUTE_MS).toISOString()
  const expired = await manage(test, wallet, 'POST', '/v1/api-keys', { label: 'x', expiresAt })
  test.clock.advance(MONTH_MS)
  const again = await signInWallet(test, owner)
  const leaving = await signInWallet(test, owner)
  await manage(test, leaving, 'POST', '/v1/auth/logout')
  const off = await manage(test, again, 'POST', '/v1/api-keys', { label: 'x' })
  await manage(test, again, 'PUT', `/v1/api-keys/${off.id}`, { status: 'inactive' })
  const revoked = await manage(test, again, 'POST', '/v1/api-keys', { label: 'x' })
  await manage(test, again, 'DELETE', `/v1/api-keys/${revoked.id}`)
  return [
    unknown('an expired API key', { 'x-api-key': expired.key }),
    unknown('a switched-off API key', { 'x-api-key': off.key }),
    unknown('a revoked API key', { 'x-api-key': revoked.key }),
    unknown('an expired session of a wallet', wallet.headers),
    unknown('an expired session of an account', account.headers),
    unknown('a session that was left', leaving.headers),
    ...(await createSpentClientIds(test, again)),
  ]
}

async function createSpentClientIds(test: TestHost, owner: SignedIn): Promise<AccessCase[]> {
  const body = { label: 'x', allowedDomains: [SHOP_ORIGIN] }
  const off = await manage(test, owner, 'POST', '/v1/client-ids', body)
  await manage(test, owner, 'PUT', `/v1/client-ids/${off.id}`, { status: 'inactive' })
  const revoked = await manage(test, owner, 'POST', '/v1/client-ids', body)
  await manage(test, owner, 'DELETE', `/v1/client-ids/${revoked.id}`)
  const backends: string[] = []
  for (const status of ['inactive', 'revoked']) {
    const backend = { label: 'x', allowedDomains: [] }
    const { id, secretClientId } = await manage(test, owner, 'POST', '/v1/client-ids', backend)
    await manage(test, owner, 'PUT', `/v1/client-ids/${id}`, { status })
    backends.push(secretClientId)
  }
  const [backendOff = '', backendRevoked = ''] = backends
  const from = (id: string) => ({ 'x-client-id': id, origin: SHOP_ORIGIN })
  return [
    refused('a switched-off client ID', from(off.clientId)),
    refused('a revoked client ID', from(revoked.clientId)),
    refused('a switched-off backend client ID', { 'x-client-id': backendOff }),
    refused('a revoked backend client ID', { 'x-client-id': backendRevoked }),
  ]
}

/** Returns every set of headers that an attacker can send: none, guesses, the victim's own credentials misused, and other tenants'. */
export function createAccessCases(facts: {
  victim: Merchant
  victimAccount: Merchant
  other: Merchant
  otherAccount: Merchant
}): AccessCase[] {
  const { victim, victimAccount, other, otherAccount } = facts
  const { apiKey, clientId, backendClientId: backend, session } = victim.credentials
  const secret = backend['x-client-id']
  const id = { 'x-client-id': clientId['x-client-id'] }
  const cookie = { cookie: session.cookie }
  const accountCookie = { cookie: victimAccount.credentials.session.cookie }
  return [
    unknown('no credential', {}),
    unknown('an empty API key', { 'x-api-key': '' }),
    unknown('an unknown API key', { 'x-api-key': 'sk_unknown_0123456789abcdefghijklmnop' }),
    unknown('the API key as a bearer token', { authorization: `Bearer ${apiKey['x-api-key']}` }),
    unknown('the API key in another case', { 'x-api-key': swapCase(apiKey['x-api-key']) }),
    unknown('an unknown client ID', { ...clientId, 'x-client-id': 'cli_unknown' }),
    unknown('a client ID without Origin', id),
    unknown('a backend client ID without its secret', { 'x-client-id': nameOf(secret) }),
    unknown('a backend client ID with another secret', { 'x-client-id': swapSecretCase(secret) }),
    unknown('a page’s client ID with the secret of a backend client ID', {
      ...clientId,
      'x-client-id': secret.replace(nameOf(secret), clientId['x-client-id']),
    }),
    unknown('a backend client ID as an API key', { 'x-api-key': secret }),
    unknown('an unknown session', { ...session, cookie: `session=${'A'.repeat(43)}` }),
    unknown('an empty session', { ...session, cookie: 'session=' }),
    unknown('an unknown session as a bearer token', { authorization: `Bearer ${'A'.repeat(43)}` }),
    unknown('an unknown API key next to a session that works', { ...session, 'x-api-key': 'sk_x' }),
    unknown('an unknown client ID next to a session that works', {
      ...session,
      'x-client-id': 'cli_x',
    }),
    refused('a client ID from another origin', { ...id, origin: HOSTILE_ORIGIN }),
    refused('a client ID from an origin with the same beginning', {
      ...id,
      origin: `${clientId.origin}.evil.test`,
    }),
    refused('a client ID from a page without origin', { ...id, origin: 'null' }),
    refused('a backend client ID from a page', { ...backend, origin: clientId.origin }),
    refused('a backend client ID from a page without origin', { ...backend, origin: 'null' }),
    refused('a backend client ID from a page of the service', {
      ...backend,
      'sec-fetch-site': 'same-origin',
    }),
    forged('a wallet’s session without Origin', 'walletSession', cookie),
    forged('a wallet’s session from another origin', 'walletSession', {
      ...cookie,
      origin: HOSTILE_ORIGIN,
    }),
    forged('a wallet’s session from a page without origin', 'walletSession', {
      ...cookie,
      origin: 'null',
    }),
    forged('a wallet’s session from a client ID’s origin', 'walletSession', {
      ...cookie,
      origin: clientId.origin,
    }),
    forged('an account’s session without Origin', 'session', accountCookie),
    forged('an account’s session from another site', 'session', {
      ...accountCookie,
      origin: HOSTILE_ORIGIN,
      'sec-fetch-site': 'cross-site',
    }),
    foreign('another tenant’s API key', 'apiKey', other),
    foreign('another tenant’s client ID', 'clientId', other),
    foreign('another tenant’s backend client ID', 'backendClientId', other),
    foreign('another tenant’s wallet session', 'walletSession', other),
    foreign('another tenant’s account session', 'session', otherAccount),
    forged('a wallet’s session in the other cookie without Origin', 'walletSession', {
      cookie: `session_token=${cookieValue(session.cookie)}`,
    }),
  ]
}

function unknown(name: string, headers: AccessCase['headers']): AccessCase {
  return { name, headers, standing: 'unknown', scheme: null }
}

function refused(name: string, headers: AccessCase['headers']): AccessCase {
  return { name, headers, standing: 'refused', scheme: null }
}

function forged(name: string, scheme: Scheme, headers: AccessCase['headers']): AccessCase {
  return { name, headers, standing: 'forged', scheme }
}

function foreign(name: string, scheme: Scheme, owner: Merchant): AccessCase {
  return { name, headers: headersOf(owner, scheme), standing: 'foreign', scheme, owner }
}

/** Returns the headers of a merchant's credential for one scheme. */
export function headersOf({ credentials }: Merchant, scheme: Scheme): AccessCase['headers'] {
  return credentials[scheme === 'walletSession' ? 'session' : scheme]
}

/** Returns the value of a cookie's only pair. */
function cookieValue(cookie: string): string {
  return cookie.slice(cookie.indexOf('=') + 1)
}

/** Returns the public name in the value of a backend client ID. */
function nameOf(secretClientId: string): string {
  return secretClientId.slice(0, secretClientId.indexOf('.'))
}

function swapSecretCase(secretClientId: string): string {
  const name = nameOf(secretClientId)
  return name + swapCase(secretClientId.slice(name.length))
}

function swapCase(text: string): string {
  return text.replaceAll(/[A-Za-z]/g, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
}

async function manage(
  test: TestHost,
  { headers }: SignedIn,
  method: string,
  path: string,
  body?: object,
) {
  const options = { anonymous: true, headers, ...(body !== undefined && { body }) }
  const answer = await test.call(method, path, options)
  if (answer.status === 200 || answer.status === 201) return answer.json
  throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`)
}
