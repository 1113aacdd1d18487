import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHeaders, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const PATH = '/v2/secure-payments'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Adds up to 12.5: 2 × 4.50 + 0.5 × 6 + 0.5 in tax. */
const order = {
  title: 'Order 1042',
  description: 'Two teas and half a kilo of sugar',
  lines: [
    { name: 'Green tea', quantity: '2', unitPrice: '4.50' },
    { name: 'Sugar, 1 kg', quantity: '0.5', unitPrice: '6', taxAmount: '0.5' },
  ],
  dueDate: '2027-01-31',
}
const customerInfo = { firstName: 'Ana', lastName: 'Silva', email: 'ana@example.test' }

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const create = (body: object) =>
  test.call('POST', PATH, { body: { requests: [usdcItem], ...body } })

describe('A secure payment’s order', () => {
  it('a secure payment’s order is returned with the payment, with its request, and to the payment page', async () => {
    const { json } = await create({ order, customerInfo })
    const { json: payment } = await test.call('GET', `${PATH}/${json.token}`)
    expect(payment.order).toEqual(order)
    const { json: request } = await test.call('GET', `/v2/request/${json.requestIds[0]}`)
    expect(request.order).toEqual(order)
    expect(request.customerInfo).toEqual(customerInfo)
    const { clientId } = await test.createClientId()
    const page = await test.call('GET', `${PATH}/${json.token}`, { headers: pageHeaders(clientId) })
    expect(page.json.order).toEqual(order)
    expect(page.text).not.toContain('ana@example.test')
  })

  it('a secure payment’s order may have any single part, and is absent without parts', async () => {
    for (const part of [
      { title: 'Tea' },
      { description: 'Green\nand loose' },
      { dueDate: '2027-02-28' },
    ]) {
      const { json } = await create({ order: part })
      expect((await test.call('GET', `${PATH}/${json.token}`)).json.order).toEqual(part)
    }
    for (const body of [{}, { order: {} }]) {
      const { json } = await create(body)
      const { json: payment } = await test.call('GET', `${PATH}/${json.token}`)
      expect(payment).not.toHaveProperty('order')
    }
  })

  it.each([
    ['12.500000', [{ name: 'Tea', quantity: '5', unitPrice: '2.5' }]],
    ['0.000003', [{ name: 'Tea', quantity: '0.000003', unitPrice: '1' }]],
    ['12.5', [{ name: 'Gift', quantity: '1', unitPrice: '0', taxAmount: '12.5' }]],
  ])(
    'a secure payment’s order may add up to %s with other zeros, parts and tax alone',
    async (amount, lines) => {
      const { status } = await create({ requests: [{ ...usdcItem, amount }], order: { lines } })
      expect(status).toBe(201)
    },
  )

  it('a secure payment’s order adds up to the amount in a converted payment’s invoice currency', async () => {
    const requests = [{ ...usdcItem, invoiceCurrency: 'USD', amount: '19.99' }]
    const lines = [{ name: 'Tea', quantity: '1', unitPrice: '19.99' }]
    expect((await create({ requests, order: { lines } })).status).toBe(201)
  })

  it.each([
    ['a cent less', '12.49'],
    ['a millionth more', '12.500001'],
    ['a part below the token’s decimals', '12.500000000000000001'],
  ])(
    'an order whose lines add up to %s is rejected, and nothing is stored',
    async (_, unitPrice) => {
      const before = await test.countRows()
      const lines = [{ name: 'Tea', quantity: '1', unitPrice }]
      const { status, json } = await create({ order: { lines } })
      expect(status).toBe(400)
      expect(json.errors).toEqual([
        expect.objectContaining({
          field: 'order.lines',
          code: 'order_total_mismatch',
          message: expect.stringContaining(unitPrice),
        }),
      ])
      expect(await test.countRows()).toEqual(before)
    },
  )

  it('a secure payment’s order is rejected with several items, because its lines belong to one amount', async () => {
    const { status, json } = await create({
      requests: [usdcItem, usdcItem],
      order: { title: 'Tea' },
    })
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      expect.objectContaining({ field: 'order', code: 'order_unsupported' }),
    ])
  })

  it.each([
    ['order.title', { title: '' }],
    ['order.title', { title: 'x'.repeat(121) }],
    ['order.title', { title: 'Tea\u0000' }],
    ['order.description', { description: 'x'.repeat(1_001) }],
    ['order.dueDate', { dueDate: '2027-02-29' }],
    ['order.dueDate', { dueDate: '31.01.2027' }],
    ['order.lines', { lines: [] }],
    [
      'order.lines',
      { lines: Array.from({ length: 101 }, () => ({ name: 'x', quantity: '1', unitPrice: '0' })) },
    ],
    ['order.lines[0].quantity', { lines: [{ name: 'x', quantity: '0', unitPrice: '1' }] }],
    ['order.lines[0].quantity', { lines: [{ name: 'x', quantity: '-1', unitPrice: '1' }] }],
    ['order.lines[0].quantity', { lines: [{ name: 'x', quantity: 2, unitPrice: '1' }] }],
    ['order.lines[0].unitPrice', { lines: [{ name: 'x', quantity: '1', unitPrice: '1e3' }] }],
    ['order.lines[0].name', { lines: [{ quantity: '1', unitPrice: '12.5' }] }],
  ])('an order with an invalid %s is rejected, and nothing is stored', async (field, bad) => {
    const before = await test.countRows()
    const { status, json } = await create({ order: bad })
    expect(status).toBe(400)
    expect(json.errors).toContainEqual(expect.objectContaining({ field }))
    expect(await test.countRows()).toEqual(before)
  })

  it('POST /v2/request also stores an order, and rejects lines that do not add up to the amount', async () => {
    const body = { ...usdcItem, order }
    const created = await test.call('POST', '/v2/request', { body })
    expect(created.status).toBe(201)
    const { json } = await test.call('GET', `/v2/request/${created.json.requestId}`)
    expect(json.order).toEqual(order)
    const wrong = await test.call('POST', '/v2/request', { body: { ...body, amount: '12.6' } })
    expect(wrong.json.errors).toEqual([
      expect.objectContaining({ field: 'order.lines', code: 'order_total_mismatch' }),
    ])
  })
})

describe('A link’s expiry', () => {
  it.each([
    ['a secure payment', PATH, { requests: [usdcItem] }],
    [
      'a payout link',
      `${PATH}/payouts`,
      {
        recipient: usdcItem.payee,
        network: 'devnet',
        currency: 'USDC-devnet',
        amount: '1',
      },
    ],
  ])('a link’s expiry is the time that the call stated, for %s', async (_, path, body) => {
    const expiresAt = new Date(test.clock.now().getTime() + 2 * DAY_MS).toISOString()
    const { json } = await test.call('POST', path, { body: { ...body, expiresAt } })
    const { json: payment } = await test.call('GET', `${PATH}/${json.token}`)
    expect(payment.expiresAt).toBe(expiresAt)
    expect(payment.status).toBe('pending')
  })

  it('a link’s expiry ends the link, which can no longer be paid', async () => {
    const expiresAt = new Date(test.clock.now().getTime() + 2 * MINUTE_MS).toISOString()
    const { json } = await create({ expiresAt })
    test.clock.advance(2 * MINUTE_MS)
    for (const path of [`${PATH}/${json.token}`, `${PATH}/${json.token}/pay`]) {
      const answer = await test.call('GET', path)
      expect(answer.status).toBe(403)
      expect(answer.json.code).toBe('payment_expired')
    }
  })

  it.each([
    ['in the past', -DAY_MS],
    ['in less than a minute', MINUTE_MS - 1_000],
    ['in more than 366 days', 366 * DAY_MS + 1_000],
  ])('%s is rejected, and stores nothing', async (_, distanceMs) => {
    const before = await test.countRows()
    const expiresAt = new Date(test.clock.now().getTime() + distanceMs).toISOString()
    const { status, json } = await create({ expiresAt })
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      expect.objectContaining({ field: 'expiresAt', code: 'out_of_range' }),
    ])
    expect(await test.countRows()).toEqual(before)
  })

  it('a link’s expiry must be a timestamp', async () => {
    const { status, json } = await create({ expiresAt: 'tomorrow' })
    expect(status).toBe(400)
    expect(json.errors).toContainEqual(expect.objectContaining({ field: 'expiresAt' }))
  })
})
