import { expect } from 'vitest'
import type { Answer } from './callApi.ts'
import { PASSWORD, readCookie, registerAccount, type SignedIn } from './signIn.ts'
import { type Forgery, SoftPasskey } from './softPasskey.ts'
import type { TestHost } from './testHost.ts'

type Place = Pick<TestHost, 'host' | 'call'>

/** Calls the API as one of the service's pages, with or without a cookie. */
export function callAs(
  test: Place,
  by: Partial<SignedIn> | null,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const { origin } = new URL(test.host.context.config.authUrl)
  const headers = by?.headers ?? { origin }
  return test.call(method, path, { anonymous: true, headers, ...(body && { body }) })
}

/** Adds a passkey to a session's account or wallet. */
export async function addPasskey(
  test: Place,
  by: SignedIn,
  facts: { name?: string; forgery?: Forgery; passkey?: SoftPasskey } = {},
): Promise<{ passkey: SoftPasskey; answer: Answer; id: string }> {
  const { passkey = new SoftPasskey(test.host.context.config.authUrl), name = 'Phone' } = facts
  const { json } = await callAs(test, by, 'POST', '/v1/auth/passkeys/options')
  const credential = passkey.create(json.options, facts.forgery)
  const body = { challengeId: json.challengeId, name, credential }
  const answer = await callAs(test, by, 'POST', '/v1/auth/passkeys', body)
  return { passkey, answer, id: answer.json.id }
}

/** Requests proof options, and returns the proof that a passkey makes from these options. */
export async function proveBy(
  test: Place,
  passkey: SoftPasskey,
  path: string,
  facts: { by?: Partial<SignedIn> | null; forgery?: Forgery } = {},
): Promise<{ challengeId: string; credential: object }> {
  const { status, json, text } = await callAs(test, facts.by ?? null, 'POST', path)
  expect(status, text).toBe(201)
  return {
    challengeId: json.challengeId,
    credential: passkey.prove(json.options, facts.forgery),
  }
}

/** Signs in with a passkey alone. */
export async function signInBy(
  test: Place,
  passkey: SoftPasskey,
  forgery?: Forgery,
): Promise<Answer> {
  const proof = await proveBy(test, passkey, '/v1/auth/passkey-sign-in/options', {
    ...(forgery && { forgery }),
  })
  return callAs(test, null, 'POST', '/v1/auth/passkey-sign-in', proof)
}

/** Confirms a session with a passkey. */
export async function confirmBy(
  test: Place,
  by: SignedIn,
  passkey: SoftPasskey,
  forgery?: Forgery,
): Promise<Answer> {
  const facts = { by, ...(forgery && { forgery }) }
  const proof = await proveBy(test, passkey, '/v1/auth/confirmation/options', facts)
  return callAs(test, by, 'POST', '/v1/auth/confirmation', proof)
}

/** An account with a passkey as its second factor. */
export type GuardedAccount = SignedIn & {
  email: string
  passkey: SoftPasskey
  recoveryCodes: readonly string[]
}

/** Opens an account that requires a passkey. */
export async function openGuardedAccount(test: Place, email?: string): Promise<GuardedAccount> {
  const account = await registerAccount(test, email)
  const { passkey } = await addPasskey(test, account)
  await confirmBy(test, account, passkey)
  const { status, json, text } = await callAs(test, account, 'POST', '/v1/auth/second-factor')
  expect(status, text).toBe(201)
  return { ...account, passkey, recoveryCodes: json.recoveryCodes }
}

/** Signs in with a password, and returns the cookie of the sign-in that waits for the second factor. */
export async function passPassword(
  test: Place,
  email: string,
  password: string = PASSWORD,
): Promise<Pick<SignedIn, 'headers'>> {
  const answer = await callAs(test, null, 'POST', '/v1/auth/login', { email, password })
  expect(answer.json, answer.text).toMatchObject({ secondFactor: 'passkey' })
  const cookie = readCookie(answer) ?? ''
  return { headers: { cookie, origin: test.host.context.config.authUrl } }
}

/** Returns the session that a response has started. */
export function sessionOf(test: Place, answer: Answer): SignedIn {
  expect(answer.status, answer.text).toBe(200)
  const cookie = readCookie(answer) ?? ''
  const { authUrl: origin } = test.host.context.config
  return { tenantId: answer.json.tenantId, headers: { cookie, origin } }
}
