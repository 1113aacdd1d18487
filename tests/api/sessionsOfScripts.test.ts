import { afterAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, signInWallet } from '../support/signIn.ts'
import { startTestHost, usdcItem } from '../support/testHost.ts'

const test = await startTestHost(NO_LIMITS)
afterAll(() => test[Symbol.asyncDispose]())

const { headers: signedIn } = await signInWallet(test)
const value = signedIn.cookie.slice('session='.length)
const bearer = { authorization: `Bearer ${value}` }
const ownOrigin = test.host.context.config.authUrl

const PATH = '/v2/secure-payments'
const rename = (headers: Record<string, string>, name: string) =>
  test.call('PUT', '/v1/tenant', { anonymous: true, headers, body: { name } })
const find = (headers: Record<string, string>, requestId = `01${'a'.repeat(64)}`) =>
  test.call('GET', `${PATH}?requestId=${requestId}`, { anonymous: true, headers })
const read = (headers: Record<string, string>) =>
  test.call('GET', '/v1/tenant', { anonymous: true, headers })

describe('A session from a script', () => {
  it('a session as a bearer token finds a payment, and is ignored by other operations', async () => {
    const body = { requests: [usdcItem] }
    const headers = { cookie: `session=${value}`, origin: ownOrigin }
    const created = await test.call('POST', PATH, { anonymous: true, headers, body })
    expect(created.status).toBe(201)
    const found = await find(bearer, created.json.requestIds[0])
    expect(found.json.token).toBe(created.json.token)
    for (const answer of [await read(bearer), await rename(bearer, 'x')]) {
      expect([answer.status, answer.json.code]).toEqual([401, 'missing_credential'])
    }
  })

  it.each(['session', 'session_token'])(
    'a session in the cookie %s reads without an Origin, and writes only with the service’s own Origin',
    async (name) => {
      const cookie = { cookie: `${name}=${value}` }
      expect((await read(cookie)).status).toBe(200)
      const refused = await rename(cookie, 'x')
      expect([refused.status, refused.json.code]).toEqual([403, 'origin_not_allowed'])
      expect(refused.json.detail).toContain('sends the origin of this service')
      expect((await rename({ ...cookie, origin: 'https://evil.example.test' }, 'x')).status).toBe(
        403,
      )
      expect((await rename({ ...cookie, origin: ownOrigin }, 'By a page')).status).toBe(200)
    },
  )

  it.each([
    ['another scheme', { authorization: `Basic ${value}` }, 'missing_credential'],
    ['no value', { authorization: 'Bearer' }, 'missing_credential'],
    ['another form', { authorization: 'Bearer x' }, 'invalid_session'],
    ['an unknown value', { authorization: `Bearer ${'A'.repeat(43)}` }, 'invalid_session'],
    ['two cookies', { cookie: `session_token=${value}; session_token=x` }, 'invalid_session'],
    [
      'a planted second name',
      { cookie: `session=${'A'.repeat(43)}; session_token=${value}` },
      'invalid_session',
    ],
  ])('a session is rejected with %s', async (_, headers, code) => {
    const { status, json } = await find(headers)
    expect([status, json.code]).toEqual([401, code])
  })

  it('a session as a bearer token gives no page access, because no preflight allows the header', async () => {
    const preflight = await test.call('OPTIONS', PATH, {
      anonymous: true,
      headers: {
        origin: 'https://evil.example.test',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(preflight.headers['access-control-allow-headers'] ?? '').not.toContain('authorization')
    const { headers } = await find({ ...bearer, origin: 'https://evil.example.test' })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})
