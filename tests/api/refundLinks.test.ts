import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApi } from '../../widget/src/api.ts'
import { loadReview } from '../../widget/src/steps/readPayment.ts'
import { fakeProvider, fakeSession } from '../../widget/src/testing/fakes.ts'
import { LIES, pathsOf, withLie } from '../support/lies.ts'
import { seedMore, seedPaid, stateChain } from '../support/refundWorld.ts'
import { schemaPaths } from '../support/schemaPaths.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import { PAYER, SECOND_PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v2/secure-payments/refunds'
const WALLET = SECOND_PAYEE

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())

type Refund = { id: string; refundRequestId: string }

/** Creates a refund of a new payment. */
async function newRefund(amount = '1', item: object = {}): Promise<Refund> {
  const payment = await seedPaid(test, {}, item)
  const { status, json, text } = await test.call('POST', `/v2/payments/${payment.id}/refunds`, {
    body: { amount },
  })
  if (status !== 201 && status !== 202) throw new Error(text)
  return json
}
const link = (refunds: readonly Refund[], options: object = {}) =>
  test.call('POST', PATH, { body: { refundIds: refunds.map(({ id }) => id) }, ...options })
const page = (token: string) => test.call('GET', `/v2/secure-payments/${token}`)
const readError = async (token: string) => (await page(token)).json.code ?? null
const pay = (token: string) => test.call('GET', `/v2/secure-payments/${token}/pay`)
const payOne = ({ refundRequestId }: Refund) =>
  test.call('GET', `/v2/request/${refundRequestId}/pay`)
const statusOf = async ({ id }: Refund) => (await test.call('GET', `/v2/refunds/${id}`)).json.status
const hold = (refund: Refund, held_at: string | null) =>
  test.host.context.db.kysely
    .updateTable('refunds')
    .set({ held_at })
    .where('id', '=', refund.id)
    .execute()
const hexOf = (units: bigint) => units.toString(16).padStart(64, '0')
const refused = (refund: Refund, reason: string) => ({
  status: 409,
  json: { code: 'refund_not_payable', refundId: refund.id, reason },
})

describe('POST /v2/secure-payments/refunds', () => {
  it('POST /v2/secure-payments/refunds returns a link for several refunds, which the hosted page pays at once', async () => {
    const refunds = [await newRefund('1'), await newRefund('2.5')]
    const { status, json } = await link(refunds)
    expect([status, json]).toEqual([
      201,
      {
        refundIds: refunds.map(({ id }) => id),
        requestIds: refunds.map(({ refundRequestId }) => refundRequestId),
        securePaymentUrl: `${test.host.url}/?token=${json.token}`,
        token: expect.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
        expiresAt: expect.any(String),
      },
    ])
    expect((await page(json.token)).json).toMatchObject({
      flow: 'pay',
      status: 'pending',
      paymentType: 'batch',
      reference: null,
      payees: [PAYER, PAYER],
      requestIds: json.requestIds,
    })
    const { data } = (await pay(json.token)).json.batchPaymentTransaction
    for (const units of [1_000_000n, 2_500_000n]) expect(data).toContain(hexOf(units))
    const listed = await test.call('GET', `/v2/refunds?securePaymentToken=${json.token}`)
    expect(listed.json.refunds.map(({ id }: Refund) => id).toSorted()).toEqual(
      refunds.map(({ id }) => id).toSorted(),
    )
    const { entries } = (await test.call('GET', '/v2/audit-log?action=refund_link.created')).json
    expect(entries[0]).toMatchObject({ objectId: json.token })
  })

  it('POST /v2/secure-payments/refunds returns the same link again for the same refunds, in any order and with an Idempotency-Key', async () => {
    const refunds = [await newRefund(), await newRefund()]
    const headers = { 'idempotency-key': 'refund-link-1' }
    // Tokens sort by creation time, so later tokens are greater than all earlier ones.
    test.clock.advance(1_000)
    const first = await link(refunds, { headers })
    const again = await link(refunds, { headers })
    const other = await link(refunds.toReversed())
    expect([again.json.token, other.json.token]).toEqual([first.json.token, first.json.token])
    const rows = await test.host.context.db.kysely
      .selectFrom('secure_payments')
      .select('token')
      .where('token', '>=', first.json.token)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('a link that pays a refund cannot be combined with payout links, and stays payable', async () => {
    const { json } = await link([await newRefund()])
    const payout = { network: 'devnet', currency: 'USDC-devnet', amount: '1' }
    const body = { ...payout, recipient: SECOND_PAYEE }
    const other = await test.call('POST', '/v2/secure-payments/payouts', { body })
    const combined = await test.call('POST', '/v2/secure-payments/batch-payouts', {
      body: { tokens: [other.json.token, json.token] },
    })
    const reason = { code: 'payout_not_combinable', reason: 'not_payable_child', token: json.token }
    expect(combined).toMatchObject({ status: 400, json: reason })
    expect((await pay(json.token)).status).toBe(200)
  })

  it('POST /v2/secure-payments/refunds ends the earlier links for its refunds', async () => {
    const [one, two] = [await newRefund(), await newRefund()]
    const both = (await link([one, two])).json.token
    const alone = (await link([one])).json.token
    expect(await readError(both)).toBe('payment_not_payable')
    expect((await pay(both)).status).toBe(410)
    expect((await pay(alone)).status).toBe(200)
    // The remaining refund can be paid without a link, or through another link.
    expect((await payOne(two)).status).toBe(200)
    const third = (await link([two])).json.token
    expect((await pay(third)).status).toBe(200)
    expect((await page(both)).status).toBe(404)
  })

  it('POST /v2/secure-payments/refunds opens another link once the first has ended', async () => {
    const refund = await newRefund()
    const first = (await link([refund])).json
    test.clock.advance(Date.parse(first.expiresAt) - test.clock.now().getTime() + 1)
    expect(await readError(first.token)).toBe('payment_expired')
    expect((await payOne(refund)).status).toBe(200)
    const second = (await link([refund])).json.token
    expect(second).not.toBe(first.token)
    expect((await pay(second)).status).toBe(200)
  })

  it('POST /v2/secure-payments/refunds rejects refunds that cannot be paid now, with the reason', async () => {
    const paid = await newRefund()
    await seedMore(test, { request_id: paid.refundRequestId, credited_units: '1000000' })
    await test.host.context.db.kysely
      .updateTable('refunds')
      .set({ confirmed_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', paid.id)
      .execute()
    const cancelled = await newRefund()
    await test.call('POST', `/v2/refunds/${cancelled.id}/cancel`)
    const held = await newRefund()
    await hold(held, '2026-01-01T00:00:00.000Z')
    const good = await newRefund()
    expect(await link([good, paid])).toMatchObject(refused(paid, 'confirmed'))
    expect(await link([good, cancelled])).toMatchObject(refused(cancelled, 'cancelled'))
    expect(await link([good, held])).toMatchObject(refused(held, 'held'))
    await test.host.context.db.kysely
      .updateTable('tenants')
      .set({ approval_limit_cents: 0n })
      .execute()
    const waiting = await newRefund()
    expect(await link([waiting])).toMatchObject(refused(waiting, 'waiting_for_approval'))
    await test.host.context.db.kysely
      .updateTable('tenants')
      .set({ approval_limit_cents: null })
      .execute()
    expect((await link([good])).status).toBe(201)
  })

  it('POST /v2/secure-payments/refunds rejects invalid lists of refunds', async () => {
    const refund = await newRefund()
    const many = Array.from({ length: 51 }, () => refund)
    const codeOf = async (refunds: readonly Refund[]) => {
      const { status, json } = await link(refunds)
      return [status, json.code, json.errors?.[0]?.field]
    }
    expect(await codeOf([])).toEqual([400, 'validation_failed', 'refundIds'])
    expect(await codeOf(many)).toEqual([400, 'validation_failed', 'refundIds'])
    expect(await codeOf([refund, refund])).toEqual([400, 'validation_failed', 'refundIds[1]'])
    const nobody = { ...refund, id: '01KB6A1B2C3D4E5F6G7H8J9KAB' }
    expect((await codeOf([refund, nobody])).slice(0, 2)).toEqual([404, 'refund_not_found'])
    const other = await newRefund()
    await test.host.context.db.kysely
      .updateTable('refunds')
      .set({ network: 'base' })
      .where('id', '=', other.id)
      .execute()
    expect((await codeOf([refund, other])).slice(0, 2)).toEqual([400, 'mixed_networks'])
    const { headers } = await registerAccount(test)
    expect((await link([refund], { anonymous: true, headers })).status).toBe(404)
  })

  it('POST /v2/secure-payments/refunds waits for a wallet that has begun to pay an earlier link', async () => {
    const [one, two] = [await newRefund(), await newRefund()]
    const { token } = (await link([one, two])).json
    const attemptId = '7b0f5c3e-1c22-4d0e-9a55-3f1f0a3b1c2d'
    const attempt = {
      ...{ attemptId, wallet: WALLET, chain: 'devnet', token: 'USDC' },
      calldataHash: `0x${'ab'.repeat(32)}`,
    }
    const path = `/v2/secure-payments/${token}/attempts`
    const begun = await test.call('POST', path, { body: attempt })
    expect([begun.status, begun.text]).toEqual([201, begun.text])
    expect(await link([one])).toMatchObject(refused(one, 'in_progress'))
    // A call for the same refunds returns the link that is being paid.
    expect((await link([one, two])).json.token).toBe(token)
    await test.call('DELETE', `${path}/${attemptId}`)
    expect((await link([one])).status).toBe(201)
    expect(await test.call('POST', path, { body: attempt })).toMatchObject({ status: 410 })
  })
})

describe('A transaction that a refund’s earlier link reported', () => {
  const HASH = `0x${'7a'.repeat(32)}`

  it('a transaction that a refund’s earlier link reported blocks another link only if a node has it', async () => {
    const [one, two] = [await newRefund(), await newRefund()]
    const { token } = (await link([one, two])).json
    const intent = { txHash: HASH, chain: 'DEVNET', token: 'USDC' }
    const reported = await test.call('POST', `/v2/secure-payments/${token}/intent`, {
      body: intent,
    })
    expect(reported.status).toBe(200)
    // No node responds, so the host assumes that the transaction exists.
    expect(await link([one])).toMatchObject(refused(one, 'in_progress'))
    const { payment_reference } = await test.host.context.db.kysely
      .selectFrom('requests')
      .select('payment_reference')
      .where('id', '=', one.refundRequestId)
      .executeTakeFirstOrThrow()
    const { chains } = test.host.context
    const { get } = chains
    let found: { input: `0x${string}` } | null = {
      input: `0xab${payment_reference.slice(2)}`,
    }
    chains.get = (networkId) => ({ ...get(networkId), findTransaction: async () => found as never })
    expect(await link([one])).toMatchObject(refused(one, 'in_progress'))
    found = null
    expect((await link([one])).status).toBe(201)
    chains.get = get
  })

  it('a transaction that a refund’s earlier link reported blocks the new link once a bridge has promised to deliver its payment', async () => {
    const [one, two] = [await newRefund(), await newRefund()]
    const first = (await link([one, two])).json.token
    const { context } = test.host
    const id = 'transfer-of-an-earlier-link'
    // The report is old and still unverified, so it no longer blocks another link.
    await context.db.kysely
      .insertInto('intents')
      .values({
        ...{ id, token: first, tx_hash: HASH, chain: 'devnet-b', currency: 'USDC' },
        ...{ request_id: one.refundRequestId, status: 'tracking', source_network: 'devnet-b' },
        created_at: new Date(test.clock.now().getTime() - 2 * 3_600_000).toISOString(),
      })
      .execute()
    const second = (await link([one])).json.token
    expect((await pay(second)).status).toBe(200)
    await context.db.kysely
      .updateTable('intents')
      .set({ promised_units: '1000000' })
      .where('id', '=', id)
      .execute()
    expect(await pay(second)).toMatchObject({ status: 409, json: { code: 'payment_processing' } })
    expect((await page(second)).json.transfers).toMatchObject([{ txHash: HASH }])
    expect((await payOne(one)).status).toBe(409)
    expect(await link([one, await newRefund()])).toMatchObject(refused(one, 'in_progress'))
    expect((await test.call('POST', `/v2/refunds/${one.id}/cancel`)).json).toMatchObject({
      code: 'refund_not_cancellable',
    })
  })
})

describe('A refund link', () => {
  it('a refund link cannot be paid while one of the refunded payments is off the chain', async () => {
    const [one, two] = [await newRefund(), await newRefund()]
    const { token } = (await link([one, two])).json
    await hold(two, '2026-01-01T00:00:00.000Z')
    const held = { status: 409, json: { code: 'refund_held', reason: 'payment_left_chain' } }
    expect(await page(token)).toMatchObject(held)
    expect(await pay(token)).toMatchObject(held)
    await hold(two, null)
    expect(await readError(token)).toBe(null)
    expect((await pay(token)).status).toBe(200)
  })

  it('a refund link ends as soon as one of its refunds is cancelled', async () => {
    const [one, two] = [await newRefund(), await newRefund()]
    const { token } = (await link([one, two])).json
    expect((await test.call('POST', `/v2/refunds/${one.id}/cancel`)).json.status).toBe('cancelled')
    expect(await readError(token)).toBe('payment_not_payable')
    expect((await pay(token)).status).toBe(410)
    expect(await statusOf(two)).toBe('open')
    expect((await payOne(two)).status).toBe(200)
    expect((await payOne(one)).status).toBe(410)
    expect((await link([two])).status).toBe(201)
  })

  it('a refund link pays only the remaining refunds after another link or call has paid one of its refunds', async () => {
    const [one, two] = [await newRefund('1'), await newRefund('2')]
    const { token } = (await link([one, two])).json
    await seedMore(test, { request_id: one.refundRequestId, credited_units: '1000000' })
    await test.host.context.db.kysely
      .updateTable('refunds')
      .set({ confirmed_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', one.id)
      .execute()
    const { json } = await pay(token)
    expect(json.batchPaymentTransaction.data).toContain(hexOf(2_000_000n))
    expect(json.batchPaymentTransaction.data).not.toContain(hexOf(1_000_000n))
    expect((await link([two])).json.token).toBe(token)
  })

  it('a refund link that is cancelled after some of its refunds were cancelled also cancels the remaining refunds', async () => {
    const refunds = [await newRefund('1'), await newRefund('2'), await newRefund('3')]
    const { json } = await link(refunds)
    for (const { id } of refunds.slice(0, 2)) {
      await test.call('POST', `/v2/refunds/${id}/cancel`)
      test.clock.advance(1_000)
    }
    const cancelled = await test.call('POST', `/v2/secure-payments/${json.token}/cancel`)
    expect(cancelled.status).toBe(200)
    for (const refund of refunds) expect(await statusOf(refund)).toBe('cancelled')
    const again = await test.call('POST', `/v2/secure-payments/${json.token}/cancel`)
    expect(again.json).toEqual(cancelled.json)
  })

  it('a refund link that is cancelled also cancels its refunds, so the cancellation needs the `refunds` scope', async () => {
    const { headers, tenantId } = await registerAccount(test)
    const newKey = async (scopes: readonly string[]) => {
      const body = { label: scopes.join(' '), scopes }
      const { json } = await test.call('POST', '/v1/api-keys', { anonymous: true, headers, body })
      return { anonymous: true, headers: { 'x-api-key': json.key } }
    }
    const payouts = await newKey(['read', 'create', 'payouts'])
    const refunds = await newKey(['read', 'create', 'refunds'])
    const one = await newRefund()
    const { token } = (await link([one])).json
    const { kysely } = test.host.context.db
    for (const table of ['requests', 'refunds', 'secure_payments'] as const) {
      const column = { requests: 'id', refunds: 'id', secure_payments: 'token' } as const
      const value = { requests: one.refundRequestId, refunds: one.id, secure_payments: token }
      await kysely
        .updateTable(table)
        .set({ tenant_id: tenantId })
        .where(column[table] as never, '=', value[table] as never)
        .execute()
    }
    const cancel = `/v2/secure-payments/${token}/cancel`
    const missing = { status: 403, json: { code: 'scope_missing', scope: 'refunds' } }
    expect(await test.call('POST', cancel, payouts)).toMatchObject(missing)
    expect(await link([one], payouts)).toMatchObject(missing)
    expect((await test.call('POST', cancel, refunds)).status).toBe(200)
    expect((await test.call('GET', `/v2/refunds/${one.id}`, refunds)).json.status).toBe('cancelled')
  })

  it('a refund link with one refund has one payee', async () => {
    const { token } = (await link([await newRefund()])).json
    expect((await page(token)).json).toMatchObject({ paymentType: 'single', payee: PAYER })
  })
})

describe('Many simultaneous calls', () => {
  it('many simultaneous calls leave each refund in one open link', async () => {
    const refunds = [await newRefund(), await newRefund(), await newRefund()]
    const [one, two, three] = refunds as [Refund, Refund, Refund]
    const sets = [[one, two], [two, three], [three, one], refunds]
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => link(sets[index % sets.length] ?? [])),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const { kysely } = test.host.context.db
    const tokens = [...new Set(answers.map(({ json }) => String(json.token)))]
    const open = await kysely
      .selectFrom('secure_payments')
      .innerJoin('requests', 'requests.secure_payment_token', 'secure_payments.token')
      .select(['secure_payments.token', 'requests.id'])
      .where('secure_payments.token', 'in', tokens)
      .where('secure_payments.status', '=', 'pending')
      .execute()
    const pending = await kysely
      .selectFrom('secure_payments')
      .select('token')
      .where('token', 'in', tokens)
      .where('status', '=', 'pending')
      .execute()
    // Every open link has requests, and no request is in two of them.
    expect(new Set(open.map(({ token }) => token))).toEqual(
      new Set(pending.map((row) => row.token)),
    )
    for (const { token } of pending) {
      const { json } = await pay(token)
      expect(json.code).toBe(undefined)
    }
  })

  it('many simultaneous calls cancel a refund or open its link, but never leave a payable link for a cancelled refund', async () => {
    for (let round = 0; round < 8; round += 1) {
      const refund = await newRefund()
      const [opened] = await Promise.all([
        link([refund]),
        test.call('POST', `/v2/refunds/${refund.id}/cancel`),
      ])
      if ((await statusOf(refund)) !== 'cancelled' || opened.status !== 201) continue
      expect((await pay(opened.json.token)).status).toBe(410)
    }
  })
})

/**
 * Passes a host's responses to the element. Returns the steps that the element would let a wallet sign, with their review, or
 * null if it refuses.
 */
async function decide(page: unknown, calldata: unknown) {
  const provider = fakeProvider()
  const api = createApi({
    ...{ apiBase: test.host.url, token: '01KB4Z8Q6V3M2N5P7R9T0W1X2Y', clientId: null },
    fetch: async (url) => Response.json(new URL(url).pathname.endsWith('/pay') ? calldata : page),
    ...{ now: () => test.clock.now().getTime(), isOnline: () => true },
  })
  const session = fakeSession({ api, provider })
  await loadReview(session.task)
  expect(provider.calls).toEqual([])
  if (session.verified === null) return null
  const { steps, review } = session.verified
  const { items, totalNeeded, spending, networkName, contractAddress } = review
  const named = items.map(({ requestId: _, ...item }) => item)
  return { steps, review: { items: named, totalNeeded, spending, networkName, contractAddress } }
}

/** Returns false copies of a response: one for each false value and each member, including members that only its schema contains. */
function liesAbout(schema: string, response: unknown) {
  const all = [...pathsOf(response), ...schemaPaths(schema)]
  const paths = new Map(all.map((path) => [path.join('.'), path]))
  return [...paths].flatMap(([name, path]) =>
    LIES.map((lie) => ({ name, lie, lying: withLie(response, path, lie) })),
  )
}

/** The members from which the element recomputes a refund's payment reference, so it accepts no other value. */
const BOUND =
  /^items\.\d+\.(?:refundOf\.(?:refundId|txHash|logIndex)|requestId|payee|paymentReference)$/

// The element's decisions do not depend on the database.
describe.skipIf(process.env['TEST_DATABASE'] === 'postgres')('A lying host', () => {
  it('a dishonest host changes neither the transactions nor the review of a refund link, regardless of the response member that it changes', async () => {
    const refunds = [await newRefund('1'), await newRefund('2.5')]
    const { token } = (await link(refunds)).json
    const [shown, signed] = [(await page(token)).json, (await pay(token)).json]
    const honest = await decide(shown, signed)
    expect(honest?.review.items).toMatchObject([{ amount: '1' }, { amount: '2.5' }])
    const lies = [
      ...liesAbout('SecurePayment', shown).map(({ lying, ...about }) => ({
        ...{ ...about, page: lying, calldata: signed },
      })),
      ...liesAbout('SecurePaymentCalldata', signed).map(({ lying, ...about }) => ({
        ...{ ...about, page: shown, calldata: lying },
      })),
    ]
    let refused = 0
    for (const { name, lie, page: lying, calldata } of lies) {
      const decided = await decide(lying, calldata)
      if (BOUND.test(name)) expect([name, lie, decided]).toEqual([name, lie, null])
      if (decided === null) refused += 1
      // Without the approval, the payment reverts or spends an existing allowance.
      else if (decided.steps.length === 1) {
        expect([name, lie, decided]).toEqual([
          name,
          lie,
          { ...honest, steps: honest?.steps.slice(-1) },
        ])
      } else expect([name, lie, decided]).toEqual([name, lie, honest])
    }
    console.log(`${lies.length} lies about a refund link, ${refused} of them refused`)
    expect(refused).toBeGreaterThan(60)
  })
})
