import { KEY_SCOPES } from '@secure-payment/core/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeyRow } from '../../host/src/auth/apiKey.ts'
import { BOOTSTRAP_TENANT_ID } from '../../host/src/auth/bootstrap.ts'
import {
  API_KEY,
  pageHeaders,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const PATH = '/v2/secure-payments'

let test: TestHost
let clientId: string
let token: string
beforeAll(async () => {
  test = await startTestHost()
  clientId = (await test.createClientId()).clientId
  token = (await test.createPayment()).token
})
afterAll(() => test[Symbol.asyncDispose]())

const get = (headers: Record<string, string>, path = `${PATH}/${token}`) =>
  test.call('GET', path, { anonymous: true, headers })

async function addKey(key: string, changes: object): Promise<void> {
  const tenantId = BOOTSTRAP_TENANT_ID
  const facts = {
    tenantId,
    label: 'test',
    scopes: KEY_SCOPES,
    expiresAt: null,
    createdBy: null,
    key,
  }
  await test.host.context.db.kysely
    .insertInto('api_keys')
    .values({ ...apiKeyRow(test.host.context, facts), ...changes })
    .execute()
}

describe('An API key', () => {
  it('an API key authenticates calls to the API', async () => {
    expect((await get({ 'x-api-key': API_KEY })).status).toBe(200)
  })

  it.each([
    ['missing', {}, 'missing_credential'],
    ['empty', { 'x-api-key': '' }, 'invalid_api_key'],
    ['unknown', { 'x-api-key': 'sk_unknown' }, 'invalid_api_key'],
    ['cut off', { 'x-api-key': API_KEY.slice(0, -1) }, 'invalid_api_key'],
    ['too long', { 'x-api-key': 'k'.repeat(5_000) }, 'invalid_api_key'],
    ['a client ID', { 'x-api-key': 'cli_x' }, 'invalid_api_key'],
    ['in a session cookie', { cookie: `session=${API_KEY}` }, 'invalid_session'],
    ['a bearer token', { authorization: `Bearer ${API_KEY}` }, 'missing_credential'],
  ])('an API key is rejected with 401 when it is %s', async (_, headers, code) => {
    const { status, json } = await get(headers)
    expect({ status, code: json.code }).toEqual({ status: 401, code })
  })

  it('an API key is rejected with 401 once it has expired or is disabled', async () => {
    const expired = `sk_expired_${'x'.repeat(30)}`
    const inactive = `sk_inactive_${'x'.repeat(30)}`
    await addKey(expired, { expires_at: test.clock.now().toISOString() })
    await addKey(inactive, { status: 'inactive' })
    expect(await get({ 'x-api-key': expired })).toMatchObject({
      status: 401,
      json: { code: 'api_key_expired' },
    })
    expect(await get({ 'x-api-key': inactive })).toMatchObject({
      status: 401,
      json: { code: 'invalid_api_key' },
    })
  })

  it('an API key is stored as a hash: the database does not contain the key', async () => {
    const rows = await test.host.context.db.kysely.selectFrom('api_keys').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(API_KEY)
  })

  it('an API key takes precedence over a client ID in the same call', async () => {
    const good = pageHeaders(clientId)
    expect((await get({ 'x-api-key': 'sk_unknown', ...good })).status).toBe(401)
    expect((await get({ 'x-api-key': API_KEY, 'x-client-id': 'cli_unknown' })).status).toBe(200)
  })

  it('an API key’s last use is recorded', async () => {
    await get({ 'x-api-key': API_KEY })
    await waitUntil(async () => {
      const rows = await test.host.context.db.kysely
        .selectFrom('api_keys')
        .select('last_used_at')
        .where('label', '=', 'bootstrap')
        .execute()
      return rows[0]?.last_used_at !== null
    })
  })
})

describe('A client ID', () => {
  it('a client ID reads its tenant’s payments from its allowed origin', async () => {
    expect((await get(pageHeaders(clientId))).status).toBe(200)
  })

  it('a client ID is rejected with 401 when it is unknown or the origin is missing', async () => {
    const unknown = await get({ 'x-client-id': 'cli_unknown', origin: SHOP_ORIGIN })
    expect(unknown).toMatchObject({ status: 401, json: { code: 'invalid_client_id' } })
    const missing = await get({ 'x-client-id': clientId })
    expect(missing).toMatchObject({ status: 401, json: { code: 'missing_origin' } })
  })

  it.each([
    'null',
    '',
    'http://shop.example.test',
    'https://shop.example.test/',
    'https://shop.example.test:443',
    'https://shop.example.test:8443',
    'https://SHOP.example.test',
    'HTTPS://shop.example.test',
    'https://shop.example.test.',
    'https://www.shop.example.test',
    'https://example.test',
    'https://shop.example.test.evil.com',
    'https://evilshop.example.test',
    'https://shop.example.test@evil.com',
    'https://user@shop.example.test',
    'https://shop%2eexample.test',
    'https://shop.example.test, https://evil.com',
    'https://shop.example.test https://evil.com',
    'https://shop.example.test#x',
    'https://shop.example.test?x',
    'https://shop.example.test\\@evil.com',
    'https://sh\u00f6p.example.test',
    'https://xn--shp-fxa.example.test',
    'file://',
    'chrome-extension://abcdefghijklmnop',
    '*',
  ])('a client ID is rejected with 403 for %j', async (origin) => {
    const { status, json, headers } = await get({ 'x-client-id': clientId, origin })
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'origin_not_allowed' })
    // Any page may read the error, but the host does not return the page's origin as an allowed origin.
    expect(headers['access-control-allow-origin']).toBe('*')
  })

  it.each([
    ['revoked', 'client_id_revoked'],
    ['inactive', 'client_id_inactive'],
  ] as const)(
    'a client ID is rejected with 403 once it is %s, even right after a success',
    async (status, code) => {
      const shop = await test.createClientId()
      const headers = pageHeaders(shop.clientId)
      expect((await get(headers)).status).toBe(200)
      await test.host.context.db.kysely
        .updateTable('client_ids')
        .set({ status })
        .where('id', '=', shop.id)
        .execute()
      await waitUntil(async () => (await get(headers)).status === 403)
      expect((await get(headers)).json.code).toBe(code)
    },
  )

  it('a client ID cannot create credentials or manage webhooks', async () => {
    const headers = pageHeaders(clientId)
    const calls = [
      test.call('POST', '/v2/client-ids', {
        anonymous: true,
        headers,
        body: { label: 'x', allowedDomains: [SHOP_ORIGIN] },
      }),
      test.call('GET', '/v2/client-ids', { anonymous: true, headers }),
      test.call('GET', '/v1/webhook', { anonymous: true, headers }),
      test.call('POST', '/v1/webhook', {
        anonymous: true,
        headers,
        body: { url: 'https://evil.example' },
      }),
    ]
    for (const { status, json } of await Promise.all(calls)) {
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'credential_not_accepted' })
    }
  })

  it('a client ID cannot read another tenant’s payments', async () => {
    const { apiKey } = await test.createTenant()
    const created = await test.call('POST', PATH, {
      anonymous: true,
      headers: { 'x-api-key': apiKey },
      body: { requests: [usdcItem] },
    })
    const path = `${PATH}/${created.json.token}`
    expect((await get(pageHeaders(clientId), path)).status).toBe(404)
  })
})

describe('The hosted page’s client ID', () => {
  const clientIdOfPage = async () => {
    const { token } = await test.createPayment()
    const { text } = await test.call('GET', `/?token=${token}`, { anonymous: true })
    return /client-id="(cli_[0-9A-Za-z]{30})"/.exec(text)?.[1] ?? ''
  }

  it('the hosted page’s client ID reads any token, only from the page’s origin', async () => {
    const page = { 'x-client-id': await clientIdOfPage() }
    expect((await get({ ...page, origin: test.host.url })).status).toBe(200)
    expect((await get({ ...page, origin: SHOP_ORIGIN })).status).toBe(403)
    expect((await get(page)).status).toBe(401)
  })

  it('the hosted page’s client ID works on the page’s own origin, where browsers omit Origin from a GET', async () => {
    const page = { 'x-client-id': await clientIdOfPage() }
    expect((await get({ ...page, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await get({ ...page, 'sec-fetch-site': 'cross-site' })).status).toBe(401)
    const shop = { 'x-client-id': clientId, 'sec-fetch-site': 'same-origin' }
    expect((await get(shop)).status).toBe(403)
  })

  it('the hosted page’s client ID cannot create payments or read requests', async () => {
    const headers = pageHeaders(await clientIdOfPage(), test.host.url)
    const created = await test.call('POST', PATH, {
      anonymous: true,
      headers,
      body: { requests: [usdcItem] },
    })
    expect(created).toMatchObject({ status: 403, json: { code: 'client_id_restricted' } })
    const { requestIds } = await test.createPayment()
    expect((await get(headers, `/v2/request/${requestIds[0]}`)).status).toBe(404)
  })
})

describe('CORS', () => {
  const preflight = (path: string, origin = 'https://anything.example') =>
    test.call('OPTIONS', path, {
      anonymous: true,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-client-id',
      },
    })

  it.each([
    PATH,
    `${PATH}/x`,
    `${PATH}/x/pay`,
    `${PATH}/x/intent`,
    `${PATH}/x/attempts`,
    `${PATH}/x/attempts/y`,
    '/v2/request/x',
    '/v2/currencies',
  ])(
    'the service responds to a preflight from any origin on %s, without credentials',
    async (path) => {
      const { status, headers } = await preflight(path)
      expect(status).toBe(204)
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-allow-methods']).toBe('GET, POST, PUT, PATCH, DELETE')
      const allowed = headers['access-control-allow-headers'] ?? ''
      for (const name of ['content-type', 'x-client-id', 'x-api-key'])
        expect(allowed).toContain(name)
      expect(headers['access-control-allow-credentials']).toBeUndefined()
    },
  )

  it.each(['/v2/client-ids', '/v1/webhook', '/readyz'])(
    'the service allows no page to call %s',
    async (path) => {
      const { headers } = await preflight(path)
      expect(headers['access-control-allow-origin']).toBeUndefined()
    },
  )

  it('the response names the allowed origin and varies by origin', async () => {
    const { headers } = await get(pageHeaders(clientId))
    expect(headers['access-control-allow-origin']).toBe(SHOP_ORIGIN)
    expect(headers['access-control-allow-credentials']).toBeUndefined()
    expect(headers['vary']).toContain('Origin')
    expect(headers['access-control-expose-headers']).toContain('x-request-id')
  })
})
