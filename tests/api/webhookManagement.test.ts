import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GONE } from '../../host/src/webhooks/markDeliveries.ts'
import { registerAccount, signInWallet } from '../support/signIn.ts'
import { pageHeaders, startTestHost, type TestHost } from '../support/testHost.ts'

const UNKNOWN_ID = '01KB4X3F6V3M2N5P7R9T0W1X2Y'

let urls = 0
/** Returns a public URL that no other test uses. */
function newUrl(): string {
  urls += 1
  return `https://shop.example.test/hooks/${urls}`
}

describe('A webhook endpoint', () => {
  let test: TestHost
  beforeAll(async () => {
    test = await startTestHost()
  })
  afterAll(() => test[Symbol.asyncDispose]())

  const create = (body: object) => test.call('POST', '/v1/webhook', { body })
  const update = (id: string, body?: object) =>
    test.call('PUT', `/v1/webhook/${id}`, body === undefined ? {} : { body })
  const find = async (id: string) =>
    (await test.call('GET', '/v1/webhook')).json.find((one: { id: string }) => one.id === id)

  async function add(body: object = {}): Promise<string> {
    const { status, json } = await create({ url: newUrl(), ...body })
    expect(status).toBe(201)
    return json.id
  }

  it('a webhook endpoint is created for a list of events and additional header names, without duplicates', async () => {
    const id = await add({
      events: ['payment.confirmed', 'payment.partial', 'payment.confirmed'],
      signatureHeaderAliases: ['x-request-network-signature', 'x-shop-signature'],
    })
    expect(await find(id)).toMatchObject({
      isActive: true,
      events: ['payment.confirmed', 'payment.partial'],
      signatureHeaderAliases: ['x-request-network-signature', 'x-shop-signature'],
      disabledReason: null,
      rotation: { hasPendingSecret: false, previousSecretExpiresAt: null },
    })
  })

  it('a webhook endpoint has a sealed secret in the database', async () => {
    const { json } = await create({ url: newUrl() })
    const row = await test.host.context.db.kysely
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', json.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(json.secret)
    expect(test.host.context.sealer.open('webhook_secret', row.secret)).toBe(json.secret)
  })

  const tooMany = Array.from({ length: 6 }, (_, index) => `x-shop-${index}-signature`)
  const longest = 'a'.repeat(100)
  const badFields: [object, string][] = [
    [{ events: ['payment.invented'] }, 'events[0]'],
    [{ events: [] }, 'events'],
    [{ events: 'payment.confirmed' }, 'events'],
    [{ events: ['payment.confirmed', 7] }, 'events[1]'],
    [{ signatureHeaderAliases: tooMany }, 'signatureHeaderAliases'],
    [{ signatureHeaderAliases: ['authorization'] }, 'signatureHeaderAliases[0]'],
    [{ signatureHeaderAliases: ['x-signature'] }, 'signatureHeaderAliases[0]'],
    [{ signatureHeaderAliases: ['X-Shop-Signature'] }, 'signatureHeaderAliases[0]'],
    [{ signatureHeaderAliases: ['x-shop-signature\r\nhost: x'] }, 'signatureHeaderAliases[0]'],
    [{ signatureHeaderAliases: [`x-${longest}a-signature`] }, 'signatureHeaderAliases[0]'],
    [{ url: 'http://shop.example.test/' }, 'url'],
    [{ url: 'https://10.0.0.1/' }, 'url'],
    [{ url: 'https://169.254.169.254/' }, 'url'],
    [{ url: 'https://[::1]/' }, 'url'],
    [{ url: 'http://localhost:9000/' }, 'url'],
    [{ url: 'https://user:pass@shop.example.test/' }, 'url'],
    [{ url: 'https://shop.example.test:25/' }, 'url'],
    [{ url: `https://shop.example.test/${'a'.repeat(2_048)}` }, 'url'],
    [{ url: 7 }, 'url'],
  ]

  it.each(badFields)('a webhook endpoint is not created with %j', async (body, field) => {
    const count = (await test.call('GET', '/v1/webhook')).json.length
    const { status, json } = await create({ url: newUrl(), ...body })
    expect({ status, field: json.errors?.[0]?.field }).toEqual({ status: 400, field })
    expect((await test.call('GET', '/v1/webhook')).json).toHaveLength(count)
  })

  it('a webhook endpoint on this machine is rejected with the setting that allows it', async () => {
    const { json } = await create({ url: 'http://localhost:9000/' })
    expect(json.detail).toContain('leads to this machine, which only a host with PAY_ALLOW_PRIVATE')
  })

  it.each([...badFields, [{ isActive: 'no' }, 'isActive'] as const])(
    'a webhook endpoint is not changed to %j',
    async (body, field) => {
      const id = await add()
      const before = await find(id)
      const { status, json } = await update(id, { isActive: false, ...body })
      expect({ status, field: json.errors?.[0]?.field }).toEqual({ status: 400, field })
      expect(await find(id)).toEqual(before)
    },
  )

  it('a webhook endpoint is toggled by a call without a body', async () => {
    const id = await add()
    expect((await update(id)).json.isActive).toBe(false)
    expect((await update(id)).json.isActive).toBe(true)
    const answers = await Promise.all([update(id), update(id), update(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await find(id)).toMatchObject({ isActive: false })
  })

  it('a webhook endpoint is changed only in the members that the body contains', async () => {
    const id = await add({ events: ['payment.failed'], signatureHeaderAliases: ['x-a-signature'] })
    const before = await find(id)
    expect((await update(id, {})).json).toEqual(before)
    const url = newUrl()
    expect((await update(id, { url })).json).toEqual({ ...before, url })
    const off = { ...before, url, isActive: false }
    expect((await update(id, { isActive: false })).json).toEqual(off)
    expect((await update(id, { events: null })).json).toEqual({ ...off, events: null })
    const bare = { ...off, events: null, signatureHeaderAliases: null }
    expect((await update(id, { signatureHeaderAliases: null })).json).toEqual(bare)
    expect(await find(id)).toEqual(bare)
  })

  it('a webhook endpoint cannot have the URL of the tenant’s other endpoint', async () => {
    const url = newUrl()
    await add({ url })
    const id = await add()
    const { status, json } = await update(id, { url })
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'duplicate_url' })
    expect(json.detail).toContain('with an API key or a session: DELETE /v1/webhook/{webhookId}')
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    const foreign = await test.call('POST', '/v1/webhook', { body: { url: newUrl() }, headers })
    const path = `/v1/webhook/${foreign.json.id}`
    expect((await test.call('PUT', path, { body: { url }, headers })).status).toBe(200)
  })

  it('a webhook endpoint that a 410 response disabled shows the reason until it is enabled again', async () => {
    const id = await add()
    await test.host.context.db.kysely
      .updateTable('webhook_endpoints')
      .set({ is_active: 0, disabled_reason: GONE })
      .where('id', '=', id)
      .execute()
    expect(await find(id)).toMatchObject({ isActive: false, disabledReason: GONE })
    expect((await update(id, { url: newUrl() })).json.disabledReason).toBe(GONE)
    expect((await update(id, { isActive: true })).json).toMatchObject({
      isActive: true,
      disabledReason: null,
    })
  })

  it('a webhook endpoint rotates its secret, and each new secret appears once', async () => {
    const { json: created } = await create({ url: newUrl() })
    const path = `/v1/webhook/${created.id}`
    const none = await test.call('POST', `${path}/promote-secret`)
    expect(none).toMatchObject({ status: 409, json: { code: 'no_pending_secret' } })
    const rotated = await test.call('POST', `${path}/rotate-secret`)
    expect(rotated.json).toEqual({
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      phase: 'pending',
    })
    expect(rotated.json.secret).not.toBe(created.secret)
    expect((await find(created.id)).rotation.hasPendingSecret).toBe(true)
    const promoted = await test.call('POST', `${path}/promote-secret`)
    const expiresAt = new Date(test.clock.now().getTime() + 24 * 3_600_000).toISOString()
    const rotation = { hasPendingSecret: false, previousSecretExpiresAt: expiresAt }
    expect(promoted.json).toEqual({ ...(await find(created.id)), rotation })
    test.clock.advance(24 * 3_600_000)
    expect((await find(created.id)).rotation.previousSecretExpiresAt).toBeNull()
    const wrong = await test.call('POST', `${path}/rotate-secret`, { body: { mode: 'slow' } })
    expect(wrong).toMatchObject({ status: 400, json: { errors: [{ field: 'mode' }] } })
  })

  const operations = (id: string, deliveryId: string): [string, string, object?][] => [
    ['PUT', `/v1/webhook/${id}`, { isActive: false }],
    ['PUT', `/v1/webhook/${id}`, {}],
    ['PUT', `/v1/webhook/${id}`],
    ['POST', `/v1/webhook/${id}/rotate-secret`],
    ['POST', `/v1/webhook/${id}/promote-secret`],
    ['GET', `/v1/webhook/${id}/deliveries`],
    ['GET', `/v1/webhook/${id}/deliveries/${deliveryId}`],
    ['POST', `/v1/webhook/${id}/deliveries/${deliveryId}/redeliver`],
    ['POST', `/v1/webhook/${id}/redeliver`, {}],
    ['DELETE', `/v1/webhook/${id}`],
  ]

  it('a webhook endpoint of another tenant, or an unknown endpoint, returns 404', async () => {
    const id = await add()
    const before = await find(id)
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    for (const [method, path, body] of operations(id, UNKNOWN_ID)) {
      const { status, json } = await test.call(method, path, { headers, body })
      expect({ method, path, status, code: json.code }).toMatchObject({
        status: 404,
        code: 'webhook_not_found',
      })
    }
    for (const unknown of [UNKNOWN_ID, 'x', UNKNOWN_ID.toLowerCase()]) {
      for (const [method, path, body] of operations(unknown, UNKNOWN_ID)) {
        expect((await test.call(method, path, { body })).status).toBe(404)
      }
    }
    expect(await find(id)).toEqual(before)
  })

  it('the operations on a webhook endpoint also accept a session of the same tenant', async () => {
    for (const { headers } of [await registerAccount(test), await signInWallet(test)]) {
      const call = (method: string, path: string, body?: object) =>
        test.call(method, path, { anonymous: true, headers, body })
      const created = await call('POST', '/v1/webhook', { url: newUrl() })
      expect(created.status).toBe(201)
      const listed = (await call('GET', '/v1/webhook')).json
      expect(listed.map((one: { id: string }) => one.id)).toEqual([created.json.id])
      for (const [method, path, body] of operations(created.json.id, UNKNOWN_ID)) {
        const { status, json } = await call(method, path, body)
        if (path.includes(UNKNOWN_ID)) expect(json.code).toBe('delivery_not_found')
        else expect({ method, path, status }).toEqual({ method, path, status: 200 })
      }
      expect(await find(created.json.id)).toBeUndefined()
    }
  })

  it('a webhook endpoint rejects a client ID', async () => {
    const id = await add()
    const { clientId } = await test.createClientId()
    const headers = pageHeaders(clientId)
    const calls: [string, string, object?][] = [
      ['POST', '/v1/webhook', { url: newUrl() }],
      ['GET', '/v1/webhook'],
      ['POST', '/v1/webhook/test', { eventType: 'payment.confirmed' }],
      ...operations(id, UNKNOWN_ID),
    ]
    for (const [method, path, body] of calls) {
      const { status } = await test.call(method, path, { anonymous: true, headers, body })
      expect({ method, path, status }).toEqual({ method, path, status: 403 })
    }
    expect(await find(id)).toMatchObject({ isActive: true })
  })
})
