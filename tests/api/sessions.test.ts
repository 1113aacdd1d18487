import { createHash } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/callApi.ts'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import {
  logIn,
  NO_LIMITS,
  readCookie,
  registerAccount,
  type SignedIn,
  signInWallet,
} from '../support/signIn.ts'
import { API_KEY, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** A well-formed value that the host never issued. */
const CHOSEN = 'A'.repeat(43)

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())

const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  test.call(method, path, { anonymous: true, headers, body })
const read = ({ headers }: Pick<SignedIn, 'headers'>) => send('GET', '/v1/auth/session', headers)
const logOut = ({ headers }: Pick<SignedIn, 'headers'>) => send('POST', '/v1/auth/logout', headers)
const valueFrom = ({ headers }: SignedIn) => headers.cookie.slice('session='.length)
const digestOf = (value: string) => createHash('sha256').update(value).digest('hex')
const outcome = ({ status, json }: Answer) => ({ status, code: json.code })

const REFUSED = { status: 401, code: 'invalid_session' }

function findRow(session: SignedIn) {
  return test.host.context.db.kysely
    .selectFrom('sessions')
    .selectAll()
    .where('hash', '=', digestOf(valueFrom(session)))
    .executeTakeFirstOrThrow()
}

describe('A session', () => {
  it('a session identifies the signed-in wallet', async () => {
    const session = await signInWallet(test)
    const { status, json } = await read(session)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      kind: 'wallet',
      address: session.account.address,
      walletType: 'evm',
      email: null,
      tenantId: session.tenantId,
      tenantName: '',
    })
  })

  it('a session identifies the signed-in account', async () => {
    const session = await registerAccount(test)
    const { json } = await read(session)
    expect(json).toMatchObject({
      kind: 'account',
      address: null,
      walletType: null,
      email: session.email,
      tenantId: session.tenantId,
    })
  })

  it('a session is stored as the SHA-256 hash of its cookie, and the cookie itself is not in the database', async () => {
    const session = await signInWallet(test)
    expect(valueFrom(session)).toMatch(/^[\w-]{43}$/)
    expect(await findRow(session)).toMatchObject({ tenant_id: session.tenantId })
    const { email, ...account } = await registerAccount(test)
    const dump = await dumpDatabase(test.host.context.db)
    expect(dump).toContain(digestOf(valueFrom(session)))
    expect(dump).not.toContain(valueFrom(session))
    expect(dump).not.toContain(valueFrom(account))
    expect(dump).not.toContain(email)
  })

  it('a session gets a new value at every sign-in', async () => {
    const { email } = await registerAccount(test)
    const sessions = await Promise.all(Array.from({ length: 8 }, () => logIn(test, email)))
    expect(new Set(sessions.map(valueFrom)).size).toBe(8)
    expect((await Promise.all(sessions.map(read))).map(({ status }) => status)).toEqual(
      Array(8).fill(200),
    )
  })

  it('a session is not cached, so it ends as soon as its row is deleted', async () => {
    const session = await registerAccount(test)
    expect((await read(session)).status).toBe(200)
    const { id } = await findRow(session)
    await test.host.context.db.kysely.deleteFrom('sessions').where('id', '=', id).execute()
    expect(outcome(await read(session))).toEqual(REFUSED)
  })

  it('a session gets the same error when it is unknown, has ended or has expired', async () => {
    const ended = await signInWallet(test)
    await logOut(ended)
    const expired = await signInWallet(test)
    test.clock.advance(15 * MINUTE)
    const unknown = { headers: { ...expired.headers, cookie: `session=${CHOSEN}` } }
    const bodies = await Promise.all(
      [unknown, ended, expired].map(async (session) => {
        const { status, json, headers } = await read(session)
        const { requestId, ...body } = json
        expect(requestId).toMatch(/^req_/)
        return { status, body, authenticate: headers['www-authenticate'] }
      }),
    )
    expect(bodies[0]).toMatchObject({ status: 401, body: { code: 'invalid_session' } })
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
  })
})

describe("A wallet's session", () => {
  it('a wallet’s session lasts as long as it is used within every 15 minutes', async () => {
    const session = await signInWallet(test)
    for (let turn = 0; turn < 8; turn += 1) {
      test.clock.advance(15 * MINUTE - SECOND)
      expect((await read(session)).status).toBe(200)
    }
    test.clock.advance(15 * MINUTE)
    expect(outcome(await read(session))).toEqual(REFUSED)
    // A second read is rejected too, so the first read did not extend the session.
    expect(outcome(await read(session))).toEqual(REFUSED)
  })

  it('a wallet’s session returns its expiry', async () => {
    const session = await signInWallet(test)
    test.clock.advance(5 * MINUTE)
    const { json } = await read(session)
    const until = test.clock.now().getTime() + 15 * MINUTE
    expect(json.expiresAt).toBe(new Date(until).toISOString())
  })

  it('a wallet’s session is written at most once in 30 seconds, even for many simultaneous calls', async () => {
    const session = await signInWallet(test)
    const { last_used_at: start } = await findRow(session)
    test.clock.advance(29 * SECOND)
    await Promise.all(Array.from({ length: 10 }, () => read(session)))
    expect((await findRow(session)).last_used_at).toBe(start)
    test.clock.advance(SECOND)
    const answers = await Promise.all(Array.from({ length: 10 }, () => read(session)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const later = await findRow(session)
    expect(Date.parse(later.last_used_at) - Date.parse(start)).toBe(30 * SECOND)
    expect(Date.parse(later.expires_at) - Date.parse(later.last_used_at)).toBe(15 * MINUTE)
  })

  it('a wallet’s session is not restored by a call that was in progress when the session ended', async () => {
    const session = await signInWallet(test)
    test.clock.advance(MINUTE)
    await Promise.all([...Array.from({ length: 5 }, () => read(session)), logOut(session)])
    expect(outcome(await read(session))).toEqual(REFUSED)
  })
})

describe("An account's session", () => {
  it('an account’s session ends 30 days after the sign-in, regardless of its use', async () => {
    const session = await registerAccount(test)
    const { expires_at } = await findRow(session)
    for (let day = 0; day < 29; day += 1) {
      test.clock.advance(DAY)
      expect((await read(session)).status).toBe(200)
    }
    expect((await findRow(session)).expires_at).toBe(expires_at)
    test.clock.advance(DAY - SECOND)
    expect((await read(session)).status).toBe(200)
    test.clock.advance(SECOND)
    expect(outcome(await read(session))).toEqual(REFUSED)
  })
})

describe('Sign-out', () => {
  it('sign-out ends only this session, on the server', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const session = await signInWallet(test, account)
    const other = await signInWallet(test, account)
    const { status, json, headers } = await logOut(session)
    expect({ status, json }).toEqual({ status: 200, json: { success: true } })
    expect(headers['set-cookie']).toBe(
      'session=; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=0',
    )
    expect(outcome(await read(session))).toEqual(REFUSED)
    expect(outcome(await logOut(session))).toEqual(REFUSED)
    expect((await read(other)).status).toBe(200)
  })

  it('sign-out needs a session', async () => {
    expect(outcome(await send('POST', '/v1/auth/logout', {}))).toEqual({
      status: 401,
      code: 'missing_credential',
    })
  })
})

describe('The cookie', () => {
  const flags = 'Path=/; HttpOnly; Secure; SameSite=Lax'

  it('a wallet’s cookie lasts until the browser closes', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const origin = test.host.context.config.authUrl
    const post = (path: string, body: object) => send('POST', path, { origin }, body)
    const { json } = await post('/v1/auth/wallet/challenge', { address: account.address })
    const { challengeId, nonce, message } = json
    const signature = await account.signMessage({ message })
    const answer = await post('/v1/auth/wallet/verify', { challengeId, nonce, message, signature })
    expect(answer.headers['set-cookie']).toBe(`${readCookie(answer)}; ${flags}`)
  })

  it('an account’s cookie lasts 30 days', async () => {
    const body = { email: 'flags@example.test', password: 'correct horse battery staple' }
    for (const path of ['/v1/auth/register', '/v1/auth/login']) {
      const answer = await send('POST', path, {}, body)
      expect(answer.headers['set-cookie']).toBe(
        `${readCookie(answer)}; ${flags}; Max-Age=${(30 * DAY) / SECOND}`,
      )
    }
  })

  it('the cookie is not set by a sign-in that fails', async () => {
    const body = { email: 'flags@example.test', password: 'a wrong password' }
    const { status, headers } = await send('POST', '/v1/auth/login', {}, body)
    expect(status).toBe(401)
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('the cookie in a sign-in request is never adopted', async () => {
    const account = { email: 'fixation@example.test', password: 'correct horse battery staple' }
    const cookie = `session=${CHOSEN}`
    for (const path of ['/v1/auth/register', '/v1/auth/login']) {
      const answer = await send('POST', path, { cookie }, account)
      expect(readCookie(answer)).toMatch(/^session=[\w-]{43}$/)
      expect(readCookie(answer)).not.toBe(cookie)
      expect(outcome(await send('GET', '/v1/auth/session', { cookie }))).toEqual(REFUSED)
    }
  })

  it('the cookie in a sign-in request is invalid afterwards', async () => {
    const first = await registerAccount(test)
    const { headers } = await registerAccount(test)
    const body = { email: first.email, password: 'correct horse battery staple' }
    const answer = await send('POST', '/v1/auth/login', headers, body)
    expect(answer.status).toBe(200)
    expect(outcome(await read({ headers }))).toEqual(REFUSED)
    const cookie = readCookie(answer) ?? ''
    const { json } = await send('GET', '/v1/auth/session', { cookie })
    expect(json.email).toBe(first.email)
  })

  it.each<[string, (pair: string) => string]>([
    ['alone', (pair) => pair],
    ['among others', (pair) => `theme=dark; ${pair}; lang=de`],
    [
      'next to a cookie whose name has the same ending',
      (pair) => `xsession=1; ${pair}; session2=2`,
    ],
    ['next to a cookie in another letter case', (pair) => `Session=1; ${pair}; SESSION=2`],
    ['without spaces', (pair) => `a=1;${pair};b=2`],
    ['next to a cookie without a value', (pair) => `a; ${pair}; =b`],
  ])('the cookie is accepted %s', async (_, cookie) => {
    const { headers } = await registerAccount(test)
    const sent = { cookie: cookie(headers.cookie) }
    expect((await send('GET', '/v1/auth/session', sent)).status).toBe(200)
  })

  it.each<[string, (value: string) => string]>([
    ['sent twice', (value) => `session=${value}; session=${value}`],
    ['sent next to a planted cookie', (value) => `session=${value}; session=${CHOSEN}`],
    ['sent after a planted cookie', (value) => `session=${CHOSEN}; a=1; session=${value}`],
    ['sent next to an empty cookie', (value) => `session=${value}; session=`],
    ['sent next to a name without a value', (value) => `session; session=${value}`],
    ['quoted', (value) => `session="${value}"`],
    ['cut off', (value) => `session=${value.slice(0, -1)}`],
    ['prolonged', (value) => `session=${value}A`],
    ['padded', (value) => `session=${value}=`],
    ['escaped', (value) => `session=%${value.charCodeAt(0).toString(16)}${value.slice(1)}`],
    ['empty', () => 'session='],
    ['an API key', () => `session=${API_KEY}`],
    ['the digest that is stored', (value) => `session=${digestOf(value)}`],
    ['in another case', (value) => `session=${swapCase(value)}`],
    ['huge', (value) => `session=${value.repeat(200)}`],
  ])('the cookie is rejected with 401 when it is %s', async (_, cookie) => {
    const { headers } = await registerAccount(test)
    const sent = { cookie: cookie(headers.cookie.slice('session='.length)) }
    expect(outcome(await send('GET', '/v1/auth/session', sent))).toEqual(REFUSED)
  })

  it.each([
    ['under another name', 'session_id'],
    ['under a name in another case', 'Session'],
  ])('the cookie is ignored %s', async (_, name) => {
    const session = await registerAccount(test)
    const cookie = `${name}=${valueFrom(session)}`
    expect(outcome(await send('GET', '/v1/auth/session', { cookie }))).toEqual({
      status: 401,
      code: 'missing_credential',
    })
  })

  it('the cookie is ignored as a bearer token', async () => {
    const authorization = `Bearer ${valueFrom(await registerAccount(test))}`
    expect((await send('GET', '/v1/auth/session', { authorization })).status).toBe(401)
  })
})

describe('Of several credentials', () => {
  const PATH = '/v1/webhook'

  it('an API key takes precedence over a session', async () => {
    const { headers } = await registerAccount(test)
    const session = await send('GET', PATH, headers)
    expect(session).toMatchObject({ status: 200, json: [] })
    expect(outcome(await send('GET', PATH, { ...headers, 'x-api-key': 'sk_wrong' }))).toEqual({
      status: 401,
      code: 'invalid_api_key',
    })
    const both = { ...headers, cookie: `session=${CHOSEN}`, 'x-api-key': API_KEY }
    expect((await send('GET', PATH, both)).status).toBe(200)
  })

  it('a client ID takes precedence over a session', async () => {
    const { clientId } = await test.createClientId()
    const { headers } = await registerAccount(test)
    const both = { ...headers, origin: SHOP_ORIGIN, 'x-client-id': clientId }
    expect(outcome(await send('GET', PATH, both))).toEqual({
      status: 403,
      code: 'credential_not_accepted',
    })
    expect(outcome(await send('GET', PATH, { ...both, 'x-client-id': 'cli_unknown' }))).toEqual({
      status: 401,
      code: 'invalid_client_id',
    })
  })
})

describe('An operation', () => {
  const NOT_ACCEPTED = { status: 403, code: 'credential_not_accepted' }

  it('an operation for wallets returns 403 to an account’s session', async () => {
    const path = '/v1/payee-destination'
    expect((await send('GET', path, (await signInWallet(test)).headers)).status).toBe(200)
    const { headers } = await registerAccount(test)
    expect(outcome(await send('GET', path, headers))).toEqual(NOT_ACCEPTED)
  })

  it('an operation for sessions accepts wallet and account sessions', async () => {
    for (const { headers } of [await signInWallet(test), await registerAccount(test)]) {
      expect((await send('GET', '/v1/api-keys', headers)).status).toBe(200)
    }
  })

  it('an operation that accepts only API keys returns 403 to a session, and 401 to an unknown session', async () => {
    for (const { headers } of [await signInWallet(test), await registerAccount(test)]) {
      expect(outcome(await send('GET', '/v2/client-ids', headers))).toEqual(NOT_ACCEPTED)
    }
    const cookie = `session=${CHOSEN}`
    expect(outcome(await send('GET', '/v2/client-ids', { cookie }))).toEqual(REFUSED)
  })

  it('an operation that accepts only sessions returns 403 to an API key', async () => {
    const key = { 'x-api-key': API_KEY }
    expect(outcome(await send('GET', '/v1/api-keys', key))).toEqual(NOT_ACCEPTED)
    expect(outcome(await send('GET', '/v1/auth/session', key))).toEqual(NOT_ACCEPTED)
  })
})

function swapCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
