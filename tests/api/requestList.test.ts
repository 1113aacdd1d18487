import { afterAll, describe, expect, it } from 'vitest'
import type { Answer } from '../support/callApi.ts'
import { PAYEE, PAYER, pageHeaders, startTestHost } from '../support/testHost.ts'

const HOUR_MS = 3_600_000
const BODY = {
  payee: PAYEE,
  amount: '12.5',
  invoiceCurrency: 'USDC-devnet',
  paymentCurrency: 'USDC-devnet',
}

const test = await startTestHost()
afterAll(() => test[Symbol.asyncDispose]())

/** Creates a tenant, so that each test has a separate list, and returns its calls. */
async function openShop() {
  const { tenantId, apiKey } = await test.createTenant()
  const headers = { 'x-api-key': apiKey }
  const call = (method: string, path: string, body?: object) =>
    test.call(method, path, { anonymous: true, headers, ...(body !== undefined && { body }) })
  const create = async (more: object = {}): Promise<string> => {
    const { status, json, text } = await call('POST', '/v2/request', { ...BODY, ...more })
    if (status !== 201) throw new Error(text)
    // Ids from one millisecond have no predictable order.
    test.clock.advance(1)
    return json.requestId
  }
  const createMany = async (count: number) => {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) ids.push(await create())
    return ids.reverse()
  }
  const list = (query = '') => call('GET', `/v2/request${query}`)
  return { tenantId, call, create, createMany, list }
}

const idsOf = ({ json }: Answer): string[] =>
  json.requests.map(({ requestId }: { requestId: string }) => requestId)

describe('GET /v2/request', () => {
  it('GET /v2/request returns an empty list at first', async () => {
    const { list } = await openShop()
    const answer = await list()
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      requests: [],
      pagination: { total: 0, limit: 50, offset: 0, hasMore: false, nextCursor: null },
    })
  })

  it('GET /v2/request lists payouts, or all other requests, by flow and status', async () => {
    const { call, create, list } = await openShop()
    const invoice = await create()
    const { json: payout } = await call('POST', '/v2/payouts', BODY)
    const requestId = String(payout.requestId)
    test.clock.advance(1)
    const flowsOf = async (query: string) =>
      (await list(query)).json.requests.map(({ flow }: { flow: string }) => flow)
    expect(idsOf(await list('?flow=pay'))).toEqual([requestId])
    expect(await flowsOf('?flow=pay')).toEqual(['pay'])
    expect(idsOf(await list('?flow=get_paid'))).toEqual([invoice])
    expect(await flowsOf('')).toEqual(['pay', 'get_paid'])
    expect(idsOf(await list('?flow=pay&status=created'))).toEqual([requestId])
    expect(idsOf(await list('?flow=pay&status=paid'))).toEqual([])
    expect((await list('?flow=pay')).json.pagination.total).toBe(1)
    expect((await list('?flow=refund')).status).toBe(400)
  })

  it('GET /v2/request returns each request as GET /v2/request/{requestId} does, without its payments', async () => {
    const { call, create, list } = await openShop()
    const requestId = await create({
      reference: 'PO-7781',
      customerInfo: { firstName: 'Ana', email: 'ana@example.test' },
      payer: PAYER,
    })
    const [listed] = (await list()).json.requests
    const { json: read } = await call('GET', `/v2/request/${requestId}`)
    expect(listed).toMatchObject({
      requestId,
      status: 'created',
      payee: PAYEE,
      payer: PAYER,
      requestAmount: '12.5',
      invoiceCurrency: 'USDC',
      paymentCurrency: 'USDC',
      paidAmount: '0',
      network: 'devnet',
      reference: 'PO-7781',
      customerInfo: { firstName: 'Ana', email: 'ana@example.test' },
    })
    const { network: _, createdAt: __, updatedAt: ___, approval, ...shared } = listed
    expect(approval).toBeNull()
    expect(read).toMatchObject(shared)
    expect(listed).not.toHaveProperty('payments')
  })

  it('GET /v2/request returns all pages by cursor and by offset, newest first, with the exact total', async () => {
    const { createMany, list } = await openShop()
    const ids = await createMany(7)
    const byOffset = await list('?limit=3&offset=3')
    expect(idsOf(byOffset)).toEqual(ids.slice(3, 6))
    expect(byOffset.json.pagination).toMatchObject({
      total: 7,
      limit: 3,
      offset: 3,
      hasMore: true,
    })
    expect((await list('?limit=3&offset=4')).json.pagination).toMatchObject({ hasMore: false })
    expect(idsOf(await list('?limit=3&offset=7'))).toEqual([])

    const seen: string[] = []
    let query = '?limit=3'
    for (let page = 0; page < 3; page += 1) {
      const { json } = await list(query)
      expect(json.pagination).toMatchObject({ total: 7, offset: 0, hasMore: page < 2 })
      seen.push(...json.requests.map(({ requestId }: { requestId: string }) => requestId))
      query = `?limit=3&cursor=${json.pagination.nextCursor}`
    }
    expect(seen).toEqual(ids)
    expect(query).toContain('cursor=null')
  })

  it('GET /v2/request returns no record twice by cursor while other requests are created', async () => {
    const { create, createMany, list } = await openShop()
    const ids = await createMany(4)
    const first = await list('?limit=2')
    await create()
    // Clients keep cursors across an upgrade, so their form never changes.
    const lastId: string = first.json.requests[1].requestId
    const cursor = Buffer.from(lastId, 'hex').toString('base64url')
    expect(first.json.pagination.nextCursor).toBe(cursor)
    const second = await list(`?limit=2&cursor=${cursor}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids)
    expect(second.json.pagination.total).toBe(5)
  })

  it('GET /v2/request returns the exact total even hours later and after further requests', async () => {
    const { create, createMany, list } = await openShop()
    const totalOf = async () => (await list('?limit=1')).json.pagination.total
    await createMany(2)
    expect(await totalOf()).toBe(2)
    test.clock.advance(2 * HOUR_MS)
    expect(await totalOf()).toBe(2)
    await create()
    expect(await totalOf()).toBe(3)
    test.clock.advance(2 * HOUR_MS)
    await create()
    expect(await totalOf()).toBe(4)
    expect(await totalOf()).toBe(4)
  })

  it('GET /v2/request finds an exact reference', async () => {
    const { create, list } = await openShop()
    const one = await create({ reference: 'order-1' })
    await create({ reference: 'order-10' })
    await create({ reference: 'ORDER-1' })
    const another = await create({ reference: 'order-1' })
    const answer = await list('?reference=order-1')
    expect(idsOf(answer)).toEqual([another, one])
    expect(answer.json.pagination.total).toBe(2)
  })

  it('GET /v2/request finds the one request with a payment reference, in either letter case, and only for its merchant', async () => {
    const { create, list } = await openShop()
    const one = await create()
    await create()
    const all = await list()
    const { paymentReference } = all.json.requests.find(
      ({ requestId }: { requestId: string }) => requestId === one,
    )
    for (const text of [paymentReference, `0x${paymentReference.slice(2).toUpperCase()}`]) {
      const answer = await list(`?paymentReference=${text}`)
      expect(idsOf(answer)).toEqual([one])
      expect(answer.json.pagination.total).toBe(1)
    }
    const other = await openShop()
    expect(idsOf(await other.list(`?paymentReference=${paymentReference}`))).toEqual([])
  })

  it('GET /v2/request finds the displayed status: an open request with a pending payment is `processing`', async () => {
    const { create, list } = await openShop()
    const { kysely } = test.host.context.db
    const created = await create()
    const underWay = await create()
    const paid = await create()
    await kysely.updateTable('requests').set({ status: 'paid' }).where('id', '=', paid).execute()
    await kysely
      .insertInto('pending_payments')
      .values({
        network: 'devnet',
        tx_hash: `0x${underWay.slice(2)}`,
        log_index: 0,
        request_id: underWay,
        block_number: 1n,
        amount_units: '1',
        payer: null,
        seen_at: test.clock.now().toISOString(),
      })
      .execute()
    const found = async (status: string) => {
      const answer = await list(`?status=${status}`)
      expect(answer.json.pagination.total).toBe(answer.json.requests.length)
      for (const request of answer.json.requests) expect(request.status).toBe(status)
      return idsOf(answer)
    }
    expect(await found('created')).toEqual([created])
    expect(await found('processing')).toEqual([underWay])
    expect(await found('paid')).toEqual([paid])
    expect(await found('refunded')).toEqual([])
  })
})

describe('The visible requests', () => {
  it('the visible requests are the merchant’s own, or the client ID’s own without customer data', async () => {
    const { clientId } = await test.createClientId()
    const client = pageHeaders(clientId)
    const customerInfo = { firstName: 'Ana' }
    const created = await test.call('POST', '/v2/request', {
      anonymous: true,
      headers: client,
      body: { ...BODY, customerInfo },
    })
    await test.call('POST', '/v2/request', { body: { ...BODY, customerInfo } })
    const { create } = await openShop()
    await create()

    const all = await test.call('GET', '/v2/request')
    expect(all.json.pagination.total).toBe(2)
    expect(all.json.requests.map((one: { customerInfo: object }) => one.customerInfo)).toEqual([
      customerInfo,
      customerInfo,
    ])
    const own = await test.call('GET', '/v2/request', { anonymous: true, headers: client })
    expect(idsOf(own)).toEqual([created.json.requestId])
    expect(own.json.pagination.total).toBe(1)
    expect(own.json.requests[0].customerInfo).toBeNull()
    for (const query of ['?status=created', '?reference=none']) {
      const { json } = await test.call('GET', `/v2/request${query}`, {
        anonymous: true,
        headers: client,
      })
      expect(json.pagination.total).toBe(query === '?status=created' ? 1 : 0)
    }
  })

  it('the visible requests exclude another merchant’s requests, even with that merchant’s cursor', async () => {
    const one = await openShop()
    const other = await openShop()
    const ids = await one.createMany(2)
    const first = await one.list('?limit=1')
    await other.create()
    const answer = await other.list(`?cursor=${first.json.pagination.nextCursor}`)
    expect(idsOf(answer).filter((id) => ids.includes(id))).toEqual([])
    expect(answer.json.pagination.total).toBe(1)
  })
})

describe('An invalid list query', () => {
  it.each([
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=101', 'limit', 'out_of_range'],
    ['limit=', 'limit', 'invalid_integer'],
    ['limit=-1', 'limit', 'invalid_integer'],
    ['limit=1.5', 'limit', 'invalid_integer'],
    ['limit=1e2', 'limit', 'invalid_integer'],
    ['limit=1&limit=2', 'limit', 'invalid_type'],
    ['offset=-1', 'offset', 'invalid_integer'],
    ['offset=1000000001', 'offset', 'out_of_range'],
    ['offset=99999999999', 'offset', 'invalid_integer'],
    ['status=done', 'status', 'invalid_value'],
    ['status=PAID', 'status', 'invalid_value'],
    ['reference=', 'reference', 'too_short'],
    [`reference=${'x'.repeat(256)}`, 'reference', 'too_long'],
    ['reference=a%00', 'reference', 'control_characters'],
    ['cursor=', 'cursor', 'invalid_cursor'],
    ['cursor=abc', 'cursor', 'invalid_cursor'],
    ['cursor=%00', 'cursor', 'invalid_cursor'],
    [`cursor=${'A'.repeat(44)}`, 'cursor', 'invalid_cursor'],
    [`cursor=${'A'.repeat(301)}`, 'cursor', 'invalid_cursor'],
  ])('%s is rejected at %s as %s', async (query, field, code) => {
    const { status, json } = await test.call('GET', `/v2/request?${query}`)
    expect({ status, code: json.code }).toEqual({ status: 400, code: 'validation_failed' })
    expect(json.errors).toEqual([{ field, code, message: expect.any(String) }])
  })

  it('a list query with both a cursor and an offset is rejected', async () => {
    const { createMany, list } = await openShop()
    await createMany(2)
    const { nextCursor } = (await list('?limit=1')).json.pagination
    const answer = await list(`?cursor=${nextCursor}&offset=1`)
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toMatchObject([{ field: 'cursor', code: 'conflicting_fields' }])
    expect((await list(`?cursor=${nextCursor}&offset=0`)).status).toBe(200)
  })
})
