import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCredentials, forgetCredentials } from '../../host/src/auth/credentials.ts'
import { NO_LIMITS, registerAccount, type SignedIn, signInWallet } from '../support/signIn.ts'
import { SHOP_ORIGIN, startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v1/api-keys'
/** `sk_` and 256 bits in base64url. */
const KEY = /^sk_[A-Za-z0-9_-]{43}$/

let test: TestHost
let person: SignedIn
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  person = await registerAccount(test)
})
afterAll(() => test[Symbol.asyncDispose]())

type Options = { body?: unknown; headers?: Record<string, string> }
const call = (method: string, path = PATH, { body, headers = person.headers }: Options = {}) =>
  test.call(method, path, { anonymous: true, headers, ...(body !== undefined && { body }) })

async function createKey(body: object = { label: 'Server' }, headers = person.headers) {
  const { status, json, text } = await call('POST', PATH, { body, headers })
  if (status !== 201) throw new Error(text)
  return json as { id: string; key: string; prefix: string }
}

/** Returns the status of an API call with the key: 200 while the key is valid. */
const statusOf = async (key: string) =>
  (await call('GET', '/v2/client-ids', { headers: { 'x-api-key': key } })).status

const listed = async (id: string, headers = person.headers) => {
  const { json } = await call('GET', PATH, { headers })
  return json.find((entry: { id: string }) => entry.id === id)
}

describe('Creating an API key', () => {
  it('creating an API key shows the key once, and the key works for its tenant', async () => {
    const { status, json } = await call('POST', PATH, { body: { label: 'Server' } })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      key: expect.stringMatching(KEY),
      label: 'Server',
      prefix: json.key.slice(0, 10),
      status: 'active',
      scopes: ['read', 'create', 'payouts', 'refunds', 'manage'],
      expiresAt: null,
      createdAt: test.clock.now().toISOString(),
      createdBy: expect.stringMatching(/^0x|^[0-9A-Z]{26}$/),
    })
    const list = await call('GET')
    expect(list.text).not.toContain(json.key)
    const { key: _key, ...record } = json
    expect(await listed(json.id)).toEqual({ ...record, lastUsedAt: null })

    const headers = { 'x-api-key': json.key }
    const body = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
    const created = await call('POST', '/v2/client-ids', { headers, body })
    expect(created.status).toBe(201)
    const own = await call('GET', '/v1/client-ids')
    expect(own.json).toEqual([created.json])
  })

  it('creating an API key is available to wallets and to accounts', async () => {
    const wallet = await signInWallet(test)
    const { key, id } = await createKey({ label: 'By wallet' }, wallet.headers)
    expect(await statusOf(key)).toBe(200)
    expect(await listed(id)).toBeUndefined()
  })

  it('creating an API key leaves the key out of the database, even with an Idempotency-Key', async () => {
    const headers = { ...person.headers, 'idempotency-key': 'create-key-1' }
    const { key } = await createKey({ label: 'Secret' }, headers)
    const { kysely } = test.host.context.db
    const keys = await kysely.selectFrom('api_keys').selectAll().execute()
    const answers = await kysely.selectFrom('idempotency_keys').selectAll().execute()
    expect(keys.find(({ label }) => label === 'Secret')?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify([keys, answers])).not.toContain(key.slice(10))
  })

  it('creating an API key returns a different key each time', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => createKey()))
    expect(new Set(keys.map(({ key }) => key)).size).toBe(20)
  })

  const soon = () => new Date(test.clock.now().getTime() + 60_000)

  it.each<[string, object, string, string]>([
    ['no label', {}, 'label', 'required'],
    ['an empty label', { label: '' }, 'label', 'too_short'],
    ['a label of 101 characters', { label: 'x'.repeat(101) }, 'label', 'too_long'],
    ['a number as the label', { label: 1 }, 'label', 'invalid_type'],
    ['NUL in the label', { label: 'a\u0000b' }, 'label', 'control_characters'],
    ['a line feed in the label', { label: 'a\nb' }, 'label', 'control_characters'],
    ['half a character', { label: '\ud83d' }, 'label', 'invalid_text'],
    [
      'an expiry earlier today',
      { label: 'x', expiresAt: '2020-01-01T00:00:00Z' },
      'expiresAt',
      'not_in_future',
    ],
    [
      'an expiry in local time',
      { label: 'x', expiresAt: '2090-01-01T00:00:00' },
      'expiresAt',
      'invalid_datetime',
    ],
    [
      'an expiry with an offset',
      { label: 'x', expiresAt: '2090-01-01T00:00:00+01:00' },
      'expiresAt',
      'invalid_datetime',
    ],
    [
      'a day that no calendar has',
      { label: 'x', expiresAt: '2090-02-30T00:00:00Z' },
      'expiresAt',
      'invalid_datetime',
    ],
    [
      'a leap second',
      { label: 'x', expiresAt: '2090-12-31T23:59:60Z' },
      'expiresAt',
      'invalid_datetime',
    ],
    ['null as the expiry', { label: 'x', expiresAt: null }, 'expiresAt', 'invalid_type'],
    [
      'a number as the expiry',
      { label: 'x', expiresAt: 4_000_000_000 },
      'expiresAt',
      'invalid_type',
    ],
  ])('POST /v1/api-keys returns 400 for %s, and stores nothing', async (_, body, field, code) => {
    const before = (await call('GET')).json
    const { status, json } = await call('POST', PATH, { body })
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field, code },
    })
    expect((await call('GET')).json).toEqual(before)
  })

  it('creating an API key rejects an expiry at the current moment', async () => {
    const expiresAt = test.clock.now().toISOString()
    const { status, json } = await call('POST', PATH, { body: { label: 'x', expiresAt } })
    expect({ status, code: json.errors?.[0]?.code }).toEqual({ status: 400, code: 'not_in_future' })
  })

  it.each([
    'x'.repeat(100),
    '🧾'.repeat(100),
    'Käse, 店, магазин',
    'right\u202eleft',
    'zero\u200bwidth',
    '<script>alert(1)</script>',
    "'; drop table api_keys; --",
    '%_\\',
  ])('a new API key keeps the label %j unchanged', async (label) => {
    const { id } = await createKey({ label })
    expect((await listed(id)).label).toBe(label)
  })

  it.each([
    ['id', '01KB4V3F6V3M2N5P7R9T0W1X2Y'],
    ['key', `sk_${'x'.repeat(43)}`],
    ['hash', 'f'.repeat(64)],
    ['prefix', 'sk_mine'],
    ['status', 'revoked'],
    ['tenant_id', 'someone'],
    ['tenantId', 'someone'],
    ['createdAt', '2020-01-01T00:00:00.000Z'],
    ['created_at', '2020-01-01T00:00:00.000Z'],
    ['lastUsedAt', '2020-01-01T00:00:00.000Z'],
  ])('POST /v1/api-keys ignores %s in the body', async (name, value) => {
    const { status, json } = await call('POST', PATH, { body: { label: 'Extra', [name]: value } })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      status: 'active',
      createdAt: test.clock.now().toISOString(),
      key: expect.stringMatching(KEY),
    })
    expect(JSON.stringify(json)).not.toContain(`"${value}"`)
    expect(await listed(json.id)).toMatchObject({ status: 'active', lastUsedAt: null })
  })

  it('creating an API key returns a key with the given expiry', async () => {
    const expiresAt = soon().toISOString().replace('Z', '000Z')
    const { key, id } = await createKey({ label: 'Short', expiresAt })
    expect((await listed(id)).expiresAt).toBe(soon().toISOString())
    test.clock.advance(59_999)
    expect(await statusOf(key)).toBe(200)
    test.clock.advance(1)
    const { status, json } = await call('GET', '/v2/client-ids', { headers: { 'x-api-key': key } })
    expect({ status, code: json.code }).toEqual({ status: 401, code: 'api_key_expired' })
  })
})

describe('An API key', () => {
  it('an API key can be renamed without any other change', async () => {
    const { id } = await createKey()
    const before = await listed(id)
    const { status, json } = await call('PUT', `${PATH}/${id}`, { body: { label: 'Renamed' } })
    expect(status).toBe(200)
    expect(json).toEqual({ ...before, label: 'Renamed' })
    expect(await listed(id)).toEqual(json)
    expect((await call('PUT', `${PATH}/${id}`, { body: {} })).json).toEqual(json)
  })

  it('disabling and enabling an API key take effect on this host immediately', async () => {
    const { id, key } = await createKey()
    for (let round = 0; round < 3; round += 1) {
      expect(await statusOf(key)).toBe(200)
      const off = await call('PUT', `${PATH}/${id}`, { body: { status: 'inactive' } })
      expect(off.json.status).toBe('inactive')
      expect(await statusOf(key)).toBe(401)
      await call('PUT', `${PATH}/${id}`, { body: { status: 'active' } })
    }
  })

  it('an API key stops working permanently as soon as it is revoked, and stays listed', async () => {
    const { id, key } = await createKey()
    expect(await statusOf(key)).toBe(200)
    const path = `${PATH}/${id}`
    expect(await call('DELETE', path)).toMatchObject({ status: 200, json: { success: true } })
    expect(await statusOf(key)).toBe(401)
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await listed(id)).status).toBe('revoked')
    for (const body of [{ status: 'active' }, { status: 'inactive' }, { label: 'Back' }]) {
      const { status, json } = await call('PUT', path, { body })
      expect({ status, issue: json.errors[0] }).toMatchObject({
        status: 400,
        issue: { field: 'status', code: 'revoked' },
      })
    }
    expect(await listed(id)).toMatchObject({ status: 'revoked', label: 'Server' })
    expect(await statusOf(key)).toBe(401)
  })

  it('an API key stays revoked when another call enables it at the same time', async () => {
    const { id, key } = await createKey()
    const path = `${PATH}/${id}`
    const switches = Array.from({ length: 20 }, (_, index) =>
      call('PUT', path, { body: { status: index % 2 === 0 ? 'inactive' : 'active' } }),
    )
    const revoked = call('DELETE', path)
    const answers = await Promise.all([...switches, revoked])
    for (const { status } of answers) expect([200, 400]).toContain(status)
    expect((await listed(id)).status).toBe('revoked')
    expect(await statusOf(key)).toBe(401)
  })

  it.each([
    [{ status: 'revoked' }, 'status'],
    [{ status: null }, 'status'],
    [{ label: null }, 'label'],
    [{ label: '' }, 'label'],
    [{ label: 'x'.repeat(101) }, 'label'],
  ])('PUT /v1/api-keys/{id} rejects the change %j with 400', async (body, field) => {
    const { id } = await createKey()
    const before = await listed(id)
    const { status, json } = await call('PUT', `${PATH}/${id}`, { body })
    expect({ status, field: json.errors?.[0]?.field }).toEqual({ status: 400, field })
    expect(await listed(id)).toEqual(before)
  })

  it.each(['id', 'key', 'hash', 'prefix', 'tenant_id', 'tenantId', 'expiresAt', 'createdAt'])(
    'an API key keeps its %s in every update',
    async (name) => {
      const { id, key } = await createKey()
      const before = await listed(id)
      const { status, json } = await call('PUT', `${PATH}/${id}`, { body: { [name]: 'other' } })
      expect({ status, json }).toEqual({ status: 200, json: before })
      expect(await statusOf(key)).toBe(200)
    },
  )

  it('another tenant’s API key is not found', async () => {
    const { id, key } = await createKey()
    const { headers } = await signInWallet(test)
    expect((await call('GET', PATH, { headers })).json).toEqual([])
    for (const path of [`${PATH}/${id}`, `${PATH}/01KB4V3F6V3M2N5P7R9T0W1X2Y`, `${PATH}/x`]) {
      const update = await call('PUT', path, { headers, body: { status: 'inactive' } })
      const remove = await call('DELETE', path, { headers })
      for (const { status, json } of [update, remove]) {
        expect({ status, code: json.code }).toEqual({ status: 404, code: 'api_key_not_found' })
      }
    }
    expect(await statusOf(key)).toBe(200)
  })

  it('an API key cannot create, list or change keys', async () => {
    const { id, key } = await createKey()
    const headers = { 'x-api-key': key }
    const answers = [
      await call('POST', PATH, { headers, body: { label: 'Another' } }),
      await call('GET', PATH, { headers }),
      await call('PUT', `${PATH}/${id}`, { headers, body: { label: 'x' } }),
      await call('DELETE', `${PATH}/${id}`, { headers }),
    ]
    for (const { status, json } of answers) {
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'credential_not_accepted' })
    }
    expect((await call('GET', PATH, { headers: {} })).status).toBe(401)
  })
})

describe('A host’s cache of API keys', () => {
  it('a host’s cache of API keys is never older than the last change on this host, even when the read began earlier', async () => {
    const { id, key } = await createKey()
    const { db, log, now } = test.host.context
    const hasRead = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const slow: typeof db = {
      ...db,
      prepare(query) {
        const read = db.prepare<never>(query)
        return async (...parameters) => {
          const rows = await read(...parameters)
          hasRead.resolve()
          await gate.promise
          return rows
        }
      },
    }
    const credentials = createCredentials({ db: slow, log, now })
    const begun = credentials.findApiKey(key)
    await hasRead.promise
    await call('DELETE', `${PATH}/${id}`)
    forgetCredentials({ db: slow })
    gate.resolve()
    expect((await begun)?.status).toBe('active')
    expect((await credentials.findApiKey(key))?.status).toBe('revoked')
  })
})
