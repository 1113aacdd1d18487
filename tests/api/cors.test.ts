import { api, type EndpointDefinition } from '@secure-payment/core/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS, PASSWORD, registerAccount, type SignedIn } from '../support/signIn.ts'
import { API_KEY, SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

const DASHBOARD = 'https://dash.example.test'
const FOREIGN = 'https://evil.example'

let test: TestHost
let account: SignedIn
let clientId: string
let paymentPath: string
beforeAll(async () => {
  test = await startTestHost({ ...NO_LIMITS, PAY_DASHBOARD_ORIGINS: DASHBOARD })
  account = await registerAccount(test)
  clientId = (await test.createClientId()).clientId
  paymentPath = `/v2/secure-payments/${(await test.createPayment()).token}`
})
afterAll(() => test[Symbol.asyncDispose]())

const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  test.call(method, path, { anonymous: true, headers, body })
const allowed = (headers: Record<string, string>) => ({
  origin: headers['access-control-allow-origin'],
  credentials: headers['access-control-allow-credentials'],
  vary: headers['vary'],
})
const ask = (path: string, origin: string) =>
  send('OPTIONS', path, { origin, 'access-control-request-method': 'POST' })

const NOBODY = { origin: undefined, credentials: undefined, vary: 'Origin' }
const ANYBODY = { origin: '*', credentials: undefined, vary: 'Origin' }
const THE_DASHBOARD = { origin: DASHBOARD, credentials: 'true', vary: 'Origin' }

const byPath = Map.groupBy(
  Object.values(api).flatMap((group) => Object.values<EndpointDefinition>(group)),
  ({ path }) => path.replaceAll(/\{\w+\}/g, '01KB4W3F6V3M2N5P7R9T0W1X2Y'),
)

describe('A preflight', () => {
  it.each([...byPath])(
    'a preflight on %s allows the origins of its callers',
    async (path, operations) => {
      const takes = (credential: string) =>
        operations.some(({ auth }) => auth.some((accepted) => accepted === credential))
      const isForSessions = takes('session') || takes('walletSession')
      const isForSignIn = operations.some(({ limit }) => limit === 'signIn')
      const forAnybody = takes('clientId') ? ANYBODY : NOBODY

      const dashboard = await ask(path, DASHBOARD)
      const foreign = await ask(path, FOREIGN)
      expect([dashboard.status, foreign.status]).toEqual([204, 204])
      if (isForSessions || isForSignIn) {
        expect(allowed(dashboard.headers)).toEqual(THE_DASHBOARD)
        expect(allowed(foreign.headers)).toEqual(forAnybody)
      } else if (takes('clientId')) {
        expect(allowed(dashboard.headers)).toEqual(ANYBODY)
        expect(allowed(foreign.headers)).toEqual(ANYBODY)
      } else {
        expect(allowed(dashboard.headers)).toEqual({ ...NOBODY, vary: undefined })
      }
    },
  )

  it('a preflight allows the methods and headers of dashboards and shops, for ten minutes', async () => {
    for (const [path, origin] of [
      ['/v1/api-keys', DASHBOARD],
      [paymentPath, FOREIGN],
    ] as const) {
      const { headers } = await ask(path, origin)
      expect(headers['access-control-allow-methods']).toBe('GET, POST, PUT, PATCH, DELETE')
      expect(headers['access-control-allow-headers']?.split(', ')).toEqual(
        expect.arrayContaining(['content-type', 'x-client-id', 'x-api-key', 'idempotency-key']),
      )
      expect(headers['access-control-max-age']).toBe('600')
    }
  })

  it('a preflight from an origin that is not allowed returns no CORS headers', async () => {
    const { headers } = await ask('/v1/api-keys', FOREIGN)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('The response to a call with a session', () => {
  it('the response to a call with a session is readable by the dashboard, with its cookie', async () => {
    for (const path of ['/v1/auth/session', '/v2/currencies?paymentCurrency=USD']) {
      const { headers } = await send('GET', path, { ...account.headers, origin: DASHBOARD })
      expect(allowed(headers)).toEqual(THE_DASHBOARD)
      expect(headers['access-control-expose-headers']).toContain('x-request-id')
    }
  })

  it('the response to a call with a session is unreadable by every other page, even where client IDs are accepted', async () => {
    const { cookie } = account.headers
    for (const origin of [FOREIGN, 'null', SHOP_ORIGIN, `${DASHBOARD}.evil.example`]) {
      for (const path of ['/v1/auth/session', '/v1/webhook', '/v2/currencies']) {
        const { status, headers } = await send('GET', path, { cookie, origin })
        expect({ path, status, ...allowed(headers) }).toEqual({ path, status: 200, ...NOBODY })
      }
    }
  })

  it('the response to a call with a session varies by origin even without an Origin header', async () => {
    const { headers } = await send('GET', '/v1/auth/session', { cookie: account.headers.cookie })
    expect(allowed(headers)).toEqual(NOBODY)
  })

  it('the response to a call with a session is readable by the dashboard even for an error, so the dashboard can show the reason', async () => {
    for (const sent of [{}, { cookie: 'session=unknown' }]) {
      const { status, headers } = await send('GET', '/v1/auth/session', {
        ...sent,
        origin: DASHBOARD,
      })
      expect({ status, ...allowed(headers) }).toEqual({ status: 401, ...THE_DASHBOARD })
    }
  })
})

describe('The response to a sign-in', () => {
  const path = '/v1/auth/login'
  const body = { email: 'nobody@example.test', password: PASSWORD }

  it('the response to a sign-in is readable only by the dashboard', async () => {
    const own = await send('POST', path, { origin: DASHBOARD }, body)
    expect({ status: own.status, ...allowed(own.headers) }).toEqual({
      status: 401,
      ...THE_DASHBOARD,
    })
    const foreign = await send('POST', path, { origin: FOREIGN }, body)
    expect({ status: foreign.status, ...allowed(foreign.headers) }).toEqual({
      status: 403,
      ...NOBODY,
    })
  })
})

describe('The response to a call with a client ID', () => {
  it('the response to a call with a client ID is readable by the allowed page, without cookies, even on the dashboard’s origin', async () => {
    const ofDashboard = await test.createClientId({
      label: 'Dashboard',
      allowedDomains: [DASHBOARD],
    })
    for (const [origin, id] of [
      [SHOP_ORIGIN, clientId],
      [DASHBOARD, ofDashboard.clientId],
    ] as const) {
      const sent = { origin, 'x-client-id': id, cookie: account.headers.cookie }
      const { status, headers } = await send('GET', paymentPath, sent)
      expect({ status, ...allowed(headers) }).toEqual({
        status: 200,
        origin,
        credentials: undefined,
        vary: 'Origin',
      })
    }
  })
})

describe('The response to a call with an API key', () => {
  it('the response to a call with an API key is readable by a page only where client IDs are accepted, and never with cookies', async () => {
    const sent = { origin: FOREIGN, 'x-api-key': API_KEY }
    expect(allowed((await send('GET', '/v2/client-ids', sent)).headers)).toEqual({
      ...NOBODY,
      vary: undefined,
    })
    expect(allowed((await send('GET', paymentPath, sent)).headers)).toEqual(ANYBODY)
  })
})

describe('A page that reads a payment', () => {
  const read = (query: string, headers: Record<string, string>) =>
    send('GET', `${paymentPath}${query}`, headers)

  it('a page that reads a payment sends its client ID in the query, without a header that needs a preflight', async () => {
    const answer = await read(`?clientId=${clientId}`, { origin: SHOP_ORIGIN })
    expect(answer.status).toBe(200)
    expect(allowed(answer.headers).origin).toBe(SHOP_ORIGIN)
  })

  it.each([
    ['from another origin', { origin: FOREIGN }, 403, 'origin_not_allowed'],
    ['without an origin, as an image or a script', {}, 401, 'missing_origin'],
    [
      'with a header that names another client ID',
      { origin: SHOP_ORIGIN, 'x-client-id': 'cli_nobody' },
      401,
      'invalid_client_id',
    ],
  ])(
    'a page that reads a payment gets the same rejection for %s as with the header',
    async (_, headers, status, code) => {
      const answer = await read(`?clientId=${clientId}`, headers)
      expect([answer.status, answer.json]).toEqual([status, expect.objectContaining({ code })])
    },
  )

  it('a page that reads a payment cannot send its client ID in the query of any other operation', async () => {
    const answer = await read(`/pay?clientId=${clientId}`, { origin: SHOP_ORIGIN })
    expect([answer.status, answer.json]).toEqual([
      401,
      expect.objectContaining({ code: 'missing_credential' }),
    ])
  })
})
