import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Answer } from './callApi.ts'
import type { TestHost } from './testHost.ts'

/** The settings for a host without rate limits, for suites that make more calls than a person would. */
export const NO_LIMITS = {
  PAY_RATE_LIMIT_API_KEY: '0',
  PAY_RATE_LIMIT_CLIENT_ID: '0',
  PAY_RATE_LIMIT_SESSION: '0',
  PAY_RATE_LIMIT_SIGN_IN: '0',
}

/** The password of every account that `registerAccount` opens. */
export const PASSWORD = 'correct horse battery staple'

/** A signed-in person. */
export type SignedIn = {
  tenantId: string
  /** The headers of each call: the cookie, and the origin of the service's own pages, which writes need. */
  headers: { cookie: string; origin: string }
}

type Place = Pick<TestHost, 'host' | 'call'>

/** Signs a wallet in over HTTP: `account`, or by default a new wallet, which opens a tenant. */
export async function signInWallet(
  test: Place,
  account: PrivateKeyAccount = privateKeyToAccount(generatePrivateKey()),
): Promise<SignedIn & { account: PrivateKeyAccount }> {
  const origin = originOf(test)
  const send = (path: string, body: object) =>
    test.call('POST', path, { anonymous: true, headers: { origin }, body })
  const challenge = await send('/v1/auth/wallet/challenge', { address: account.address })
  const { challengeId, nonce, message } = expectSuccess(challenge).json
  const signature = await account.signMessage({ message })
  const answer = await send('/v1/auth/wallet/verify', { challengeId, nonce, message, signature })
  return { ...signedIn(answer, origin), account }
}

/** Opens an account, which opens a tenant, and stays signed in. */
export async function registerAccount(
  test: Place,
  email = `${generatePrivateKey().slice(2, 18)}@example.test`,
): Promise<SignedIn & { email: string }> {
  return { ...(await sendCredentials(test, 'register', email)), email }
}

/** Signs an account of `registerAccount` in again. */
export async function logIn(test: Place, email: string): Promise<SignedIn> {
  return sendCredentials(test, 'login', email)
}

/**
 * Returns the name and value of the session cookie in a response, as a request sends it back; null if the response sets
 * none.
 */
export function readCookie({ headers }: Answer): string | null {
  return /(?:^|[,\s])(session=[^;,\s]+)/.exec(headers['set-cookie'] ?? '')?.[1] ?? null
}

async function sendCredentials(
  test: Place,
  action: 'register' | 'login',
  email: string,
): Promise<SignedIn> {
  const origin = originOf(test)
  const answer = await test.call('POST', `/v1/auth/${action}`, {
    anonymous: true,
    headers: { origin },
    body: { email, password: PASSWORD },
  })
  return signedIn(answer, origin)
}

function originOf({ host }: Place): string {
  return host.context.config.authUrl
}

function signedIn(answer: Answer, origin: string): SignedIn {
  const cookie = readCookie(expectSuccess(answer))
  if (cookie === null) throw new Error(`No session cookie: ${answer.headers['set-cookie']}`)
  return { tenantId: answer.json.tenantId, headers: { cookie, origin } }
}

function expectSuccess(answer: Answer): Answer {
  if (answer.status === 200 || answer.status === 201) return answer
  throw new Error(`The sign-in returned ${answer.status}: ${answer.text}`)
}
