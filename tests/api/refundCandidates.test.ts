import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { IS_CANDIDATE } from '../../host/src/refunds/isCandidate.ts'
import { seedMore, seedPaid, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import { PAYER, startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v2/refund-candidates'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())
beforeEach(() => {
  test.clock.advance(60_000)
})

type Candidate = { requestId: string; reason: string }

const list = async (query = '') => {
  const { status, json, text } = await test.call('GET', `${PATH}${query}`)
  if (status !== 200) throw new Error(text)
  return json
}
const find = async (requestId: string) =>
  (await list('?limit=100')).candidates.find((one: Candidate) => one.requestId === requestId)
const refund = (requestId: string, amount: string) =>
  test.call('POST', `/v2/request/${requestId}/refunds`, { body: { amount } })

/** Seeds a request for 12.5 USDC that was paid twice and changed just now. */
async function seedDouble(units = '12500000'): Promise<string> {
  const { request_id } = await seedPaid(test)
  await seedMore(test, { request_id, credited_units: units })
  await change(request_id, {})
  return request_id
}
const change = (id: string, changes: { paid_late?: number; cancelled_at?: string }) =>
  test.host.context.db.kysely
    .updateTable('requests')
    .set({ updated_at: test.clock.now().toISOString(), ...changes })
    .where('id', '=', id)
    .execute()
/** Adds many copies of a payment with a different amount; each is older than the payment and has its own transaction. */
async function seedCopies(payment: Row<'payments'>, count: number, units: string): Promise<void> {
  const copies = Array.from({ length: count }, (_, index) => ({
    ...payment,
    id: `${index.toString().padStart(6, '0')}${payment.id.slice(6)}`,
    tx_hash: `0x${'d5'.repeat(28)}${index.toString(16).padStart(8, '0')}`,
    block_number: 0n,
    amount_units: units,
    credited_units: units,
    request_units: units,
  }))
  await test.host.context.db.transaction(async (tx) => {
    for (let at = 0; at < count; at += ROWS_A_STATEMENT) {
      const values = copies.slice(at, at + ROWS_A_STATEMENT)
      await tx.insertInto('payments').values(values).execute()
    }
  })
}
/** A number of rows per statement that stays within both databases' parameter limits. */
const ROWS_A_STATEMENT = 500

describe('GET /v2/refund-candidates', () => {
  it('GET /v2/refund-candidates returns a request that was paid twice, with the payments to refund', async () => {
    const requestId = await seedDouble()
    const found = await find(requestId)
    expect(found).toMatchObject({
      reason: 'overpaid',
      amount: 'excess',
      network: 'devnet',
      currency: 'USDC-devnet',
      refundAmount: '12.5',
      requestAmount: '12.5',
      paidAmount: '25',
      payments: [{ amount: '12.5', payerAddress: PAYER }],
    })
    const { json } = await refund(requestId, found.amount)
    expect(json.refunds).toMatchObject([
      { amount: found.refundAmount, paymentId: found.payments[0].paymentId },
    ])
  })

  it('GET /v2/refund-candidates returns only the excess of a request that was paid in time and again late', async () => {
    const dusted = await seedPaid(test)
    await seedMore(test, { request_id: dusted.request_id, credited_units: '1', is_late: 1 })
    await change(dusted.request_id, { paid_late: 1 })
    expect(await find(dusted.request_id)).toBe(undefined)
    const double = await seedPaid(test)
    await seedMore(test, { request_id: double.request_id, is_late: 1 })
    await change(double.request_id, { paid_late: 1 })
    expect(await find(double.request_id)).toMatchObject({ amount: 'excess', refundAmount: '12.5' })
  })

  it('GET /v2/refund-candidates omits refunded amounts, and returns them again when the refunds are cancelled', async () => {
    const requestId = await seedDouble()
    const { json } = await refund(requestId, 'excess')
    expect(await find(requestId)).toBe(undefined)
    await test.call('POST', `/v2/refunds/${json.refunds[0].id}/cancel`)
    expect(await find(requestId)).toMatchObject({ refundAmount: '12.5' })
    const [{ paymentId }] = (await find(requestId)).payments
    const body = { amount: '2.5' }
    expect((await test.call('POST', `/v2/payments/${paymentId}/refunds`, { body })).status).toBe(
      201,
    )
    expect(await find(requestId)).toMatchObject({
      refundAmount: '10',
      payments: [{ amount: '10' }],
    })
  })

  it('GET /v2/refund-candidates returns late payments and payments after the cancellation in full', async () => {
    const late = await seedPaid(test, { is_late: 1 })
    const cancelled = await seedPaid(test, { is_late: 1 })
    await change(late.request_id, { paid_late: 1 })
    await change(cancelled.request_id, {
      paid_late: 1,
      cancelled_at: test.clock.now().toISOString(),
    })
    const whole = { amount: 'all', refundAmount: '12.5' }
    expect(await find(late.request_id)).toMatchObject({ reason: 'late', ...whole })
    expect(await find(cancelled.request_id)).toMatchObject({ reason: 'cancelled', ...whole })
    await refund(late.request_id, 'all')
    expect(await find(late.request_id)).toBe(undefined)
  })

  it('GET /v2/refund-candidates returns a part that arrived late, but not one that arrived in time', async () => {
    const part = (is_late: number) => seedPaid(test, { credited_units: '12000000', is_late })
    const [inTime, late, dust] = [
      await part(0),
      await part(1),
      await seedPaid(test, { credited_units: '1', is_late: 1 }),
    ]
    const ids = [inTime, late, dust].map(({ request_id }) => request_id)
    const { kysely } = test.host.context.db
    const expires_at = '2026-01-01T00:00:00.000Z'
    await kysely.updateTable('requests').set({ expires_at }).where('id', 'in', ids).execute()
    expect(await find(inTime.request_id)).toBe(undefined)
    expect(await find(dust.request_id)).toBe(undefined)
    expect(await find(late.request_id)).toMatchObject({
      ...{ reason: 'late', amount: 'all', refundAmount: '12', requestAmount: '12.5' },
    })
    expect((await refund(late.request_id, 'all')).json.refunds).toMatchObject([{ amount: '12' }])
    expect(await find(late.request_id)).toBe(undefined)
  })

  it('GET /v2/refund-candidates omits dust, exact payments and the merchant’s own payouts', async () => {
    const exact = await seedPaid(test)
    await change(exact.request_id, {})
    const dust = await seedDouble('1000')
    const more = await seedDouble('1250')
    const payout = await seedDouble()
    await test.host.context.db.kysely
      .updateTable('requests')
      .set({ is_payout: 1 })
      .where('id', '=', payout)
      .execute()
    for (const id of [exact.request_id, dust, payout]) expect(await find(id)).toBe(undefined)
    expect(await find(more)).toMatchObject({ refundAmount: '0.00125' })
  })

  it('GET /v2/refund-candidates returns pages from a given time on, with the most recently changed request first', async () => {
    const ids: string[] = []
    const from = test.clock.now().toISOString()
    for (let index = 0; index < 3; index += 1) {
      test.clock.advance(1_000)
      ids.push(await seedDouble())
    }
    // A refunded request leaves no gap in the pages.
    await refund(ids[1] ?? '', 'excess')
    const idsOf = ({ candidates }: { candidates: Candidate[] }) =>
      candidates.map(({ requestId }) => requestId)
    const first = await list('?limit=1')
    expect(idsOf(first)).toEqual([ids[2]])
    const second = await list(`?limit=1&cursor=${first.nextCursor}`)
    expect(idsOf(second)).toEqual([ids[0]])
    expect(idsOf(await list(`?fromDate=${from}`))).toEqual([ids[2], ids[0]])
    expect((await list(`?fromDate=${from}`)).nextCursor).toBe(null)
    expect((await test.call('GET', `${PATH}?cursor=nothing`)).status).toBe(400)
    const { headers } = await registerAccount(test)
    const others = await test.call('GET', PATH, { anonymous: true, headers })
    expect(others.json).toEqual({ candidates: [], nextCursor: null })
  })

  it('GET /v2/refund-candidates reads past requests that have only dust', async () => {
    const oldest = await seedDouble()
    const others = []
    for (let index = 0; index < 101; index += 1) others.push(await seedDouble())
    const { kysely } = test.host.context.db
    await kysely
      .updateTable('requests')
      .set({ paid_units: '12500001' })
      .where('id', 'in', others)
      .execute()
    test.clock.advance(1_000)
    expect((await list('?limit=1')).candidates).toMatchObject([{ requestId: oldest }])
  })

  it('GET /v2/refund-candidates returns a request despite another one with thousands of tiny payments in a token with more decimals', async () => {
    const plain = await seedDouble()
    const dai = { invoiceCurrency: 'DAI-devnet', paymentCurrency: 'DAI-devnet' }
    const payment = await seedPaid(test, { credited_units: `125${'0'.repeat(17)}` }, dai)
    const { request_id } = payment
    const second = await seedMore(test, { request_id, credited_units: `125${'0'.repeat(17)}` })
    await change(request_id, {})
    await seedCopies(payment, 5_001, `1${'0'.repeat(12)}`)
    expect(await find(plain)).toMatchObject({ refundAmount: '12.5' })
    expect(await find(request_id)).toMatchObject({
      refundAmount: '12.5',
      payments: [{ paymentId: second.id, amount: '12.5' }],
    })
  })

  it('GET /v2/refund-candidates uses its own database index', async () => {
    const { dialect } = test.host.context.db
    const text = await test.host.context.db.transaction(async (tx) => {
      const select = sql`select id from requests where tenant_id = 'one' and ${IS_CANDIDATE}
        order by updated_at desc, id desc limit 10`
      if (dialect === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
      const explain = dialect === 'postgres' ? sql`explain ` : sql`explain query plan `
      return JSON.stringify((await sql`${explain}${select}`.execute(tx)).rows)
    })
    expect(text).toContain('requests_undecided')
    expect(text.toLowerCase()).not.toContain('sort')
    expect(text).not.toContain('TEMP B-TREE')
  })
})
