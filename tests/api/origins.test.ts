import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALLOWED_ORIGIN, ORIGIN_SPELLINGS } from '../support/originSpellings.ts'
import { sendRaw } from '../support/sendRaw.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

let test: TestHost
let clientId: string
let path: string
let cookie: string
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_DASHBOARD_ORIGINS: ALLOWED_ORIGIN })
  const shop = { label: 'Shop', allowedDomains: [ALLOWED_ORIGIN] }
  clientId = (await test.createClientId(shop)).clientId
  path = `/v2/secure-payments/${(await test.createPayment()).token}`
  cookie = (await registerAccount(test)).headers.cookie
})
afterAll(() => test[Symbol.asyncDispose]())

const withClientId = (...origins: string[]) =>
  sendRaw(test.host, [`GET ${path} HTTP/1.1`, `X-Client-Id: ${clientId}`, ...origins])
const withSession = (...origins: string[]) =>
  sendRaw(test.host, ['DELETE /v1/api-keys/unknown HTTP/1.1', `Cookie: ${cookie}`, ...origins])
const preflight = (...origins: string[]) =>
  sendRaw(test.host, [
    'OPTIONS /v1/api-keys HTTP/1.1',
    'Access-Control-Request-Method: POST',
    ...origins,
  ])

describe('The allowed origin', () => {
  const header = `Origin: ${ALLOWED_ORIGIN}`

  it('the allowed origin admits a client ID', async () => {
    const { status, headers } = await withClientId(header)
    expect(status).toBe(200)
    expect(headers).toContain(`\r\naccess-control-allow-origin: ${ALLOWED_ORIGIN}\r\n`)
  })

  it('the allowed origin admits a session, which may write and read the response', async () => {
    const { status, headers } = await withSession(header)
    // The call passes the origin check: the 404 comes from the key lookup.
    expect(status).toBe(404)
    expect(headers).toContain(`\r\naccess-control-allow-origin: ${ALLOWED_ORIGIN}\r\n`)
    expect(headers).toContain('\r\naccess-control-allow-credentials: true\r\n')
  })

  it('the allowed origin may send cookies after the preflight', async () => {
    const { status, headers } = await preflight(header)
    expect(status).toBe(204)
    expect(headers).toContain(`\r\naccess-control-allow-origin: ${ALLOWED_ORIGIN}\r\n`)
    expect(headers).toContain('\r\naccess-control-allow-credentials: true\r\n')
  })
})

describe('Every other spelling of the allowed origin', () => {
  it('the table has at least 60 other spellings of the allowed origin', () => {
    const spellings = new Set(ORIGIN_SPELLINGS.map(([, origin]) => origin))
    expect(spellings.size).toBe(ORIGIN_SPELLINGS.length)
    expect(spellings.size).toBeGreaterThanOrEqual(60)
    expect(spellings).not.toContain(ALLOWED_ORIGIN)
  })

  it.each(ORIGIN_SPELLINGS)(
    'another spelling of the allowed origin is rejected: %s',
    async (_, origin) => {
      const header = `Origin: ${origin}`
      const client = await withClientId(header)
      expect({ status: client.status, code: codeOf(client.body) }).toEqual({
        status: 403,
        code: 'origin_not_allowed',
      })
      const session = await withSession(header)
      expect({ status: session.status, code: codeOf(session.body) }).toEqual({
        status: 403,
        code: 'origin_not_allowed',
      })
      for (const { headers } of [client, session, await preflight(header)]) {
        expect(headers).not.toContain('access-control-allow-credentials')
        expect(headers).not.toContain('evil')
      }
      expect(session.headers).not.toContain('access-control-allow-origin')
    },
  )

  it.each([
    ['the same origin twice', [ALLOWED_ORIGIN, ALLOWED_ORIGIN]],
    ['the allowed one first', [ALLOWED_ORIGIN, 'https://evil.example']],
    ['the allowed one last', ['https://evil.example', ALLOWED_ORIGIN]],
    ['the allowed origin next to an empty one', [ALLOWED_ORIGIN, '']],
  ])(
    'another spelling of the allowed origin is rejected in two headers: %s',
    async (_, origins) => {
      const headers = origins.map((origin) => `Origin: ${origin}`)
      for (const call of [withClientId, withSession]) {
        expect((await call(...headers)).status).toBe(403)
      }
      const { headers: answered } = await preflight(...headers)
      expect(answered).not.toContain('access-control-allow-credentials')
    },
  )

  it('every other spelling of the allowed origin is rejected, and so is a missing header', async () => {
    expect((await withClientId()).status).toBe(401)
    expect((await withSession()).status).toBe(403)
  })
})

function codeOf(body: string): unknown {
  return JSON.parse(body).code
}
