import { formatDestinationId } from '@secure-payment/core/destinations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  FEE_ADDRESS,
  PAYEE,
  SHOP_ORIGIN,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'

const TOKEN = '0x5ecc000000000000000000000000000000000101'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

describe('Client IDs', () => {
  const create = (body: object) => test.call('POST', '/v2/client-ids', { body })

  it('client IDs are created with normalised origins, read and listed, oldest first', async () => {
    const { status, json } = await create({
      label: 'Web shop',
      allowedDomains: ['https://SHOP.example.test:443/', 'http://localhost:5173', SHOP_ORIGIN],
      feePercentage: '0.5',
      feeAddress: FEE_ADDRESS.toLowerCase(),
      payeeDestinationId: formatDestinationId({
        walletAddress: PAYEE,
        chainId: 31_337,
        tokenAddress: TOKEN,
      }).destinationId,
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      label: 'Web shop',
      allowedDomains: ['https://shop.example.test', 'http://localhost:5173'],
      feePercentage: '0.5',
      feeAddress: FEE_ADDRESS,
      operatorWalletAddress: null,
      status: 'active',
      lastUsedAt: null,
    })
    expect(json.clientId).toMatch(/^cli_[0-9A-Za-z]{30}$/)
    test.clock.advance(1)
    const second = await create({ label: 'Second', allowedDomains: [SHOP_ORIGIN] })
    const listed = await test.call('GET', '/v2/client-ids')
    expect(listed.json.map((entry: { id: string }) => entry.id)).toEqual([json.id, second.json.id])
    expect((await test.call('GET', `/v2/client-ids/${json.id}`)).json).toEqual(json)
  })

  it.each([
    [{ label: '' }, 'label', 'too_short'],
    [{ label: 'x'.repeat(101) }, 'label', 'too_long'],
    [{ allowedDomains: [] }, 'allowedDomains', 'too_few_items'],
    [{ allowedDomains: Array(11).fill(SHOP_ORIGIN) }, 'allowedDomains', 'too_many_items'],
    [{ allowedDomains: ['http://shop.example.test'] }, 'allowedDomains[0]', 'invalid_origin'],
    [{ allowedDomains: ['https://shop.example.test/path'] }, 'allowedDomains[0]', 'invalid_origin'],
    [{ allowedDomains: ['https://*.example.test'] }, 'allowedDomains[0]', 'invalid_origin'],
    [{ allowedDomains: ['https://a@example.test'] }, 'allowedDomains[0]', 'invalid_origin'],
    [{ allowedDomains: ['null'] }, 'allowedDomains[0]', 'invalid_origin'],
    [{ feePercentage: '1' }, 'feeAddress', 'required'],
    [{ feePercentage: '1.234', feeAddress: FEE_ADDRESS }, 'feePercentage', 'too_many_decimals'],
    [
      { feePercentage: '1', feeAddress: FEE_ADDRESS.replace('90F7', '90f7') },
      'feeAddress',
      'invalid_address',
    ],
    [{ defaultPreApprovalExpiry: 0 }, 'defaultPreApprovalExpiry', 'out_of_range'],
    [{ payeeDestinationId: 'x' }, 'payeeDestinationId', 'invalid_destination'],
  ])('client IDs are rejected with 400 for %j', async (changes, field, code) => {
    const valid = { label: 'Shop', allowedDomains: [SHOP_ORIGIN] }
    const { status, json } = await create({ ...valid, ...changes })
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field, code },
    })
  })

  it('another tenant’s client IDs are not found', async () => {
    const { id } = await test.createClientId()
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    expect((await test.call('GET', `/v2/client-ids/${id}`, { headers })).status).toBe(404)
    expect((await test.call('GET', '/v2/client-ids', { headers })).json).toEqual([])
  })
})

describe('Webhook endpoints', () => {
  const create = (body: object) => test.call('POST', '/v1/webhook', { body })

  it('webhook endpoints show their secret once', async () => {
    const url = 'https://shop.example.test/hooks'
    const { status, json } = await create({ url })
    expect(status).toBe(201)
    expect(json.secret).toMatch(/^[0-9a-f]{64}$/)
    const listed = await test.call('GET', '/v1/webhook')
    expect(listed.json).toContainEqual(
      expect.objectContaining({ id: json.id, url, isActive: true, clientId: null, events: null }),
    )
    expect(listed.text).not.toContain(json.secret)
  })

  it.each([
    ['http://shop.example.test/hooks'],
    ['https://10.0.0.1/'],
    ['https://169.254.169.254/latest'],
    ['https://[::1]/'],
    ['https://0x7f.1/'],
    ['http://127.0.0.1:9000/'],
    ['http://localhost:9000/'],
    ['https://user:pass@shop.example.test/'],
    ['ftp://shop.example.test/'],
    ['javascript:alert(1)'],
    ['https://[::127.0.0.1]/'],
    ['https://[::a00:1]/'],
    ['https://shop.example.test:0/'],
    ['https://shop.example.test:22/'],
    ['https://shop.example.test:25/'],
    ['https://shop.example.test:80/'],
    ['https://shop.example.test:1023/'],
    ['https://shop.example.test/\u0000'],
    ['https://shop.example.test/\u0001x'],
    ['https://shop.example.test/\u007f'],
    ['https://shop.example.test/\ud800'],
    ['x'],
  ])('webhook endpoints are rejected with 400 for %s', async (url) => {
    const { status, json } = await create({ url })
    expect({ status, field: json.errors?.[0]?.field }).toEqual({ status: 400, field: 'url' })
  })

  it.each([443, 8443, 1024, 65_535])('webhook endpoints may use port %i', async (port) => {
    const { status } = await create({ url: `https://shop.example.test:${port}/ports` })
    expect(status).toBe(201)
  })

  it('webhook endpoints are unique per URL', async () => {
    const url = 'https://shop.example.test/twice'
    await create({ url })
    const { status, json } = await create({ url })
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'duplicate_url' })
    const { apiKey } = await test.createTenant()
    const other = await test.call('POST', '/v1/webhook', {
      body: { url },
      headers: { 'x-api-key': apiKey },
    })
    expect(other.status).toBe(201)
  })

  it('webhook endpoints can be scoped only to a client ID of the tenant', async () => {
    const { clientId } = await test.createClientId()
    const url = 'https://shop.example.test/scoped'
    expect((await create({ url, clientId: 'cli_unknown' })).status).toBe(404)
    expect((await create({ url, clientId })).status).toBe(201)
  })

  it('webhook endpoints are removed together with their pending deliveries', async () => {
    const { json } = await create({ url: 'https://shop.example.test/removed' })
    const path = `/v1/webhook/${json.id}`
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    expect((await test.call('DELETE', path, { headers })).status).toBe(404)
    expect((await test.call('DELETE', path)).json).toEqual({ success: true })
    expect((await test.call('DELETE', path)).status).toBe(404)
  })

  it('webhook endpoints list their deliveries, newest first, in pages', async () => {
    const { json } = await create({ url: 'https://shop.example.test/log' })
    await addDeliveries(json.id, 5)
    const path = `/v1/webhook/${json.id}/deliveries`
    const first = await test.call('GET', `${path}?limit=2`)
    expect(first.json.deliveries.map((entry: { id: string }) => entry.id)).toEqual([
      deliveryId(4),
      deliveryId(3),
    ])
    expect(first.json.deliveries[0]).toMatchObject({
      event: 'payment.confirmed',
      status: 'pending',
      attempts: [{ attempt: 0, responseStatus: 500, responseBody: 'no' }],
    })
    const second = await test.call('GET', `${path}?limit=3&before=${first.json.nextBefore}`)
    expect(second.json.deliveries).toHaveLength(3)
    expect(second.json.nextBefore).toBeNull()
    expect((await test.call('GET', `${path}?status=dead`)).json.deliveries).toEqual([])
    for (const query of ['limit=0', 'limit=101', 'limit=1&limit=1', 'limit=ten', 'status=lost']) {
      expect((await test.call('GET', `${path}?${query}`)).status).toBe(400)
    }
    const { apiKey } = await test.createTenant()
    const foreign = await test.call('GET', path, { headers: { 'x-api-key': apiKey } })
    expect(foreign.status).toBe(404)
  })

  const deliveryId = (index: number) => `01KB54A1B2C3D4E5F6G7H8J9K${index}`

  async function addDeliveries(endpointId: string, count: number): Promise<void> {
    const now = test.clock.now().toISOString()
    const requestId = `01${'0'.repeat(64)}`
    await test.host.context.db.transaction(async (tx) => {
      for (let index = 0; index < count; index += 1) {
        const id = deliveryId(index)
        const event = { id, request_id: requestId, type: 'payment.confirmed', sequence: 1 }
        await tx
          .insertInto('events')
          .values({ ...event, tenant_id: 't', client_id: null, body: '{}', created_at: now })
          .execute()
        await tx
          .insertInto('webhook_deliveries')
          .values({
            id,
            event_id: id,
            endpoint_id: endpointId,
            request_id: requestId,
            status: 'pending',
            attempt: 1,
            sequence: 1,
            due_at: now,
            lease_until: null,
            created_at: now,
            completed_at: null,
            last_response_status: 500,
            last_error: null,
          })
          .execute()
        await tx
          .insertInto('webhook_attempts')
          .values({
            id,
            delivery_id: id,
            attempt: 0,
            started_at: now,
            duration_ms: 3,
            response_status: 500,
            response_body: 'no',
            error: null,
          })
          .execute()
      }
    })
  }
})
