import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { casesToTry } from '../support/casesToTry.ts'
import { markPaid, markSeen } from '../support/markRequest.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import {
  FEE_ADDRESS,
  PAYEE,
  PAYER,
  pageHeaders,
  startTestHost,
  type TestHost,
  usdcItem,
} from '../support/testHost.ts'

const LINKS = '/v2/secure-payments'
const HASH = `0x${'5b'.repeat(32)}`
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const ORDER = {
  title: 'Two chairs',
  lines: [{ name: 'Chair', quantity: '2', unitPrice: '6.25' }],
}

let test: TestHost
let page: Record<string, string>
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  page = pageHeaders((await test.createClientId()).clientId)
})
afterAll(() => test[Symbol.asyncDispose]())

const asPage = (method: string, path: string, body?: object) =>
  test.call(method, path, {
    anonymous: true,
    headers: page,
    ...(body !== undefined && { body }),
  })
const edit = (token: string, body: object) => test.call('PATCH', `${LINKS}/${token}`, { body })
const read = async (token: string) => (await asPage('GET', `${LINKS}/${token}`)).json
const attempt = (token: string, attemptId: string = randomUUID()) =>
  asPage('POST', `${LINKS}/${token}/attempts`, {
    attemptId,
    wallet: PAYER,
    chain: 'devnet',
    token: 'USDC',
    calldataHash: HASH,
  })

/** Returns the newest link's entry in the merchant's list. */
async function newest() {
  const { json } = await test.call('GET', `${LINKS}?limit=1`)
  return json.securePayments[0]
}

async function create(body: object = {}) {
  test.clock.advance(1)
  const { token, requestIds } = await test.createPayment({ requests: [usdcItem], ...body })
  return { token, requestId: requestIds[0] ?? '' }
}

describe('PATCH /v2/secure-payments/{token}', () => {
  it('PATCH /v2/secure-payments/{token} changes the amount with its fee, and keeps the request and its payment reference', async () => {
    const { token, requestId } = await create({ feePercentage: '2', feeAddress: FEE_ADDRESS })
    const before = await read(token)
    const answer = await edit(token, { revision: 1, amount: '40' })
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        token,
        revision: 2,
        requestIds: [requestId],
        updatedAt: test.clock.now().toISOString(),
      },
    ])
    const after = await read(token)
    expect(after).toMatchObject({
      amount: '40',
      items: [
        {
          requestId,
          amount: '40',
          remainingAmount: '40',
          fee: { amount: '0.8', percentage: '2' },
          paymentReference: before.items[0].paymentReference,
        },
      ],
    })
    const { json } = await asPage('GET', `${LINKS}/${token}/pay`)
    // 40 USDC and a fee of 0.8 USDC, each as one word of the calldata.
    const { data } = json.transactions.at(-1)
    expect(data).toContain((40_000_000).toString(16).padStart(64, '0'))
    expect(data).toContain((800_000).toString(16).padStart(64, '0'))
    expect(data).not.toContain((12_500_000).toString(16).padStart(64, '0'))
    expect((await test.call('GET', `/v2/request/${requestId}`)).json).toMatchObject({
      requestAmount: '40',
      remainingAmount: '40',
    })
  })

  it('PATCH /v2/secure-payments/{token} changes everything that describes the payment, and removes the members that are null', async () => {
    const { token, requestId } = await create({
      reference: 'A-1',
      customerInfo: { firstName: 'Ana' },
      redirectUrl: 'https://shop.example.test/thanks',
      redirectLabel: 'Back',
    })
    const expiresAt = new Date(test.clock.now().getTime() + 30 * DAY_MS).toISOString()
    const changes = {
      order: { title: 'Lamp', description: 'A lamp of brass.', dueDate: '2026-12-31' },
      customerInfo: { email: 'ben@example.test' },
      reference: 'A-2',
      redirectUrl: 'https://shop.example.test/done',
      expiresAt,
    }
    expect((await edit(token, { revision: 1, ...changes })).status).toBe(200)
    expect(await newest()).toMatchObject({
      token,
      title: 'Lamp',
      reference: 'A-2',
      redirectUrl: changes.redirectUrl,
      redirectLabel: 'Back',
      expiresAt,
      revision: 2,
      items: [{ amount: '12.5', reference: 'A-2', customerInfo: changes.customerInfo }],
    })
    expect(await read(token)).toMatchObject({ order: changes.order, expiresAt, reference: 'A-2' })
    const found = await test.call('GET', `${LINKS}?reference=A-2`)
    expect(found.json.securePayments).toHaveLength(1)
    expect((await test.call('GET', `${LINKS}?requestId=${requestId}`)).json.revision).toBe(2)

    const nothing = { order: null, customerInfo: null, reference: null, redirectUrl: null }
    expect((await edit(token, { revision: 2, ...nothing })).json.revision).toBe(3)
    const removed = await newest()
    expect(removed).toMatchObject({
      title: null,
      reference: null,
      redirectUrl: null,
      redirectLabel: null,
      items: [{ reference: null, customerInfo: null }],
    })
    expect((await read(token)).order).toBeUndefined()
  })

  it('PATCH /v2/secure-payments/{token} accepts only order lines that add up to the new amount', async () => {
    const { token } = await create({ order: ORDER })
    const mismatch = {
      status: 400,
      json: { errors: [{ field: 'order.lines', code: 'order_total_mismatch' }] },
    }
    expect(await edit(token, { revision: 1, amount: '13' })).toMatchObject(mismatch)
    const one = { lines: [{ name: 'Chair', quantity: '1', unitPrice: '6.25' }] }
    expect(await edit(token, { revision: 1, order: one })).toMatchObject(mismatch)
    const both = await edit(token, { revision: 1, order: one, amount: '6.25' })
    expect(both.json.revision).toBe(2)
    expect(await read(token)).toMatchObject({ amount: '6.25', order: one })
    expect((await edit(token, { revision: 2, amount: '9', order: null })).status).toBe(200)
  })

  it.each([
    ['an amount with too many decimals', { amount: '1.0000001' }, 'amount'],
    ['an amount of zero', { amount: '0' }, 'amount'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
    ['a label without an address', { redirectLabel: 'Back' }, 'redirectUrl'],
    ['a script as an address', { redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
    ['a reference that is too long', { reference: 'x'.repeat(256) }, 'reference'],
  ])(
    'PATCH /v2/secure-payments/{token} rejects %s, and changes nothing',
    async (_, change, field) => {
      const { token } = await create()
      const answer = await edit(token, { revision: 1, ...change })
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ field }] } })
      expect(await newest()).toMatchObject({ token, revision: 1 })
    },
  )

  it('PATCH /v2/secure-payments/{token} requires the revision', async () => {
    const { token } = await create()
    const answer = await edit(token, { amount: '1' })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ field: 'revision' }] } })
  })

  it('PATCH /v2/secure-payments/{token} changes the descriptions, but not the amount, of a payment with several items', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    const amount = await edit(token, { revision: 1, amount: '1' })
    expect(amount).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'amount', code: 'amount_unsupported' }] },
    })
    const order = await edit(token, { revision: 1, order: { title: 'Lamp' } })
    expect(order).toMatchObject({ status: 400, json: { errors: [{ field: 'order' }] } })
    expect((await edit(token, { revision: 1, reference: 'B-1' })).status).toBe(200)
    for (const id of requestIds) {
      expect((await test.call('GET', `/v2/request/${id}`)).json.reference).toBe('B-1')
    }
  })

  it('PATCH /v2/secure-payments/{token} ignores members that an edit cannot change', async () => {
    const { token } = await create()
    const body = { revision: 1, payee: PAYER, status: 'completed', tenantId: 'x', flow: 'pay' }
    expect((await edit(token, body)).status).toBe(200)
    expect(await newest()).toMatchObject({ status: 'pending', items: [{ payee: PAYEE }] })
  })

  it('PATCH /v2/secure-payments/{token} rejects the second of two edits to one version', async () => {
    const { token } = await create()
    expect((await edit(token, { revision: 1, amount: '20' })).status).toBe(200)
    const second = await edit(token, { revision: 1, amount: '30' })
    expect(second).toMatchObject({
      status: 409,
      json: { code: 'revision_conflict', revision: 2 },
    })
    expect((await read(token)).amount).toBe('20')
    expect((await edit(token, { revision: 2, amount: '30' })).json.revision).toBe(3)
  })

  it('PATCH /v2/secure-payments/{token} writes one audit log entry per edit, and sends no event', async () => {
    const { token, requestId } = await create()
    await edit(token, { revision: 1, reference: 'C-1' })
    const { kysely } = test.host.context.db
    const entries = await kysely
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', token)
      .execute()
    expect(entries).toEqual([{ action: 'secure_payment.updated' }])
    const events = await kysely
      .selectFrom('events')
      .select('type')
      .where('request_id', '=', requestId)
      .execute()
    expect(events).toEqual([])
  })

  it('PATCH /v2/secure-payments/{token} rejects missing credentials, client IDs and other merchants', async () => {
    const { token } = await create()
    const stranger = await registerAccount(test)
    const send = (headers: Record<string, string>) =>
      test.call('PATCH', `${LINKS}/${token}`, {
        anonymous: true,
        headers,
        body: { revision: 1, amount: '1' },
      })
    expect((await send({})).status).toBe(401)
    expect((await send(page)).json.code).toBe('credential_not_accepted')
    expect((await send(stranger.headers)).status).toBe(404)
    expect((await edit('01KB4Z8Q6V3M2N5P7R9T0W1X2Y', { revision: 1 })).status).toBe(404)
    expect((await edit('%00', { revision: 1 })).status).toBe(404)
    expect((await read(token)).amount).toBe('12.5')
  })
})

/** The members of a link that an edit can change, as a merchant reads them. */
type Model = {
  revision: number
  amount: string
  reference: string | null
  title: string | null
  redirectUrl: string | null
  redirectLabel: string | null
  customerInfo: object | null
}

const REDIRECTS = ['https://shop.example.test/a', 'https://shop.example.test/b', null] as const
const anEdit = fc.record(
  {
    amount: fc.integer({ min: 1, max: 10 ** 9 }).map((cents) => String(cents / 100)),
    reference: fc.constantFrom('A-1', 'A-2', null),
    title: fc.constantFrom('Lamp', 'Chair', null),
    redirectUrl: fc.constantFrom(...REDIRECTS),
    redirectLabel: fc.constantFrom('Back', 'Shop', null),
    customerInfo: fc.constantFrom({ email: 'ana@example.test' }, { firstName: 'Ben' }, null),
    isStale: fc.boolean(),
  },
  { requiredKeys: ['isStale'] },
)

/** Returns the link after an edit under the guide's rules; null if the service must reject the edit. */
function applyEdit(before: Model, edit: Partial<Model>): Model | null {
  const after = { ...before, ...edit, revision: before.revision + 1 }
  // Without a redirect URL, the page has no button to label.
  if (edit.redirectUrl === null && edit.redirectLabel === undefined) after.redirectLabel = null
  return after.redirectUrl === null && after.redirectLabel !== null ? null : after
}

describe('Random edits', () => {
  it('a link after random edits equals a model of the guide’s rules', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anEdit, { minLength: 1, maxLength: 8 }), async (edits) => {
        const { token, requestId } = await create()
        let model: Model = {
          revision: 1,
          amount: '12.5',
          reference: null,
          title: null,
          redirectUrl: null,
          redirectLabel: null,
          customerInfo: null,
        }
        for (const { isStale, title, ...changes } of edits) {
          const order = title === undefined ? {} : { order: title && { title } }
          const revision = isStale ? model.revision + 1 : model.revision
          const answer = await edit(token, { ...changes, ...order, revision })
          const after = applyEdit(model, { ...changes, ...(title !== undefined && { title }) })
          expect(answer.status).toBe(isStale ? 409 : after === null ? 400 : 200)
          if (!isStale && after !== null) model = after
          const { json } = await test.call('GET', `${LINKS}?limit=1`)
          const [listed] = json.securePayments
          const [{ amount, customerInfo }] = listed.items
          expect({ ...listed, amount, customerInfo }).toMatchObject({ token, ...model })
        }
        // The watcher compares payments with these columns.
        const row = await test.host.context.db.kysely
          .selectFrom('requests')
          .select(['expected_units', 'amount'])
          .where('id', '=', requestId)
          .executeTakeFirstOrThrow()
        expect(row.expected_units).toBe(String(Math.round(Number(model.amount) * 1e6)))
        expect(row.amount).toBe(model.amount)
      }),
      { numRuns: casesToTry(200) },
    )
  })
})

describe('An edit is rejected', () => {
  const refusal = (reason: string) => ({ status: 409, json: { code: 'edit_refused', reason } })
  const change = { revision: 1, amount: '20' }

  it('an edit is rejected while an attempt holds the payment, but not once the attempt has lapsed', async () => {
    const { token } = await create()
    const begun = await attempt(token)
    const refused = await edit(token, change)
    expect(refused).toMatchObject(refusal('attempt'))
    expect(refused.json.message).toContain(begun.json.leaseUntil)
    test.clock.advance(10 * MINUTE_MS)
    expect((await edit(token, change)).status).toBe(200)
    // An attempt that begins after the edit pays the new amount.
    expect((await attempt(token)).status).toBe(201)
    expect((await read(token)).amount).toBe('20')
  })

  it('an edit is rejected for an hour after a page reported a transaction', async () => {
    const { token } = await create()
    const body = { txHash: HASH, chain: 'devnet', token: 'USDC' }
    expect((await asPage('POST', `${LINKS}/${token}/intent`, body)).status).toBe(200)
    expect(await edit(token, change)).toMatchObject(refusal('sent'))
    test.clock.advance(60 * MINUTE_MS)
    expect((await edit(token, change)).status).toBe(200)
  })

  it('an edit is rejected once part of the payment is on chain, and once a partial or full payment is confirmed', async () => {
    const { token, requestId } = await create()
    await markSeen(test.host, { requestId, units: 1n, depth: 1n })
    expect(await edit(token, change)).toMatchObject(refusal('seen'))
    await markPaid(test.host, { token, requestId, paidUnits: 1n })
    const refused = await edit(token, change)
    expect(refused).toMatchObject(refusal('paid'))
    expect(refused.json.message).toContain('Create another payment')

    const whole = await create()
    await markPaid(test.host, { ...whole, paidUnits: 12_500_000n })
    expect(await edit(whole.token, { revision: 1, reference: 'x' })).toMatchObject(refusal('paid'))
  })

  it('an edit is rejected with 410 for a cancelled link, and with 409 for an expired link', async () => {
    const { token } = await create()
    await test.call('POST', `${LINKS}/${token}/cancel`)
    expect(await edit(token, change)).toMatchObject({
      status: 410,
      json: { code: 'payment_not_payable' },
    })
    const expired = await create()
    test.clock.advance(8 * DAY_MS)
    const late = { revision: 1, expiresAt: new Date(test.clock.now().getTime() + DAY_MS) }
    expect(await edit(expired.token, late)).toMatchObject(refusal('expired'))
  })

  it('an edit is rejected for a payout link', async () => {
    const { json } = await test.call('POST', `${LINKS}/payouts`, {
      body: { recipient: PAYEE, network: 'devnet', currency: 'USDC-devnet', amount: '12.5' },
    })
    expect(await edit(json.token, change)).toMatchObject(refusal('payout'))
  })
})
