import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SHOP_ORIGIN, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const PATH = '/v2/secure-payments'
const body = { requests: [usdcItem], reference: 'PO-1' }

let test: TestHost
let keys = 0
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

function newKey(): string {
  keys += 1
  return `order-${keys}`
}

const create = (key: string, sent: unknown = body, headers: Record<string, string> = {}) =>
  test.call('POST', PATH, { body: sent, headers: { 'idempotency-key': key, ...headers } })

describe('Idempotency-Key', () => {
  it('a repeated Idempotency-Key returns the first response and creates nothing', async () => {
    const key = newKey()
    const first = await create(key)
    const before = await test.countRows()
    const second = await create(key)
    expect(second).toMatchObject({ status: 201, json: first.json })
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await test.countRows()).toEqual(before)
  })

  it('a repeated Idempotency-Key matches the same body with its members in another order', async () => {
    const key = newKey()
    const first = await create(key)
    const reordered = {
      reference: 'PO-1',
      requests: [Object.fromEntries(Object.entries(usdcItem).reverse())],
    }
    expect((await create(key, reordered)).json).toEqual(first.json)
  })

  it('a repeated Idempotency-Key with another body returns 422', async () => {
    const key = newKey()
    await create(key)
    const before = await test.countRows()
    const { status, json } = await create(key, { ...body, reference: 'PO-2' })
    expect({ status, code: json.code }).toEqual({ status: 422, code: 'idempotency_key_reused' })
    expect(await test.countRows()).toEqual(before)
  })

  it('an Idempotency-Key creates one record when the same call arrives many times at once', async () => {
    const key = newKey()
    const before = await test.countRows()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)))
    const created = answers.filter(({ status }) => status === 201)
    const waiting = answers.filter(({ status }) => status === 409)
    expect(created.length).toBeGreaterThan(0)
    expect(created.length + waiting.length).toBe(20)
    expect(new Set(created.map(({ json }) => json.token)).size).toBe(1)
    for (const { json, headers } of waiting) {
      expect(json.code).toBe('idempotency_in_progress')
      expect(headers['retry-after']).toBe('1')
    }
    expect(await test.countRows()).toEqual({
      securePayments: before.securePayments + 1,
      requests: before.requests + 1,
    })
  })

  it('an Idempotency-Key is scoped to one credential', async () => {
    const key = newKey()
    const first = await create(key)
    const { apiKey } = await test.createTenant()
    const other = await create(key, body, { 'x-api-key': apiKey })
    expect(other.status).toBe(201)
    expect(other.json.token).not.toBe(first.json.token)
  })

  it('an Idempotency-Key stores nothing for a rejected call, so the caller can correct it', async () => {
    const key = newKey()
    const refused = await create(key, { requests: [{ ...usdcItem, amount: '0' }] })
    expect(refused.status).toBe(400)
    expect((await create(key)).status).toBe(201)
  })

  it('a repeated Idempotency-Key returns the first response even after the link has expired', async () => {
    const key = newKey()
    const first = await create(key)
    test.clock.advance(8 * 24 * 3_600_000)
    expect((await create(key)).json).toEqual(first.json)
  })

  it.each(['', 'x'.repeat(256), 'two words', 'caf\u00e9'])(
    'an Idempotency-Key is rejected with 400 when it is %j',
    async (key) => {
      const before = await test.countRows()
      const { status, json } = await create(key)
      expect({ status, code: json.code }).toEqual({ status: 400, code: 'invalid_idempotency_key' })
      expect(await test.countRows()).toEqual(before)
    },
  )

  it('an Idempotency-Key works for client IDs as well', async () => {
    const headers = { 'idempotency-key': newKey() }
    const client = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
    const first = await test.call('POST', '/v2/client-ids', { headers, body: client })
    const second = await test.call('POST', '/v2/client-ids', { headers, body: client })
    expect(second.json).toEqual(first.json)
  })

  it('an Idempotency-Key does not store a webhook secret, because the unique URL makes a repeat harmless', async () => {
    const headers = { 'idempotency-key': newKey() }
    const hook = { url: 'https://shop.example.test/idempotent' }
    const added = await test.call('POST', '/v1/webhook', { headers, body: hook })
    const again = await test.call('POST', '/v1/webhook', { headers, body: hook })
    expect(added.status).toBe(201)
    expect(again).toMatchObject({ status: 400, json: { code: 'duplicate_url' } })
    const stored = await test.host.context.db.kysely
      .selectFrom('idempotency_keys')
      .select('response_body')
      .execute()
    expect(JSON.stringify(stored)).not.toContain(added.json.secret)
  })
})

describe('A collision of payment references', () => {
  it('a collision of payment references is resolved with new random bytes', async () => {
    let calls = 0
    // Every draw returns the same bytes while `isFrozen` is true, and other bytes later.
    const random = (bytes: number) => {
      calls += 1
      return new Uint8Array(bytes).fill(isFrozen ? 7 : calls % 251)
    }
    let isFrozen = false
    await using clashing = await startTestHost({}, { random })
    isFrozen = true
    await clashing.createPayment()
    const pending = clashing.call('POST', PATH, { body })
    isFrozen = false
    expect((await pending).status).toBe(201)
    expect(await clashing.countRows()).toEqual({ securePayments: 2, requests: 2 })
  })
})
