import { KEY_SCOPES } from '@secure-payment/core/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApiKey } from '../../host/src/auth/apiKey.ts'
import { DatabaseUnavailableError } from '../../host/src/db/errors.ts'
import type { Answer } from '../support/callApi.ts'
import {
  API_KEY,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'
import { ANY_ENGINE } from '../tiers.ts'

const CURRENCIES = '/v2/currencies?id=USDC-devnet'
const LOGIN = '/v1/auth/login'
const PASSWORD = 'correct horse battery staple'

let test: TestHost
afterEach(() => test[Symbol.asyncDispose]())

const get = (headers: Record<string, string> = {}) => test.call('GET', CURRENCIES, { headers })

/** Sends a call as a visitor's page at `address` does, behind one proxy. */
const getFrom = (address: string, clientId: string) =>
  test.call('GET', CURRENCIES, {
    anonymous: true,
    headers: { 'x-client-id': clientId, origin: SHOP_ORIGIN, 'x-forwarded-for': address },
  })

const login = (headers: Record<string, string> = {}, email = 'ana@example.test') =>
  test.call('POST', LOGIN, { anonymous: true, headers, body: { email, password: PASSWORD } })

const challenge = (headers: Record<string, string> = {}) =>
  test.call('POST', '/v1/auth/wallet/challenge', {
    anonymous: true,
    headers,
    body: { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  })

const signUp = (email: string, headers: Record<string, string> = {}) =>
  test.call('POST', '/v1/auth/register', {
    anonymous: true,
    headers,
    body: { email, password: PASSWORD },
  })

/** Sends sequential calls and counts the responses by status. */
async function countStatuses(
  calls: number,
  call: (index: number) => Promise<Answer>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let index = 0; index < calls; index += 1) {
    const { status } = await call(index)
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

/**
 * Parses `RateLimit` and `RateLimit-Policy` by the IETF draft's grammar: a single item, which is a quoted name with integer parameters.
 */
function standing({ headers }: Answer): Record<string, unknown> {
  const limit = /^"([a-z-]+)";r=(\d+);t=(\d+)$/.exec(headers['ratelimit'] ?? '')
  const policy = /^"([a-z-]+)";q=(\d+);w=(\d+)$/.exec(headers['ratelimit-policy'] ?? '')
  if (limit === null || policy === null || limit[1] !== policy[1]) return { headers }
  const [, name, q, w] = policy
  return { name, q: Number(q), w: Number(w), r: Number(limit[2]), t: Number(limit[3]) }
}

describe('An API key', () => {
  it('an API key receives its number of remaining calls in each response, and 429 when its minute is used up', async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_API_KEY: '5' })
    for (let left = 4; left >= 0; left -= 1) {
      const answer = await get()
      expect(answer.status).toBe(200)
      expect(standing(answer)).toMatchObject({ name: 'api-key', q: 5, w: 60, r: left })
    }
    const refused = await get()
    expect(refused).toMatchObject({
      status: 429,
      json: { statusCode: 429, error: 'Too Many Requests', code: 'rate_limited' },
    })
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(standing(refused)).toMatchObject({ name: 'api-key', q: 5, w: 60, r: 0 })
    const retryAfterS = Number(refused.headers['retry-after'])
    expect(retryAfterS).toBe(standing(refused)['t'])
    expect(retryAfterS).toBeGreaterThanOrEqual(60)
    expect(retryAfterS).toBeLessThanOrEqual(62)
    // A call succeeds as soon as Retry-After has passed.
    test.clock.advance(retryAfterS * 1_000)
    expect((await get()).status).toBe(200)
  })

  it('an API key gets exactly 600 of 700 simultaneous calls', async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_API_KEY: '600' })
    const lanes = Array.from({ length: 50 }, () => countStatuses(14, () => get()))
    const counts = await Promise.all(lanes)
    const total = (status: number) => counts.reduce((sum, count) => sum + (count[status] ?? 0), 0)
    expect({ 200: total(200), 429: total(429) }).toEqual({ 200: 600, 429: 100 })
  })

  it('an API key gets 429 on the first calls of a clock minute that follows a full minute: the window slides', async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_API_KEY: '10' })
    test.clock.advance(60_000 - (test.clock.now().getTime() % 60_000) - 100)
    expect(await countStatuses(10, () => get())).toEqual({ 200: 10 })
    // A new clock minute begins, in which a fixed window would start over.
    test.clock.advance(200)
    expect(await countStatuses(10, () => get())).toEqual({ 429: 10 })
    test.clock.advance(50_000)
    expect((await get()).status).toBe(429)
    test.clock.advance(12_000)
    expect(await countStatuses(11, () => get())).toEqual({ 200: 10, 429: 1 })
  })

  it('an API key does not affect other keys, of its own tenant or of another tenant', async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_API_KEY: '3' })
    const { apiKey } = await test.createTenant()
    expect(await countStatuses(5, () => get())).toEqual({ 200: 3, 429: 2 })
    const other = await get({ 'x-api-key': apiKey })
    expect(other.status).toBe(200)
    expect(standing(other)).toMatchObject({ r: 2 })
  })

  it('an API key without a limit gets no rate-limit headers', async () => {
    test = await startTestHost()
    const { headers } = await get()
    expect(headers).not.toHaveProperty('ratelimit')
    expect(headers).not.toHaveProperty('ratelimit-policy')
  })
})

describe('A client ID', { tags: [ANY_ENGINE] }, () => {
  beforeEach(async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_CLIENT_ID: '3', PAY_TRUSTED_PROXIES: '1' })
  })

  it('a client ID’s calls are counted separately per address', async () => {
    const { clientId } = await test.createClientId()
    const other = await test.createClientId()
    const from = (address: string, id = clientId) => countStatuses(4, () => getFrom(address, id))
    expect(await from('198.51.100.1')).toEqual({ 200: 3, 429: 1 })
    expect(await from('198.51.100.2')).toEqual({ 200: 3, 429: 1 })
    expect(await from('198.51.100.1', other.clientId)).toEqual({ 200: 3, 429: 1 })
  })

  it('a client ID gains nothing from addresses that precede the proxy’s own in X-Forwarded-For', async () => {
    const { clientId } = await test.createClientId()
    const counts = await countStatuses(6, (index) =>
      getFrom(`203.0.113.${index}, 198.51.100.1`, clientId),
    )
    expect(counts).toEqual({ 200: 3, 429: 3 })
  })

  it('a client ID gains nothing from other addresses in one IPv6 network or from another spelling', async () => {
    const { clientId } = await test.createClientId()
    const one = await countStatuses(6, (index) => getFrom(`2001:db8:0:1::${index}`, clientId))
    expect(one).toEqual({ 200: 3, 429: 3 })
    expect((await getFrom('2001:db8:0:2::1', clientId)).status).toBe(200)
    const two = await countStatuses(6, (index) =>
      getFrom(index % 2 === 0 ? '198.51.100.9' : '::ffff:198.51.100.9', clientId),
    )
    expect(two).toEqual({ 200: 3, 429: 3 })
  })

  it('payers of different payments behind one address have a limit each on the hosted page, and ten times it together', async () => {
    const open = async () => {
      const { token } = await test.createPayment()
      const { text } = await test.call('GET', `/?token=${token}`, { anonymous: true })
      return { token, clientId: /client-id="([^"]+)"/.exec(text)?.[1] ?? '' }
    }
    const pay = ({ token, clientId }: Awaited<ReturnType<typeof open>>, address: string) =>
      countStatuses(4, () =>
        test.call('GET', `/v2/secure-payments/${token}`, {
          anonymous: true,
          headers: {
            'x-client-id': clientId,
            origin: test.host.url,
            'x-forwarded-for': address,
          },
        }),
      )
    const payers = await Promise.all(Array.from({ length: 11 }, open))
    for (const payer of payers.slice(0, 10))
      expect(await pay(payer, '198.51.100.1')).toEqual({ 200: 3, 429: 1 })
    const last = payers.at(-1) ?? (await open())
    expect(await pay(last, '198.51.100.1')).toEqual({ 429: 4 })
    expect(await pay(last, '198.51.100.2')).toEqual({ 200: 3, 429: 1 })
  })

  it('a client ID that guesses tokens gets 429', async () => {
    const { clientId } = await test.createClientId()
    const counts = await countStatuses(500, (index) =>
      test.call(
        'GET',
        `/v2/secure-payments/01KB4W3F6V3M2N5P7R9T0${String(index).padStart(5, '0')}`,
        {
          anonymous: true,
          headers: pageHeaders(clientId),
        },
      ),
    )
    expect(counts).toEqual({ 404: 3, 429: 497 })
  })
})

describe('Without a trusted proxy', { tags: [ANY_ENGINE] }, () => {
  it('without a trusted proxy, the host ignores X-Forwarded-For', async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_CLIENT_ID: '3' })
    const { clientId } = await test.createClientId()
    const counts = await countStatuses(6, (index) => getFrom(`198.51.100.${index}`, clientId))
    expect(counts).toEqual({ 200: 3, 429: 3 })
  })
})

describe('Refused credentials', { tags: [ANY_ENGINE] }, () => {
  it('rejected credentials are counted per address, and a valid credential still works from that address', async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_CLIENT_ID: '20', PAY_TRUSTED_PROXIES: '1' })
    const guess = (index: number, address = '127.0.0.1') =>
      test.call('GET', '/v1/webhook', {
        anonymous: true,
        headers: {
          'x-forwarded-for': address,
          ...(index % 2 === 0
            ? { 'x-api-key': `sk_guess_${index}` }
            : { cookie: `session=${String(index).padEnd(43, 'a')}` }),
        },
      })
    const counts = await countStatuses(30, (index) => guess(index))
    expect(counts).toEqual({ 401: 20, 429: 10 })
    expect((await get({ 'x-api-key': API_KEY })).status).toBe(200)
    expect((await guess(0, '198.51.100.77')).status).toBe(401)
  })
})

describe('Signing in', () => {
  beforeEach(async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_SIGN_IN: '4', PAY_TRUSTED_PROXIES: '1' })
  })

  it('signing in is limited per network address and operation', async () => {
    expect(await countStatuses(6, () => challenge())).toEqual({ 201: 4, 429: 2 })
    // Another operation has a separate limit, and so has another address.
    const tried = await login()
    expect(tried.status).toBe(401)
    expect((await challenge({ 'x-forwarded-for': '198.51.100.3' })).status).toBe(201)
    const refused = await challenge()
    expect(standing(refused)).toMatchObject({ name: 'sign-in', q: 4, w: 60, r: 0 })
  })

  it('signing in to one account is limited across all addresses, so attackers cannot split a password list', async () => {
    const counts = await countStatuses(25, (index) =>
      login({ 'x-forwarded-for': `198.51.100.${index}` }),
    )
    // An account's limit is five times an address's limit, so no single address can lock the owner out.
    expect(counts).toEqual({ 401: 20, 429: 5 })
    const elsewhere = { 'x-forwarded-for': '198.51.100.50' }
    expect((await login(elsewhere, 'bo@example.test')).status).toBe(401)
  })

  it('signing in stores the e-mail address only as a hash in the account’s counter', async () => {
    await login()
    const rows = await test.host.context.db.kysely.selectFrom('rate_limits').selectAll().execute()
    const keys = rows.map(({ key }) => key).sort()
    expect(keys).toEqual([
      expect.stringMatching(/^account:[0-9a-f]{64}$/),
      'sign-in:login:127.0.0.1',
    ])
    expect(JSON.stringify(rows)).not.toContain('ana')
  })
})

describe('A session', { tags: [ANY_ENGINE] }, () => {
  async function signedIn(): Promise<string> {
    const { status, headers } = await signUp('ana@example.test')
    expect(status).toBe(201)
    return headers['set-cookie']?.split(';', 1)[0] ?? ''
  }

  it('a session’s calls are counted per address, but its management calls and record reads per identity, like an API key’s', async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_SESSION: '3', PAY_RATE_LIMIT_API_KEY: '5' })
    const cookie = await signedIn()
    const read = (path: string) => test.call('GET', path, { anonymous: true, headers: { cookie } })
    expect(await countStatuses(5, () => read('/v1/auth/session'))).toEqual({ 200: 3, 429: 2 })
    const paths = ['/v1/api-keys', '/v1/client-ids', '/v1/webhook', '/v2/payments', '/v2/request']
    const managed = await countStatuses(7, (index) => read(paths[index % paths.length] ?? ''))
    expect(managed).toEqual({ 200: 5, 429: 2 })
  })
})

describe('While the database cannot count calls', () => {
  beforeEach(async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_API_KEY: '5', PAY_RATE_LIMIT_SIGN_IN: '4' })
  })

  /** Makes every transaction fail as if the database were unreachable. */
  function failTransactions(): Disposable {
    const { db } = test.host.context
    const { transaction } = db
    db.transaction = () =>
      Promise.reject(new DatabaseUnavailableError({ operation: 'serve this request' }))
    return {
      [Symbol.dispose]() {
        db.transaction = transaction
      },
    }
  }

  it('while the database cannot count calls, the host counts reads locally and rejects sign-ins, and both recover automatically', async () => {
    {
      using _fault = failTransactions()
      expect(await countStatuses(8, () => get())).toEqual({ 200: 5, 429: 3 })
      for (const answer of [await login(), await challenge(), await signUp('bo@example.test')]) {
        expect(answer).toMatchObject({ status: 503, json: { code: 'database_unavailable' } })
        expect(answer.headers['retry-after']).toBe('1')
      }
    }
    test.clock.advance(1_000)
    expect((await challenge()).status).toBe(201)
    // The calls that passed during the outage now count for all hosts.
    expect((await get()).status).toBe(429)
    const row = await test.host.context.db.kysely
      .selectFrom('rate_limits')
      .select('counts')
      .where('key', 'like', 'api-key:%')
      .executeTakeFirstOrThrow()
    expect(row.counts).toMatch(/,5\]\],\[\]\]$/)
  })
})

describe('One merchant’s API keys', () => {
  it('one merchant’s API keys share ten times one key’s limit, and do not use another merchant’s limit', async () => {
    test = await startTestHost({ PAY_RATE_LIMIT_API_KEY: '2' })
    const { context } = test.host
    const merchant = await test.createTenant()
    const keys = Array.from({ length: 12 }, () =>
      createApiKey(context, {
        tenantId: merchant.tenantId,
        label: 'Server',
        scopes: KEY_SCOPES,
        expiresAt: null,
        createdBy: null,
      }),
    )
    await context.db.kysely
      .insertInto('api_keys')
      .values(keys.map(({ row }) => row))
      .execute()
    const by = (key: string) => get({ 'x-api-key': key })
    expect(await countStatuses(22, (index) => by(keys[index % 11]?.key ?? ''))).toEqual({
      200: 20,
      429: 2,
    })
    // No call has used this key so far.
    const refused = await by(keys[11]?.key ?? '')
    expect(refused.json.code).toBe('rate_limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await by((await test.createTenant()).apiKey)).status).toBe(200)
    test.clock.advance(120_000)
    expect((await by(keys[10]?.key ?? '')).status).toBe(200)
  })
})
