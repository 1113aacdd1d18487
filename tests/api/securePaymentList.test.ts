import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPaid, markSeen } from '../support/markRequest.ts'
import { NO_LIMITS, registerAccount, type SignedIn } from '../support/signIn.ts'
import { PAYER, SECOND_PAYEE, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const PATH = '/v2/secure-payments'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
})
afterAll(() => test[Symbol.asyncDispose]())

type Created = { token: string; requestIds: string[]; securePaymentUrl: string }

const call = ({ headers }: SignedIn, method: string, path: string, body?: object) =>
  test.call(method, path, { anonymous: true, headers, ...(body !== undefined && { body }) })

async function create(person: SignedIn, body: object = {}): Promise<Created> {
  const answer = await call(person, 'POST', PATH, { requests: [usdcItem], ...body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.json
}

const list = (person: SignedIn, query: Record<string, string> = {}) =>
  call(person, 'GET', `${PATH}?${new URLSearchParams(query)}`)

/** Reads all pages of the list, and returns the tokens in the list's order. */
async function listAll(person: SignedIn, query: Record<string, string> = {}): Promise<string[]> {
  const tokens: string[] = []
  let cursor: string | null = null
  do {
    const { status, json, text } = await list(person, {
      ...query,
      ...(cursor !== null && { cursor }),
    })
    if (status !== 200) throw new Error(text)
    tokens.push(...json.securePayments.map(({ token }: Created) => token))
    cursor = json.nextCursor
  } while (cursor !== null)
  return tokens
}

async function setStatus(token: string, status: 'completed' | 'invalidated'): Promise<void> {
  await test.host.context.db.kysely
    .updateTable('secure_payments')
    .set({ status })
    .where('token', '=', token)
    .execute()
}

describe('GET /v2/secure-payments', () => {
  it('GET /v2/secure-payments describes each secure payment with its amounts, reference, customer and page', async () => {
    const person = await registerAccount(test)
    const { token, requestIds, securePaymentUrl } = await create(person, {
      reference: 'PO-7781',
      customerInfo: { firstName: 'Ana', email: 'ana@example.test' },
      order: { title: 'Two chairs' },
      redirectUrl: 'https://shop.example.test/thanks',
      redirectLabel: 'Back',
    })
    const createdAt = test.clock.now().getTime()
    const { status, json } = await list(person)
    expect(status).toBe(200)
    expect(json).toEqual({
      securePayments: [
        {
          token,
          securePaymentUrl,
          receiptUrl: `${test.host.url}/receipts/${token}`,
          status: 'pending',
          paymentType: 'single',
          flow: 'get_paid',
          network: 'devnet',
          reference: 'PO-7781',
          title: 'Two chairs',
          firstLine: null,
          lineCount: 0,
          createdAt: new Date(createdAt).toISOString(),
          expiresAt: new Date(createdAt + 7 * DAY_MS).toISOString(),
          completedAt: null,
          combinedInto: null,
          redirectUrl: 'https://shop.example.test/thanks',
          redirectLabel: 'Back',
          revision: 1,
          isReusable: false,
          linkToken: null,
          feePlan: null,
          itemCount: 1,
          paymentCount: null,
          items: [
            {
              requestId: requestIds[0],
              payee: usdcItem.payee,
              amount: usdcItem.amount,
              amountPaid: '0',
              invoiceCurrency: usdcItem.invoiceCurrency,
              paymentCurrency: usdcItem.paymentCurrency,
              status: 'created',
              reference: 'PO-7781',
              customerInfo: { firstName: 'Ana', email: 'ana@example.test' },
            },
          ],
        },
      ],
      nextCursor: null,
    })
  })

  it('GET /v2/secure-payments returns an order’s first line and its number of lines', async () => {
    const person = await registerAccount(test)
    const total = usdcItem.amount
    const lines = [
      { name: 'Oak chair', quantity: '1', unitPrice: total },
      { name: 'Delivery', quantity: '1', unitPrice: '0' },
    ]
    await create(person, { order: { lines } })
    const { json } = await list(person)
    expect(json.securePayments).toEqual([
      expect.objectContaining({ title: null, firstLine: 'Oak chair', lineCount: 2 }),
    ])
  })

  it('GET /v2/secure-payments returns each of the tenant’s secure payments once, newest first, in pages of any size', async () => {
    const person = await registerAccount(test)
    const created: string[] = []
    for (let index = 0; index < 7; index += 1) {
      // Some payments are created in the same millisecond.
      if (index % 3 === 0) test.clock.advance(1)
      created.push((await create(person)).token)
    }
    await create(await registerAccount(test))
    const expected = created.toSorted().toReversed()
    for (const limit of ['1', '2', '6', '7', '100']) {
      expect(await listAll(person, { limit })).toEqual(expected)
    }
    const { json } = await list(person, { limit: '3' })
    test.clock.advance(1)
    const newer = await create(person)
    const rest = await list(person, { limit: '100', cursor: json.nextCursor })
    expect(rest.json.securePayments.map(({ token }: Created) => token)).toEqual(expected.slice(3))
    expect((await listAll(person))[0]).toBe(newer.token)
  })

  it('GET /v2/secure-payments filters by the status at the time of the call', async () => {
    const person = await registerAccount(test)
    const old = (await create(person)).token
    test.clock.advance(6 * DAY_MS)
    const [open, completed, invalidated] = [
      (await create(person)).token,
      (await create(person)).token,
      (await create(person)).token,
    ]
    await setStatus(completed, 'completed')
    await setStatus(invalidated, 'invalidated')
    const read = async () => ({
      pending: await listAll(person, { status: 'pending' }),
      expired: await listAll(person, { status: 'expired' }),
      completed: await listAll(person, { status: 'completed' }),
      invalidated: await listAll(person, { status: 'invalidated' }),
    })
    const closed = { completed: [completed], invalidated: [invalidated] }
    test.clock.advance(DAY_MS - 1)
    expect(await read()).toEqual({ pending: [open, old], expired: [], ...closed })
    test.clock.advance(1)
    expect(await read()).toEqual({ pending: [open], expired: [old], ...closed })
    const { json } = await list(person, { status: 'expired' })
    expect(json.securePayments).toMatchObject([{ token: old, status: 'expired' }])
  })

  it('GET /v2/secure-payments filters by reference, direction and creation time, both ends included', async () => {
    const person = await registerAccount(test)
    const first = (await create(person, { reference: '1042' })).token
    const start = test.clock.now()
    test.clock.advance(MINUTE_MS)
    const second = (await create(person, { reference: '1042 ' })).token
    const middle = test.clock.now()
    test.clock.advance(MINUTE_MS)
    const body = {
      recipient: SECOND_PAYEE,
      network: 'devnet',
      currency: 'USDC-devnet',
      amount: '1',
      reference: '1042',
    }
    const payout = (await call(person, 'POST', `${PATH}/payouts`, body)).json.token
    const at = (date: Date, plusMs = 0) => new Date(date.getTime() + plusMs).toISOString()

    expect(await listAll(person, { reference: '1042' })).toEqual([payout, first])
    expect(await listAll(person, { reference: '104' })).toEqual([])
    expect(await listAll(person, { flow: 'pay' })).toEqual([payout])
    expect(await listAll(person, { flow: 'get_paid', limit: '1' })).toEqual([second, first])
    expect(await listAll(person, { fromDate: at(middle) })).toEqual([payout, second])
    expect(await listAll(person, { fromDate: at(middle, 1) })).toEqual([payout])
    expect(await listAll(person, { toDate: at(middle) })).toEqual([second, first])
    expect(await listAll(person, { toDate: at(middle, -1) })).toEqual([first])
    expect(await listAll(person, { fromDate: at(start), toDate: at(middle) })).toEqual([
      second,
      first,
    ])
    expect(await listAll(person, { toDate: '1969-12-31T23:59:59Z' })).toEqual([])
    expect(await listAll(person, { fromDate: '9999-12-31T23:59:59Z' })).toEqual([])
  })

  it('GET /v2/secure-payments shows a payment from its detection to its completion', async () => {
    const person = await registerAccount(test)
    const { token, requestIds } = await create(person)
    const requestId = requestIds[0] ?? ''
    const readRow = async () => (await list(person)).json.securePayments[0]
    await markSeen(test.host, { requestId, units: 2_000_000n, depth: 1n })
    expect(await readRow()).toMatchObject({
      status: 'pending',
      items: [{ status: 'processing', amountPaid: '0' }],
    })
    await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
    expect(await readRow()).toMatchObject({
      status: 'completed',
      items: [{ status: 'paid', amountPaid: '12.5' }],
    })
  })

  it('GET /v2/secure-payments counts all items in a batch, and describes the first ten', async () => {
    const person = await registerAccount(test)
    const requests = Array.from({ length: 12 }, (_, index) => ({
      ...usdcItem,
      payee: index === 0 ? PAYER : usdcItem.payee,
    }))
    const { requestIds } = await create(person, { requests })
    const [row] = (await list(person)).json.securePayments
    expect(row).toMatchObject({ paymentType: 'batch', itemCount: 12 })
    expect(row.items.map((item: { requestId: string }) => item.requestId)).toEqual(
      requestIds.slice(0, 10),
    )
    expect(row.items[0].payee).toBe(PAYER)
  })

  it.each([
    ['status=paid', 'status'],
    ['flow=out', 'flow'],
    ['reference=', 'reference'],
    [`reference=${'a'.repeat(256)}`, 'reference'],
    ['fromDate=yesterday', 'fromDate'],
    ['fromDate=2026-01-02T00:00:00Z&toDate=2026-01-02T00:00:00Z', 'toDate'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=%00', 'cursor'],
    ['cursor=abc', 'cursor'],
    ['cursor=01KB4Z8Q6V3M2N5P7R9T0W1X2Y', 'cursor'],
    ['limit=1&limit=2', 'limit'],
  ])('GET /v2/secure-payments returns 400 for %s', async (query, field) => {
    const person = await registerAccount(test)
    const { status, json } = await call(person, 'GET', `${PATH}?${query}`)
    expect({ status, field: json.errors?.[0]?.field }).toEqual({ status: 400, field })
  })
})
