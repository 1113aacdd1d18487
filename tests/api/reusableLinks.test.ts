import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLatestRequests } from '../../host/src/live/readLatestRequests.ts'
import { readTenantVersions } from '../../host/src/live/readTenantVersions.ts'
import { MAX_OPEN_COPIES } from '../../host/src/paying/makeRoom.ts'
import { COPY_LIFETIME_MS } from '../../host/src/paying/openLink.ts'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import { recordPayment } from '../support/recordPayment.ts'
import { NO_LIMITS, registerAccount, type SignedIn } from '../support/signIn.ts'
import { PAYER, pageHeaders, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const LINKS = '/v2/secure-payments'
const MINUTE_MS = 60_000
const ORDER = {
  title: 'Conference ticket',
  description: 'One seat',
  lines: [{ name: 'Seat', quantity: '1', unitPrice: '12.5' }],
}

let test: TestHost
let page: Record<string, string>
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  page = pageHeaders((await test.createClientId()).clientId)
})
afterAll(() => test[Symbol.asyncDispose]())

type Link = { token: string; requestIds: [string]; securePaymentUrl: string; linkToken?: string }

const as =
  ({ headers }: SignedIn) =>
  (method: string, path: string, body?: object, more: Record<string, string> = {}) =>
    test.call(method, path, {
      anonymous: true,
      headers: { ...headers, ...more },
      ...(body !== undefined && { body }),
    })
const asPage = (method: string, path: string, body?: object) =>
  test.call(method, path, {
    anonymous: true,
    headers: page,
    ...(body !== undefined && { body }),
  })

async function createLink(body: object = {}): Promise<Link> {
  const all = { requests: [usdcItem], isReusable: true, ...body }
  const { status, json, text } = await test.call('POST', LINKS, { body: all })
  if (status !== 201) throw new Error(text)
  return json
}

async function open(token: string, headers: Record<string, string> = {}): Promise<Link> {
  const { status, json, text } = await test.call('POST', `${LINKS}/${token}/open`, { headers })
  if (status !== 201) throw new Error(text)
  return json
}

const ATTEMPT = {
  attemptId: randomUUID(),
  wallet: PAYER,
  chain: 'devnet',
  token: 'USDC',
  calldataHash: `0x${'5b'.repeat(32)}`,
}
const attempt = (token: string) =>
  asPage('POST', `${LINKS}/${token}/attempts`, { ...ATTEMPT, attemptId: randomUUID() })

const read = async (token: string) => (await test.call('GET', `${LINKS}/${token}`)).json

describe('Creating a reusable link', () => {
  it('a link without isReusable can be paid only once, and returns the same members as before', async () => {
    const { token, ...rest } = await test.createPayment()
    expect(Object.keys(rest).sort()).toEqual(['feePlan', 'requestIds', 'securePaymentUrl'])
    expect(await read(token)).not.toHaveProperty('isReusable')
    const { status, json } = await test.call('POST', `${LINKS}/${token}/open`)
    expect([status, json.code]).toEqual([409, 'link_not_reusable'])
  })

  it.each([
    [{ customerInfo: { email: 'ana@example.test' } }, 'customerInfo', 'conflicting_fields'],
    [{ payerIdentifier: 'customer-7' }, 'payerIdentifier', 'conflicting_fields'],
    [{ requests: [usdcItem, usdcItem] }, 'requests', 'reusable_unsupported'],
  ])('%j is rejected with the field and a code, and stores nothing', async (body, field, code) => {
    const before = await test.countRows()
    const all = { requests: [usdcItem], isReusable: true, ...body }
    const { status, json } = await test.call('POST', LINKS, { body: all })
    expect([status, json.errors.map((issue: object) => issue)]).toEqual([
      400,
      [expect.objectContaining({ field, code })],
    ])
    expect(await test.countRows()).toEqual(before)
  })

  it('a payout link cannot be reusable', async () => {
    const body = {
      recipient: PAYER,
      network: 'devnet',
      currency: 'USDC-devnet',
      amount: '1',
      isReusable: true,
    }
    const { status, json } = await test.call('POST', `${LINKS}/payouts`, { body })
    expect(status).toBe(400)
    expect(json.errors).toEqual([
      expect.objectContaining({ field: 'isReusable', code: 'reusable_unsupported' }),
    ])
  })

  it('a page can neither read nor pay a reusable link, and the error names the operation to call', async () => {
    const { token, requestIds } = await createLink()
    const calls = [
      asPage('GET', `${LINKS}/${token}`),
      asPage('GET', `${LINKS}/${token}/pay?wallet=${PAYER}`),
      asPage('GET', `/v2/request/${requestIds[0]}/pay?wallet=${PAYER}`),
      attempt(token),
    ]
    for (const { status, json } of await Promise.all(calls)) {
      expect([status, json.code]).toEqual([403, 'link_reusable'])
      expect(json.message).toContain('/open')
    }
    const { json } = await asPage('GET', `${LINKS}/${token}`)
    expect(json.payment).toMatchObject({ token, status: 'pending', isReusable: true })
    expect(json.securePaymentUrl).toBe(`${test.host.context.config.payUrl}/?token=${token}`)
    const paying = await test.call('GET', `${LINKS}/${token}/pay?wallet=${PAYER}`)
    expect([paying.status, paying.json.code]).toEqual([403, 'link_reusable'])
    expect(await read(token)).toMatchObject({ token, status: 'pending', isReusable: true })
  })
})

describe('Opening a reusable link', () => {
  it('each opening creates a payment with the link’s terms and with its own ids', async () => {
    const { token } = await createLink({
      reference: 'PO-reusable',
      order: ORDER,
      feePercentage: '1',
      feeAddress: PAYER,
      redirectUrl: 'https://shop.example.test/thanks',
      redirectLabel: 'Back',
    })
    const [one, two] = [await open(token), await open(token)]
    const [first, second, link] = [await read(one.token), await read(two.token), await read(token)]
    for (const [copy, opened] of [
      [first, one],
      [second, two],
    ] as const) {
      expect(opened.linkToken).toBe(token)
      expect(copy).toMatchObject({
        token: opened.token,
        status: 'pending',
        requestIds: opened.requestIds,
        reference: 'PO-reusable',
        order: ORDER,
        payee: link.payee,
        amount: link.amount,
        paymentCurrency: link.paymentCurrency,
        redirectUrl: 'https://shop.example.test/thanks',
        redirectLabel: 'Back',
      })
      expect(copy.items[0].fee).toEqual({ percentage: '1', amount: '0.125', address: PAYER })
      expect(copy).not.toHaveProperty('isReusable')
    }
    const references = [first, second, link].map(({ items }) => items[0].paymentReference)
    expect(new Set(references).size).toBe(3)
    const pay = await asPage('GET', `${LINKS}/${one.token}/pay?wallet=${PAYER}`)
    expect(pay.status).not.toBe(403)
  })

  it('a repeated call with the same Idempotency-Key returns the same payment, but another link’s call does not', async () => {
    const [{ token }, other] = [await createLink(), await createLink()]
    const headers = { 'idempotency-key': randomUUID() }
    const [one, again] = [await open(token, headers), await open(token, headers)]
    expect(again).toEqual(one)
    const { status, json } = await test.call('POST', `${LINKS}/${other.token}/open`, { headers })
    expect([status, json.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('a copy expires with the link, or after a day if that is earlier', async () => {
    const now = test.host.context.now().getTime()
    const soon = new Date(now + 30 * MINUTE_MS).toISOString()
    const late = new Date(now + 90 * 24 * 60 * MINUTE_MS).toISOString()
    const [short, long] = [
      await createLink({ expiresAt: soon }),
      await createLink({ expiresAt: late }),
    ]
    const [{ token: one }, { token: two }] = [await open(short.token), await open(long.token)]
    expect((await read(one)).expiresAt).toBe(soon)
    const { createdAt, expiresAt } = await read(two)
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(COPY_LIFETIME_MS)
  })

  it('an expired link opens no further payments', async () => {
    const soon = new Date(test.host.context.now().getTime() + 2 * MINUTE_MS).toISOString()
    const { token } = await createLink({ expiresAt: soon })
    test.clock.advance(3 * MINUTE_MS)
    for (const { status, json } of [
      await test.call('POST', `${LINKS}/${token}/open`),
      await asPage('POST', `${LINKS}/${token}/open`),
      await asPage('GET', `${LINKS}/${token}`),
    ]) {
      expect([status, json.code]).toEqual([403, 'payment_expired'])
    }
  })

  it('another merchant and another merchant’s page get 404, and nothing is stored', async () => {
    const { token } = await createLink()
    const stranger = await registerAccount(test)
    const before = await test.countRows()
    expect((await as(stranger)('POST', `${LINKS}/${token}/open`)).status).toBe(404)
    expect((await as(stranger)('GET', `${LINKS}/${token}`)).status).toBe(404)
    expect(await test.countRows()).toEqual(before)
  })

  it('with the maximum number of recent copies, a further opening is rejected, but later it ends the oldest untouched copy', async () => {
    const { token } = await createLink()
    const kept = await open(token)
    const oldest = await open(token)
    expect((await attempt(kept.token)).status).toBe(201)
    await fillUp(token, oldest.token, MAX_OPEN_COPIES - 2)
    const full = await test.call('POST', `${LINKS}/${token}/open`)
    expect([full.status, full.json.code]).toEqual([429, 'too_many_open_copies'])
    expect(Number(full.headers['retry-after'])).toBeGreaterThan(0)
    test.clock.advance(9 * MINUTE_MS)
    // After nine minutes, every copy is still too recent to be ended.
    expect((await test.call('POST', `${LINKS}/${token}/open`)).status).toBe(429)
    test.clock.advance(2 * MINUTE_MS)
    await renew(kept.token)
    await open(token)
    expect((await test.call('GET', `${LINKS}/${oldest.token}`)).json.code).toBe('payment_expired')
    expect((await read(kept.token)).status).toBe('pending')
  })
})

async function renew(token: string): Promise<void> {
  const until = new Date(test.host.context.now().getTime() + MINUTE_MS).toISOString()
  await test.host.context.db.kysely
    .updateTable('attempts')
    .set({ lease_until: until })
    .where('token', '=', token)
    .execute()
}

/** Adds the rows of `count` open copies, as further calls would. */
async function fillUp(linkToken: string, like: string, count: number): Promise<void> {
  const { kysely } = test.host.context.db
  const copy = await kysely
    .selectFrom('secure_payments')
    .selectAll()
    .where('token', '=', like)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, index) => {
    const token = `${copy.token.slice(0, 10)}Z${String(index).padStart(15, '0')}`
    const request_id = `ff${String(index).padStart(64, '0')}`
    return { token, request_id }
  })
  for (let at = 0; at < count; at += 500) {
    const some = rows.slice(at, at + 500)
    await kysely
      .insertInto('secure_payments')
      .values(some.map(({ token }) => ({ ...copy, token })))
      .execute()
    await kysely
      .insertInto('unlisted_requests')
      .values(
        some.map(({ token, request_id }) => ({
          request_id: request_id.slice(0, 66),
          link_token: linkToken,
          copy_token: token,
          expires_at: copy.expires_at,
        })),
      )
      .execute()
  }
}

describe('The merchant’s lists', () => {
  it('a copy appears nowhere until a payment for it is recorded, and attempts do not change that', async () => {
    const merchant = await registerAccount(test)
    const call = as(merchant)
    const body = { requests: [usdcItem], isReusable: true, reference: 'PO-9' }
    const { json: link } = await call('POST', LINKS, body)
    const { json: one } = await call('POST', `${LINKS}/${link.token}/open`)
    test.clock.advance(1_000)
    const { json: two } = await call('POST', `${LINKS}/${link.token}/open`)
    const begun = await call('POST', `${LINKS}/${two.token}/attempts`, ATTEMPT)
    expect(begun.status).toBe(201)
    const listed = async (query: string) => {
      const { json } = await call('GET', `${LINKS}?${query}`)
      return json.securePayments.map(({ token }: Link) => token)
    }
    const requests = async (query: string) => {
      const { json } = await call('GET', `/v2/request?${query}`)
      return [
        json.pagination.total,
        json.requests.map((row: { requestId: string }) => row.requestId),
      ]
    }
    const payments = async (query: string) => {
      const { json } = await call('GET', `/v2/payments?${query}`)
      return json.pagination.total
    }
    expect(await listed('')).toEqual([link.token])
    expect(await listed('reference=PO-9')).toEqual([link.token])
    expect(await listed(`linkToken=${link.token}`)).toEqual([])
    for (const query of ['', 'status=created', 'reference=PO-9']) {
      expect(await requests(query)).toEqual([0, []])
    }
    await recordPayment(test.host.context, one.requestIds[0])
    await recordPayment(test.host.context, two.requestIds[0])
    expect(await listed('')).toEqual([link.token])
    expect(await listed(`linkToken=${link.token}`)).toEqual([two.token, one.token])
    for (const query of ['', 'status=paid', 'reference=PO-9']) {
      expect(await requests(query)).toEqual([2, [two.requestIds[0], one.requestIds[0]]])
    }
    for (const query of ['', 'reference=PO-9', `securePaymentToken=${link.token}`]) {
      expect(await payments(query)).toBe(2)
    }
    expect(await payments(`securePaymentToken=${one.token}`)).toBe(1)
    const { json } = await call('GET', LINKS)
    expect(json.securePayments).toEqual([
      expect.objectContaining({
        token: link.token,
        status: 'pending',
        isReusable: true,
        linkToken: null,
        paymentCount: 2,
      }),
    ])
    const copies = await call('GET', `${LINKS}?linkToken=${link.token}`)
    expect(copies.json.securePayments[0]).toMatchObject({
      status: 'completed',
      isReusable: false,
      linkToken: link.token,
      paymentCount: null,
      reference: 'PO-9',
    })
    const found = await call('GET', `${LINKS}?requestId=${one.requestIds[0]}`)
    expect(found.json).toMatchObject({ token: one.token, linkToken: link.token, isReusable: false })
  })

  it('the total contains a copy that is paid hours after it was opened', async () => {
    const call = as(await registerAccount(test))
    const body = { requests: [usdcItem], isReusable: true }
    const { json: link } = await call('POST', LINKS, { ...body })
    const { json: copy } = await call('POST', `${LINKS}/${link.token}/open`)
    const list = async () => {
      const { json } = await call('GET', '/v2/request')
      return [json.pagination.total, json.requests.length]
    }
    test.clock.advance(3 * 60 * MINUTE_MS)
    expect(await list()).toEqual([0, 0])
    await recordPayment(test.host.context, copy.requestIds[0])
    expect(await list()).toEqual([1, 1])
    test.clock.advance(3 * 60 * MINUTE_MS)
    expect(await list()).toEqual([1, 1])
  })

  it('another merchant who filters by the link finds nothing', async () => {
    const { token } = await createLink()
    const { requestIds } = await open(token)
    await recordPayment(test.host.context, requestIds[0])
    const stranger = as(await registerAccount(test))
    const list = await stranger('GET', `${LINKS}?linkToken=${token}`)
    expect(list.json.securePayments).toEqual([])
    const payments = await stranger('GET', `/v2/payments?securePaymentToken=${token}`)
    expect(payments.json.pagination.total).toBe(0)
  })

  it('the link itself stays open when a copy’s payment is recorded, and the event names the link', async () => {
    const { token } = await createLink({ reference: 'PO-10' })
    const { requestIds } = await open(token)
    await recordPayment(test.host.context, requestIds[0])
    expect((await read(token)).status).toBe('pending')
    const { body } = await test.host.context.db.kysely
      .selectFrom('events')
      .select('body')
      .where('request_id', '=', requestIds[0])
      .executeTakeFirstOrThrow()
    expect(JSON.parse(body)).toMatchObject({
      event: 'payment.confirmed',
      linkToken: token,
      reference: 'PO-10',
    })
    await expect(open(token)).resolves.toMatchObject({ linkToken: token })
  })
})

describe('A reusable link’s terms', () => {
  it('a payment with an unknown reference cannot be assigned to a reusable link’s terms', async () => {
    const { requestIds } = await createLink()
    const { context } = test.host
    const terms = await context.db.kysely
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', requestIds[0])
      .executeTakeFirstOrThrow()
    const stray = {
      requestId: '',
      tenantId: terms.tenant_id,
      network: 'devnet',
      txHash: `0x${'1f'.repeat(32)}`,
      logIndex: 1,
      blockNumber: 10n,
      contract: `0x${'11'.repeat(20)}`,
      tokenAddress: terms.token_address,
      payee: terms.payee.toLowerCase(),
      amountUnits: BigInt(terms.expected_units),
      reason: 'unknown_reference',
      referenceTopic: `0x${'33'.repeat(32)}`,
      worthUsd: null,
      isNotable: true,
      payer: null,
      paymentReference: null,
    } as const
    await context.db.transaction((tx) =>
      recordFacts(context, tx, { network: 'devnet', payments: [], unmatched: [stray] }),
    )
    const { id } = await context.db.kysely
      .selectFrom('unmatched_payments')
      .select('id')
      .where('tx_hash', '=', stray.txHash)
      .executeTakeFirstOrThrow()
    const body = { requestId: terms.id }
    const { status, json } = await test.call('POST', `/v2/unmatched-payments/${id}/claim`, { body })
    expect([status, json.code]).toEqual([409, 'claim_refused'])
    expect(json.message).toContain('terms of a reusable link')
  })

  it('openings by strangers do not appear in the merchant’s stream of changes', async () => {
    const { token } = await createLink()
    const { db } = test.host.context
    const { tenant_id: tenantId } = await db.kysely
      .selectFrom('secure_payments')
      .select('tenant_id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    const read = async () => [
      (await readTenantVersions(db, [tenantId])).get(tenantId)?.requests,
      await readLatestRequests(db, tenantId),
    ]
    const before = await read()
    const { requestIds } = await open(token)
    expect(await read()).toEqual(before)
    test.clock.advance(1_000)
    await recordPayment(test.host.context, requestIds[0])
    const after = await read()
    expect(after).not.toEqual(before)
    expect(after[1]).toContainEqual(expect.objectContaining({ id: requestIds[0], status: 'paid' }))
  })
})

describe('Copies that end when their link is cancelled', () => {
  it('copies that end when their link is cancelled do not appear in the merchant’s stream of changes', async () => {
    const { token, requestIds } = await createLink()
    const copy = await open(token)
    test.clock.advance(1_000)
    expect((await test.call('POST', `${LINKS}/${token}/cancel`)).status).toBe(200)
    const { db } = test.host.context
    const { tenant_id: tenantId } = await db.kysely
      .selectFrom('requests')
      .select('tenant_id')
      .where('id', '=', copy.requestIds[0])
      .executeTakeFirstOrThrow()
    const ids = (await readLatestRequests(db, tenantId)).map(({ id }) => id)
    expect(ids).toContain(requestIds[0])
    expect(ids).not.toContain(copy.requestIds[0])
  })
})

describe('Changing a reusable link', () => {
  it('an edit changes later copies; open copies keep the terms that the payer saw', async () => {
    const { token } = await createLink({ order: ORDER })
    const before = await open(token)
    const edit = { revision: 1, amount: '20', order: { title: 'Late ticket' } }
    const edited = await test.call('PATCH', `${LINKS}/${token}`, { body: edit })
    expect(edited.status).toBe(200)
    const after = await open(token)
    expect(await read(before.token)).toMatchObject({ amount: '12.5', order: ORDER })
    expect(await read(after.token)).toMatchObject({ amount: '20', order: { title: 'Late ticket' } })
    const named = { revision: 2, customerInfo: { email: 'ana@example.test' } }
    const refused = await test.call('PATCH', `${LINKS}/${token}`, { body: named })
    expect([refused.status, refused.json.errors[0].field]).toEqual([400, 'customerInfo'])
  })

  it('a cancellation ends open copies without an attempt or a payment, and opens no more copies', async () => {
    const { token, requestIds } = await createLink()
    const [idle, begun, paid] = [await open(token), await open(token), await open(token)]
    expect((await attempt(begun.token)).status).toBe(201)
    await recordPayment(test.host.context, paid.requestIds[0])
    const { status, json } = await test.call('POST', `${LINKS}/${token}/cancel`)
    expect([status, json.status, json.requestIds]).toEqual([200, 'invalidated', requestIds])
    const again = await test.call('POST', `${LINKS}/${token}/cancel`)
    expect(again.json).toEqual(json)
    const idleRead = await asPage('GET', `${LINKS}/${idle.token}`)
    expect([idleRead.status, idleRead.json.code]).toEqual([410, 'payment_not_payable'])
    expect((await attempt(idle.token)).status).toBe(410)
    expect((await asPage('GET', `${LINKS}/${begun.token}`)).status).toBe(200)
    const shown = await asPage('GET', `${LINKS}/${paid.token}?completed=show`)
    expect([shown.status, shown.json.status]).toEqual([200, 'completed'])
    const opened = await asPage('POST', `${LINKS}/${token}/open`)
    expect([opened.status, opened.json.code]).toEqual([410, 'payment_not_payable'])
    // No event reported the idle copy to the merchant, so no event reports its end.
    const told = await test.host.context.db.kysely
      .selectFrom('events')
      .select('request_id')
      .where('type', '=', 'request.cancelled')
      .where('request_id', 'in', [idle.requestIds[0], requestIds[0]])
      .execute()
    expect(told).toEqual([{ request_id: requestIds[0] }])
  })

  it('a cancellation through the request that holds the link’s terms has the same effect', async () => {
    const { token, requestIds } = await createLink()
    const copy = await open(token)
    const { status } = await test.call('POST', `/v2/request/${requestIds[0]}/cancel`)
    expect(status).toBe(200)
    expect((await asPage('GET', `${LINKS}/${copy.token}`)).status).toBe(410)
    expect((await asPage('POST', `${LINKS}/${token}/open`)).status).toBe(410)
  })

  it('an attempt that lapsed without a transaction does not keep a copy open', async () => {
    const { token } = await createLink()
    const copy = await open(token)
    expect((await attempt(copy.token)).status).toBe(201)
    test.clock.advance(11 * MINUTE_MS)
    expect((await test.call('POST', `${LINKS}/${token}/cancel`)).status).toBe(200)
    expect((await asPage('GET', `${LINKS}/${copy.token}`)).status).toBe(410)
  })
})

describe('Limits', () => {
  it('opened copies count against the address that opened them, not against the merchant', async () => {
    await using small = await startTestHost({
      PAY_UNPAID_ADDRESS: '3',
      PAY_UNPAID_CLIENT_ID: '2',
      PAY_UNPAID_MERCHANT: '2',
      PAY_TRUSTED_PROXIES: '1',
      PAY_RATE_LIMIT_CLIENT_ID: '0',
    })
    const { clientId } = await small.createClientId()
    const body = { requests: [usdcItem], isReusable: true }
    const { json: link } = await small.call('POST', LINKS, { body })
    const openFrom = (address: string) =>
      small.call('POST', `${LINKS}/${link.token}/open`, {
        anonymous: true,
        headers: { ...pageHeaders(clientId), 'x-forwarded-for': address },
      })
    for (let tried = 0; tried < 3; tried += 1) {
      expect((await openFrom('203.0.113.1')).status).toBe(201)
    }
    const beyond = await openFrom('203.0.113.1')
    expect([beyond.status, beyond.json.code]).toEqual([429, 'too_many_unpaid_requests'])
    expect((await openFrom('203.0.113.2')).status).toBe(201)
    expect((await small.call('POST', LINKS, { body: { requests: [usdcItem] } })).status).toBe(201)
  })

  it('an address may open copies of one link with at most a tenth of a page’s calls per minute', async () => {
    await using small = await startTestHost({
      PAY_TRUSTED_PROXIES: '1',
      PAY_RATE_LIMIT_CLIENT_ID: '20',
    })
    const { clientId } = await small.createClientId()
    const body = { requests: [usdcItem], isReusable: true }
    const { json: link } = await small.call('POST', LINKS, { body })
    const openFrom = (address: string) =>
      small.call('POST', `${LINKS}/${link.token}/open`, {
        anonymous: true,
        headers: { ...pageHeaders(clientId), 'x-forwarded-for': address },
      })
    const statuses = []
    for (let tried = 0; tried < 3; tried += 1) {
      statuses.push((await openFrom('203.0.113.1')).status)
    }
    expect(statuses).toEqual([201, 201, 429])
    expect((await openFrom('203.0.113.2')).status).toBe(201)
  })
})
