import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedPayments } from '../support/seedPayments.ts'
import {
  PAYEE,
  PAYER,
  type PageHeaders,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const TX_HASH = `0x${'a7'.repeat(32)}`
const DAI_ITEM = {
  payee: SECOND_PAYEE,
  invoiceCurrency: 'DAI-devnet',
  paymentCurrency: 'DAI-devnet',
  amount: '3',
}

let test: TestHost
/** The ids of the seeded payments, by description. */
let ids: Record<'early' | 'batchOne' | 'batchTwo' | 'late' | 'shop', string>
let tokens: { batch: string; shop: string }
let requestIds: { first: string; second: string; shop: string }
let shop: PageHeaders
let stranger: { 'x-api-key': string }

beforeAll(async () => {
  test = await startTestHost()
  const { context } = test.host
  const batch = { requests: [usdcItem, DAI_ITEM], reference: 'PO-1' }
  const created = await test.createPayment(batch)
  const [first = '', second = ''] = created.requestIds
  const { clientId } = await test.createClientId()
  shop = pageHeaders(clientId)
  const own = await test.call('POST', '/v2/secure-payments', {
    body: { requests: [usdcItem], reference: '=1+1' },
    headers: shop,
    anonymous: true,
  })
  tokens = { batch: created.token, shop: own.json.token }
  requestIds = { first, second, shop: own.json.requestIds[0] }
  await context.db.kysely
    .updateTable('requests')
    .set({
      customer_info: JSON.stringify({
        firstName: 'Ana',
        email: 'ana@example.test',
        address: { city: 'Porto' },
      }),
    })
    .execute()
  const at = (block_time: string) => ({ block_time, payer: PAYER })
  const [early = '', batchOne = '', batchTwo = '', late = '', shopPaid = ''] = await seedPayments(
    context,
    [
      {
        request_id: first,
        ...at('2026-01-31T23:59:59.000Z'),
        request_units: '12500000',
        amount_in_usd: '12.49875',
        is_late: 1,
      },
      { request_id: first, ...at('2026-02-01T00:00:00.000Z'), tx_hash: TX_HASH, log_index: 1 },
      { request_id: second, ...at('2026-02-01T00:00:00.000Z'), tx_hash: TX_HASH, log_index: 2 },
      { request_id: second, ...at('2026-03-05T10:20:30.000Z'), payer: null, type: 'conversion' },
      { request_id: requestIds.shop, ...at('2026-04-01T00:00:00.000Z'), payer: SECOND_PAYEE },
    ],
  )
  // Payments in one block sort by id, newest first.
  const [newer = '', older = ''] = [batchOne, batchTwo].sort().toReversed()
  ids = { early, batchOne: older, batchTwo: newer, late, shop: shopPaid }
  const other = await test.createTenant()
  stranger = { 'x-api-key': other.apiKey }
})

afterAll(() => test?.[Symbol.asyncDispose]())

/** Returns the ids that a query finds, in order; with the merchant's key by default. */
async function find(query: Record<string, string>, headers?: Record<string, string>) {
  const { json, status } = await search(query, headers)
  expect(status).toBe(200)
  expect(json.pagination.total).toBe(json.payments.length)
  return json.payments.map(({ id }: { id: string }) => id)
}

async function search(query: Record<string, string>, headers?: Record<string, string>) {
  const path = `/v2/payments?${new URLSearchParams(query)}`
  return test.call('GET', path, headers === undefined ? {} : { headers, anonymous: true })
}

describe('GET /v2/payments', () => {
  it('GET /v2/payments lists a merchant’s own payments without a filter, newest first', async () => {
    expect(await find({})).toEqual([ids.shop, ids.late, ids.batchTwo, ids.batchOne, ids.early])
    expect(await find({}, stranger)).toEqual([])
  })

  it('GET /v2/payments returns the facts about a payment and its request', async () => {
    const { json } = await search({ toDate: '2026-01-31T23:59:59Z' })
    expect(json.payments).toEqual([
      {
        id: ids.early,
        amount: '12.5',
        sourceNetwork: 'devnet',
        destinationNetwork: 'devnet',
        sourceTxHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        destinationTxHash: json.payments[0].sourceTxHash,
        timestamp: '2026-01-31T23:59:59.000Z',
        type: 'direct',
        conversionRateSource: null,
        conversionRateDestination: null,
        convertedAmountSource: null,
        convertedAmountDestination: null,
        currency: 'USDC',
        paymentCurrency: 'USDC',
        fees: null,
        recurringPaymentId: null,
        rateProvider: null,
        amountInUsd: '12.49875',
        reportingCurrency: 'USD',
        amountInReportingCurrency: '12.49875',
        flow: 'get_paid',
        isLate: true,
        refundedAmount: '0',
        refundStatus: 'none',
        refundId: null,
        refundOf: null,
        request: {
          requestId: requestIds.first,
          paymentReference: expect.stringMatching(/^0x[0-9a-f]{16}$/),
          hasBeenPaid: false,
          customerInfo: { firstName: 'Ana', email: 'ana@example.test' },
          reference: 'PO-1',
          surplusAmount: null,
        },
        detectionSource: 'request-network',
        note: null,
        sourceAmount: null,
        sourceCurrency: null,
        payeeFee: null,
        payerAddress: PAYER,
      },
    ])
  })

  it('GET /v2/payments finds all payments in a transaction, in any letter case of its hash', async () => {
    expect(await find({ txHash: TX_HASH })).toEqual([ids.batchTwo, ids.batchOne])
    expect(await find({ txHash: `0x${'A7'.repeat(32)}` })).toHaveLength(2)
    expect(await find({ txHash: `0x${'a8'.repeat(32)}` })).toEqual([])
  })

  it('GET /v2/payments accepts the first and last moments of the calendar as the ends of a time range', async () => {
    expect(await find({ toDate: '9999-12-31T23:59:59.999Z' })).toHaveLength(5)
    expect(await find({ toDate: '9999-12-01T00:00:00Z' })).toHaveLength(5)
    expect(await find({ fromDate: '9999-12-15T00:00:00Z' })).toEqual([])
    const both = { fromDate: '9999-12-15T00:00:00Z', toDate: '9999-12-20T00:00:00Z' }
    expect(await find(both)).toEqual([])
    expect(await find({ ...both, walletAddress: PAYER })).toEqual([])
    expect(await find({ fromDate: '9999-12-31T23:59:59.999Z' })).toEqual([])
    expect(await find({ fromDate: '0000-01-01T00:00:00Z' })).toHaveLength(5)
  })

  it('GET /v2/payments finds a wallet as payer and as payee, each payment once, in any letter case of its address', async () => {
    expect(await find({ walletAddress: PAYER })).toEqual([ids.batchTwo, ids.batchOne, ids.early])
    // The wallet is the payee of one request and the payer of another.
    const asBoth = await find({ walletAddress: SECOND_PAYEE.toLowerCase() })
    expect(asBoth).toHaveLength(3)
    expect(asBoth).toContain(ids.shop)
    expect(asBoth).toContain(ids.late)
  })

  it('GET /v2/payments finds a request’s payments by its id and by its payment reference', async () => {
    const { json } = await search({ requestId: requestIds.second })
    expect(json.pagination.total).toBe(2)
    const { paymentReference } = json.payments[0].request
    const upperCase = `0x${paymentReference.slice(2).toUpperCase()}`
    const byReference = await search({ paymentReference: upperCase })
    expect(byReference.json.payments).toEqual(json.payments)
    expect(await find({ requestId: 'no-such-request' })).toEqual([])
  })

  it('GET /v2/payments finds the merchant’s exact reference', async () => {
    expect(await find({ reference: 'PO-1' })).toHaveLength(4)
    expect(await find({ reference: 'po-1' })).toEqual([])
  })

  it.each([
    [{ type: 'conversion' }, 1],
    [{ type: 'crosschain' }, 0],
    [{ invoiceCurrency: 'USDC-devnet' }, 3],
    [{ invoiceCurrency: 'USDC' }, 3],
    [{ paymentCurrency: 'dai' }, 2],
    [{ paymentCurrency: 'USDC-base-base' }, 0],
    [{ type: 'direct', paymentCurrency: 'DAI', walletAddress: PAYER }, 1],
    [{ type: 'direct', paymentCurrency: 'DAI', reference: '=1+1' }, 0],
  ])('GET /v2/payments combines filters: %o finds %i', async (query, count) => {
    expect(await find(query as Record<string, string>)).toHaveLength(count)
  })

  it('GET /v2/payments finds the customer’s whole e-mail address, in any letter case', async () => {
    expect(await find({ customerEmail: 'ANA@Example.test' })).toHaveLength(5)
    expect(await find({ customerEmail: 'ana@example.test', reference: '=1+1' })).toEqual([ids.shop])
    expect(await find({ customerEmail: 'a@example.test' })).toEqual([])
    expect((await search({ customerEmail: 'ana' })).status).toBe(400)
  })

  it('GET /v2/payments finds an exact amount, with or without trailing zeros and a currency', async () => {
    for (const amount of ['12.5', '12.50', '12.500000000', '12.50 USDC', '12.5 usdc']) {
      expect(await find({ amount })).toEqual([ids.early])
    }
    expect(await find({ amount: '12.5', walletAddress: PAYER, type: 'direct' })).toEqual([
      ids.early,
    ])
    expect(await find({ amount: '0.000001' })).toHaveLength(2)
    expect(await find({ amount: '0.000001', reference: '=1+1' })).toEqual([ids.shop])
    for (const amount of ['12.51', '12', '125', '12.5 DAI', '12.5 EUR']) {
      expect(await find({ amount })).toEqual([])
    }
  })

  it.each(['12,5', '-1', '1e3', '012', '.5', '12.5  USDC', '12.5 US DC', 'USDC'])(
    'GET /v2/payments rejects the amount %j',
    async (amount) => {
      const { status, json } = await search({ amount })
      expect(status).toBe(400)
      expect(json.errors).toMatchObject([{ field: 'amount', code: 'invalid_amount' }])
    },
  )

  it('GET /v2/payments rejects an amount in an unknown currency', async () => {
    const { status, json } = await search({ amount: '1 NOPE' })
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toContain('NOPE')
  })

  it('GET /v2/payments finds a secure payment’s payments by its token', async () => {
    const { json } = await search({ securePaymentToken: tokens.batch })
    expect(json.pagination.total).toBe(4)
    expect(await find({ securePaymentToken: tokens.batch, amount: '12.5' })).toEqual([ids.early])
    expect(await find({ securePaymentToken: tokens.shop })).toEqual([ids.shop])
    expect(await find({ securePaymentToken: tokens.batch }, shop)).toEqual([])
    expect(await find({ securePaymentToken: tokens.batch }, stranger)).toEqual([])
  })

  it('GET /v2/payments finds a payment by its id', async () => {
    expect(await find({ paymentId: ids.early })).toEqual([ids.early])
    expect(await find({ paymentId: ids.early }, stranger)).toEqual([])
    expect(await find({ paymentId: ids.early, requestId: 'other' })).toEqual([])
  })

  it('GET /v2/payments finds no customer for a client ID, because a client ID is public', async () => {
    const { status, json } = await search({ customerEmail: 'ana@example.test' }, shop)
    expect(status).toBe(400)
    expect(json.errors).toMatchObject([{ field: 'customerEmail', code: 'not_allowed' }])
    expect(await find({ amount: '0.000001' }, shop)).toEqual([ids.shop])
  })

  it('GET /v2/payments includes both ends of a time range', async () => {
    const moment = '2026-02-01T00:00:00Z'
    expect(await find({ fromDate: moment })).toHaveLength(4)
    expect(await find({ toDate: moment })).toHaveLength(3)
    expect(await find({ fromDate: moment, toDate: '2026-03-05T10:20:30Z' })).toEqual([
      ids.late,
      ids.batchTwo,
      ids.batchOne,
    ])
    expect(
      await find({ fromDate: '2026-02-01T00:00:00.001Z', toDate: '2026-03-05T10:20:29Z' }),
    ).toEqual([])
  })

  it('GET /v2/payments returns a client ID’s payments to it, without personal names', async () => {
    const { json } = await search({}, shop)
    expect(json.payments.map(({ id }: { id: string }) => id)).toEqual([ids.shop])
    expect(json.payments[0].request.customerInfo).toBeNull()
    expect(await find({ requestId: requestIds.first }, shop)).toEqual([])
    expect(await find({ txHash: TX_HASH }, shop)).toEqual([])
  })

  it('GET /v2/payments confirms no payee to a client ID whose pages hide payees, regardless of the query', async () => {
    await using own = await startTestHost()
    const { clientId } = await own.createClientId()
    const page = pageHeaders(clientId)
    const create = async (body: object) => {
      const options = { anonymous: true, headers: page, body }
      const { json } = await own.call('POST', '/v2/secure-payments', options)
      return json.requestIds[0] as string
    }
    const shown = await create({ requests: [{ ...usdcItem, payee: SECOND_PAYEE }] })
    const search = async (query: Record<string, string>, headers?: Record<string, string>) => {
      const path = `/v2/payments?${new URLSearchParams(query)}`
      const { json } = await own.call('GET', path, headers && { anonymous: true, headers })
      expect(json.pagination.total).toBe(json.payments.length)
      return json.payments.map(({ id }: { id: string }) => id)
    }
    const [first] = await seedPayments(own.host.context, [{ request_id: shown, payer: PAYER }])
    expect(await search({ walletAddress: SECOND_PAYEE }, page)).toEqual([first])
    const hidden = await create({ requests: [usdcItem], accessPolicy: { hidePayeeAddress: true } })
    const at = (day: number) => ({ block_time: `2026-05-0${day}T00:00:00.000Z`, tx_hash: TX_HASH })
    const [second = '', third = ''] = await seedPayments(own.host.context, [
      { request_id: hidden, payer: PAYER, ...at(1), log_index: 1 },
      { request_id: hidden, payer: SECOND_PAYEE, ...at(2), log_index: 2, type: 'conversion' },
    ])
    const guesses = [{}, { requestId: hidden }, { txHash: TX_HASH }, { type: 'direct' }]
    for (const guess of guesses) {
      expect(await search({ ...guess, walletAddress: PAYEE }, page)).toEqual([])
    }
    // Once a page hides its payee, a search for a wallet finds only payments that the wallet made. The wallet may be another payment's
    // visible payee.
    const ofPayee = { walletAddress: SECOND_PAYEE.toLowerCase() }
    expect(await search(ofPayee, page)).toEqual([third])
    expect(await search({ ...ofPayee, type: 'direct' }, page)).toEqual([])
    expect(await search({ ...ofPayee, requestId: hidden }, page)).toEqual([third])
    expect(await search({ walletAddress: PAYER }, page)).toEqual([second, first])
    expect(await search({ walletAddress: PAYER, amount: '0.000001 USDC' }, page)).toEqual([
      second,
      first,
    ])
    expect(await search({ walletAddress: PAYER, amount: '1' }, page)).toEqual([])
    const rest = { walletAddress: PAYER, toDate: '2026-04-30T00:00:00Z', reference: 'PO-2' }
    expect(await search(rest, page)).toEqual([])
    // The merchant's server can still search by payee.
    expect(await search({ walletAddress: PAYEE })).toEqual([third, second])
    expect(await search({ walletAddress: SECOND_PAYEE })).toEqual([third, first])
    const byPage = await own.call('GET', `/v2/payments?walletAddress=${PAYER}&limit=1`, {
      anonymous: true,
      headers: page,
    })
    const { pagination } = byPage.json
    expect([byPage.json.payments[0].id, pagination.total, pagination.hasMore]).toEqual([
      second,
      2,
      true,
    ])
    const next = await own.call(
      'GET',
      `/v2/payments?walletAddress=${PAYER}&limit=1&cursor=${pagination.nextCursor}`,
      { anonymous: true, headers: page },
    )
    expect(next.json.payments.map(({ id }: { id: string }) => id)).toEqual([first])
    expect(next.json.pagination).toMatchObject({ total: 2, hasMore: false, nextCursor: null })
  })

  it('GET /v2/payments returns nothing to another merchant, regardless of the filter', async () => {
    const filters = [
      { requestId: requestIds.first },
      { txHash: TX_HASH },
      { walletAddress: PAYER },
      { reference: 'PO-1' },
      { type: 'direct' },
    ]
    for (const filter of filters) expect(await find(filter, stranger)).toEqual([])
  })
})

describe('Pages', () => {
  it('pages are the same by offset and by cursor', async () => {
    const whole = (await search({})).json.payments
    const first = await search({ limit: '2' })
    expect(first.json.pagination).toEqual({
      total: 5,
      limit: 2,
      offset: 0,
      hasMore: true,
      nextCursor: expect.stringMatching(/^[A-Za-z0-9_-]{1,300}$/),
    })
    const { nextCursor } = first.json.pagination
    const byCursor = await search({ limit: '2', cursor: nextCursor })
    const byOffset = await search({ limit: '2', offset: '2' })
    expect(byCursor.json.payments).toEqual(whole.slice(2, 4))
    expect(byOffset.json.payments).toEqual(whole.slice(2, 4))
    expect(byCursor.json.pagination).toMatchObject({ total: 5, offset: 0, hasMore: true })
    const last = await search({ limit: '2', cursor: byCursor.json.pagination.nextCursor })
    expect(last.json.payments).toEqual(whole.slice(4))
    expect(last.json.pagination).toMatchObject({ hasMore: false, nextCursor: null })
    expect((await search({ offset: '5' })).json).toMatchObject({
      payments: [],
      pagination: { total: 5, offset: 5, hasMore: false, nextCursor: null },
    })
  })

  it.each([
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ limit: '1.5' }, 'limit'],
    [{ offset: '-1' }, 'offset'],
    [{ type: 'gift' }, 'type'],
    [{ txHash: '0x12' }, 'txHash'],
    [{ walletAddress: 'someone' }, 'walletAddress'],
    [{ paymentReference: '0x12' }, 'paymentReference'],
    [{ invoiceCurrency: 'DOUBLOON' }, 'invoiceCurrency'],
    [{ paymentCurrency: 'USDC-nowhere' }, 'paymentCurrency'],
    [{ fromDate: '2026-02-01T00:00:00' }, 'fromDate'],
    [{ toDate: '2026-02-01' }, 'toDate'],
    [{ fromDate: '2026-02-01T00:00:00Z', toDate: '2026-02-01T00:00:00Z' }, 'toDate'],
    [{ fromDate: '2026-02-02T00:00:00Z', toDate: '2026-02-01T00:00:00Z' }, 'toDate'],
    [{ cursor: 'AAAA' }, 'cursor'],
    [{ format: 'xml' }, 'format'],
  ])('GET /v2/payments rejects %o and names %s', async (query, field) => {
    const { status, json } = await search(query as Record<string, string>)
    expect(status).toBe(400)
    expect(json.errors.map((error: { field: string }) => error.field)).toEqual([field])
  })

  it('pages reject a cursor from another filter, client ID or merchant, and a changed cursor', async () => {
    const { nextCursor } = (await search({ limit: '1' })).json.pagination
    const changed = `${nextCursor.slice(0, -2)}${nextCursor.endsWith('A') ? 'BB' : 'AA'}`
    const refused = [
      await search({ limit: '1', cursor: nextCursor, type: 'direct' }),
      await search({ limit: '1', cursor: changed }),
      await search({ limit: '1', cursor: nextCursor }, shop),
      await search({ limit: '1', cursor: nextCursor }, stranger),
    ]
    for (const { status, json } of refused) {
      expect(status).toBe(400)
      expect(json.errors[0]).toMatchObject({ field: 'cursor', code: 'invalid_cursor' })
    }
  })
})

describe('The CSV', () => {
  const NAMES =
    'id,timestamp,type,amount,currency,paymentCurrency,sourceNetwork,destinationNetwork,sourceTxHash,destinationTxHash,payerAddress,conversionRateSource,conversionRateDestination,convertedAmountSource,convertedAmountDestination,rateProvider,fees,recurringPaymentId,requestId,paymentReference,reference,hasBeenPaid,customerFirstName,customerLastName,customerEmail,detectionSource,note,amountInUsd,isLate,reportingCurrency,amountInReportingCurrency,refundedAmount,refundStatus,refundId,direction,receivedAmount,payeeAddress,netAmount,taxAmount,grossAmount,payerGas,refundedPaymentId,refundedRequestId,refundedReference,refundedCustomerFirstName,refundedCustomerLastName,refundedCustomerEmail,refundReason,sourceAmount,sourceCurrency,payerGasWorth,payeeFee,amountAfterFee'

  it('the CSV contains all of a query’s payments below a header line, as a file', async () => {
    const { text, headers } = await search({ format: 'csv' })
    const lines = text.split('\r\n')
    expect(lines[0]).toBe(NAMES)
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(await find({}))
    expect(lines.at(-1)).toBe('')
    expect(headers['content-type']).toContain('text/csv')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="payments-\d{4}-\d\d-\d\d\.csv"$/,
    )
  })

  it('the CSV is returned for the `Accept` header `text/csv`, with the same filters and up to a limit', async () => {
    const accept = { headers: { accept: 'text/csv' } }
    const all = await test.call('GET', '/v2/payments?reference=PO-1', accept)
    expect(all.text.split('\r\n')).toHaveLength(1 + 4 + 1)
    const some = await test.call('GET', '/v2/payments?reference=PO-1&limit=3&offset=2', accept)
    expect(some.text.split('\r\n')).toHaveLength(1 + 2 + 1)
    const none = await test.call('GET', '/v2/payments?reference=none', accept)
    expect(none.text).toBe(`${NAMES}\r\n`)
  })

  it('the CSV contains no formulas that a spreadsheet would run, and for a client ID no customers', async () => {
    const { text } = await search({ reference: '=1+1', format: 'csv' })
    expect(text).toContain(",'=1+1,")
    expect(text).toContain('ana@example.test')
    const ofShop = await search({ format: 'csv' }, shop)
    expect(ofShop.text).not.toContain('ana@example.test')
    expect(ofShop.text).not.toContain('Ana')
  })

  it('the CSV has the value in dollars, the lateness, the reporting currency and refunds in each line', async () => {
    const { text } = await search({ toDate: '2026-02-01T00:00:00Z', format: 'csv' })
    const middles = text.split('\r\n').map((line) => line.split(',').slice(27, 34).join())
    expect(middles).toEqual([
      'amountInUsd,isLate,reportingCurrency,amountInReportingCurrency,refundedAmount,refundStatus,refundId',
      ',false,USD,,0,none,',
      ',false,USD,,0,none,',
      '12.49875,true,USD,12.49875,0,none,',
      '',
    ])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)'])(
    'the CSV writes the reference %s as text',
    async (reference) => {
      const { requestIds: own } = await test.createPayment({ requests: [usdcItem], reference })
      const [request_id = ''] = own
      await seedPayments(test.host.context, [
        { request_id, block_time: '2025-01-01T00:00:00.000Z' },
      ])
      const { text } = await search({ reference, toDate: '2025-12-31T00:00:00Z', format: 'csv' })
      expect(text).toContain(`,'${reference},`)
    },
  )

  it('the CSV reads a long list in pieces, without gaps or repeats', async () => {
    await using crowded = await startTestHost()
    const [requestId = ''] = (await crowded.createPayment()).requestIds
    const seconds = Array.from({ length: 1_203 }, (_, index) => Math.floor(index / 3))
    const seeded = await seedPayments(
      crowded.host.context,
      seconds.map((second) => ({
        request_id: requestId,
        payer: PAYEE,
        block_time: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
      })),
    )
    const { text } = await crowded.call('GET', `/v2/payments?format=csv&walletAddress=${PAYEE}`)
    const found = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0])
    expect(found).toHaveLength(1_203)
    expect(new Set(found)).toEqual(new Set(seeded))
  })
})
