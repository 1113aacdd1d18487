import { api, type EndpointDefinition } from '@secure-payment/core/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpDatabase } from '../support/dumpDatabase.ts'
import {
  logIn,
  NO_LIMITS,
  PASSWORD,
  registerAccount,
  type SignedIn,
  signInWallet,
} from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const DASHBOARD = 'https://dash.example.test'
const FORBIDDEN = { status: 403, code: 'origin_not_allowed' }

let test: TestHost
let wallet: SignedIn
let account: SignedIn & { email: string }
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_DASHBOARD_ORIGINS: DASHBOARD })
  wallet = await signInWallet(test)
  account = await registerAccount(test)
})
afterAll(() => test[Symbol.asyncDispose]())

const definitions: EndpointDefinition[] = Object.values(api).flatMap((group) =>
  Object.values<EndpointDefinition>(group),
)
const takesSession = ({ auth }: EndpointDefinition) =>
  auth.includes('session') || auth.includes('walletSession')
const nameOf = ({ method, path }: EndpointDefinition) => `${method} ${path}`
const writes = definitions.filter(
  (definition) => takesSession(definition) && definition.method !== 'GET',
)
const signIns = definitions.filter(({ limit }) => limit === 'signIn')
/** Replaces each of a path's parameters with an id that no record has. */
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, '01KB4W3F6V3M2N5P7R9T0W1X2Y')

/** Returns all rows except sessions and rate limits, which every call updates. */
const state = () => dumpDatabase(test.host.context.db, { without: ['sessions', 'rate_limits'] })

async function call(definition: EndpointDefinition, headers: Record<string, string>) {
  const cookie = (definition.auth.includes('walletSession') ? wallet : account).headers.cookie
  const { status, json } = await test.call(definition.method, fill(definition.path), {
    anonymous: true,
    unchecked: true,
    headers: { cookie, ...headers },
    body: definition.bodyExample,
  })
  return { status, code: json.code }
}

describe('Every write with session credentials', () => {
  it('every write with session credentials is listed in the contract', () => {
    expect(writes.length).toBeGreaterThan(15)
    expect(writes.map(nameOf)).toEqual(
      expect.arrayContaining(['POST /v1/auth/logout', 'POST /v1/api-keys', 'PUT /v1/tenant']),
    )
  })

  it.each<[string, Record<string, string>]>([
    ['without Origin', {}],
    ['with a foreign Origin', { origin: 'https://evil.example' }],
    ['with Origin null', { origin: 'null' }],
    ['with an empty Origin', { origin: '' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another origin on the site', { 'sec-fetch-site': 'same-site' }],
    ['from the address bar', { 'sec-fetch-site': 'none' }],
    [
      'with a foreign Origin that claims to be its own',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['with only a Referer', { referer: `${DASHBOARD}/keys` }],
    ['with another spelling of its own origin', { 'sec-fetch-site': 'Same-Origin' }],
  ])('a write with a session returns 403 %s, and changes nothing', async (_, headers) => {
    const before = await state()
    for (const definition of writes) {
      expect({ name: nameOf(definition), ...(await call(definition, headers)) }).toEqual({
        name: nameOf(definition),
        ...FORBIDDEN,
      })
    }
    expect(await state()).toBe(before)
  })

  it.each([
    ['application/x-www-form-urlencoded', 'name=Evil'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nEvil\r\n--x--\r\n',
    ],
    ['text/plain', '{"name":"Evil","x":"="}'],
    ['text/plain;charset=UTF-8', '{"name":"Evil"}'],
    ['application/json, text/plain', '{"name":"Evil"}'],
    ['application/jsonp', '{"name":"Evil"}'],
    ['text/json', '{"name":"Evil"}'],
  ])('a write with a session rejects a body of %s, even from its own pages', async (type, raw) => {
    const before = await state()
    for (const definition of writes) {
      const { cookie } = (definition.auth.includes('walletSession') ? wallet : account).headers
      const { status, json } = await test.call(definition.method, fill(definition.path), {
        anonymous: true,
        unchecked: true,
        headers: { cookie, origin: DASHBOARD, 'content-type': type },
        raw,
      })
      expect({ name: nameOf(definition), status, code: json.code }).toEqual({
        name: nameOf(definition),
        status: 415,
        code: 'unsupported_media_type',
      })
    }
    expect(await state()).toBe(before)
  })

  it('every write with session credentials rejects a body without a media type', async () => {
    const { status } = await test.call('POST', '/v1/auth/logout', {
      anonymous: true,
      unchecked: true,
      headers: { cookie: account.headers.cookie, origin: DASHBOARD },
      raw: Buffer.from('{}'),
    })
    expect(status).toBe(415)
  })
})

describe('A write with a session', () => {
  const rename = (headers: Record<string, string>) =>
    test.call('PUT', '/v1/tenant', {
      anonymous: true,
      headers: { cookie: account.headers.cookie, ...headers },
      body: { name: 'Ana’s shop' },
    })

  it.each<[string, () => Record<string, string>]>([
    ["from the service's own origin", () => ({ origin: test.host.context.config.authUrl })],
    ["from a dashboard's origin", () => ({ origin: DASHBOARD })],
    [
      'from its own page, for which a browser sends no Origin',
      () => ({ 'sec-fetch-site': 'same-origin' }),
    ],
    [
      'from a dashboard on another site',
      () => ({ origin: DASHBOARD, 'sec-fetch-site': 'cross-site' }),
    ],
  ])('a write with a session is accepted %s', async (_, headers) => {
    expect((await rename(headers())).status).toBe(200)
  })

  it('a write with a session is rejected before it counts towards the rate limit', async () => {
    await using limited = await startTestHost({ ...NO_LIMITS, PAY_RATE_LIMIT_SESSION: '3' })
    const { headers } = await registerAccount(limited)
    const put = (sent: Record<string, string>) =>
      limited.call('PUT', '/v1/tenant', { anonymous: true, headers: sent, body: { name: 'x' } })
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await put({ cookie: headers.cookie, origin: 'https://evil.example' })).status).toBe(
        403,
      )
    }
    expect((await put(headers)).status).toBe(200)
  })
})

describe('A read with a session', () => {
  it('a read with a session changes nothing, from any origin', async () => {
    const reads = definitions.filter(
      (definition) => takesSession(definition) && definition.method === 'GET',
    )
    expect(reads.length).toBeGreaterThan(8)
    const before = await state()
    for (const definition of reads) {
      for (const origin of [DASHBOARD, 'https://evil.example']) {
        for (const method of ['GET', 'HEAD']) {
          const { cookie } = (definition.auth.includes('walletSession') ? wallet : account).headers
          const { status } = await test.call(method, fill(definition.path), {
            anonymous: true,
            unchecked: true,
            headers: { cookie, origin },
          })
          // A stream rejects HEAD, because its caller would hold the stream without reading it.
          const isStream = definition.responses[200]?.events !== undefined
          const expected = isStream && method === 'HEAD' ? [405] : [200, 400, 404]
          expect(expected).toContain(status)
        }
      }
    }
    expect(await state()).toBe(before)
  })

  it('a read with a session cannot sign out', async () => {
    const session = await logIn(test, account.email)
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
      const { status } = await test.call(method, '/v1/auth/logout', {
        anonymous: true,
        headers: session.headers,
      })
      expect(status).toBe(405)
    }
    const { status } = await test.call('GET', '/v1/auth/session', {
      anonymous: true,
      headers: session.headers,
    })
    expect(status).toBe(200)
  })
})

describe('Every way to sign in, and to reset a password', () => {
  it('every sign-in and password reset is listed in the contract', () => {
    expect(signIns.map(nameOf).sort()).toEqual([
      'POST /v1/auth/invitation',
      'POST /v1/auth/login',
      'POST /v1/auth/passkey-sign-in',
      'POST /v1/auth/passkey-sign-in/options',
      'POST /v1/auth/password-reset',
      'POST /v1/auth/password-reset/confirm',
      'POST /v1/auth/register',
      'POST /v1/auth/second-factor/cancel',
      'POST /v1/auth/second-factor/options',
      'POST /v1/auth/second-factor/verify',
      'POST /v1/auth/wallet/challenge',
      'POST /v1/auth/wallet/verify',
    ])
  })

  it.each([
    ['a foreign page', 'https://evil.example'],
    ['a page without origin', 'null'],
    ['a page whose origin has the same beginning', `${DASHBOARD}.evil.example`],
  ])('each way to sign in returns 403 to %s', async (_, origin) => {
    const before = await state()
    for (const { method, path, bodyExample } of signIns) {
      const { status, json, headers } = await test.call(method, path, {
        anonymous: true,
        headers: { origin },
        body: bodyExample,
      })
      expect({ path, status, code: json.code }).toEqual({ path, ...FORBIDDEN })
      expect(headers['set-cookie']).toBeUndefined()
    }
    expect(await state()).toBe(before)
  })

  it('every sign-in and password reset accepts the dashboard, and programs that send no Origin', async () => {
    const body = { email: account.email, password: PASSWORD }
    for (const headers of [{}, { origin: DASHBOARD }]) {
      const answer = await test.call('POST', '/v1/auth/login', { anonymous: true, headers, body })
      expect(answer.status).toBe(200)
    }
  })

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'each way to sign in rejects a form of %s',
    async (type) => {
      const raw = JSON.stringify({ email: account.email, password: PASSWORD })
      for (const { method, path, body } of signIns) {
        // Operations that need no body do not read the posted form.
        if (body === undefined) continue
        const { status } = await test.call(method, path, {
          anonymous: true,
          headers: { 'content-type': type },
          raw,
        })
        expect({ path, status }).toEqual({ path, status: 415 })
      }
    },
  )
})
