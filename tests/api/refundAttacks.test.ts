import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { seedMore, seedPaid, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { PAYER, SECOND_PAYEE, startTestHost, type TestHost } from '../support/testHost.ts'

/** Anyone can send a payment with a refund's payment reference. A recipient who pays themselves loses only the gas. */

const CONTRACT = `0x${'c0'.repeat(20)}`

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  stateChain(test).contracts.add(CONTRACT)
})
afterAll(() => test[Symbol.asyncDispose]())

type Refund = { id: string; refundRequestId: string }

const refund = async ({ id }: { id: string }, amount: string): Promise<Refund> => {
  const body = { amount }
  const { status, json, text } = await test.call('POST', `/v2/payments/${id}/refunds`, { body })
  if (status !== 201) throw new Error(text)
  return json
}
const refundExcess = (requestId: string) =>
  test.call('POST', `/v2/request/${requestId}/refunds`, { body: { amount: 'excess' } })
const pay = ({ refundRequestId }: Refund, credited_units: string, payer = SECOND_PAYEE) =>
  seedMore(test, { request_id: refundRequestId, credited_units, payer })
const candidate = async (requestId: string) => {
  const { candidates } = (await test.call('GET', '/v2/refund-candidates?limit=100')).json
  return candidates.find((one: { requestId: string }) => one.requestId === requestId)
}

/** Seeds a request for 12.5 USDC that each of the wallets pays with 12.5; returns the payments, oldest first. */
async function seedPayers(...payers: readonly string[]): Promise<Row<'payments'>[]> {
  const [first, ...others] = payers
  const payment = await seedPaid(test, { payer: first ?? PAYER })
  const { request_id } = payment
  const more: Row<'payments'>[] = []
  for (const payer of others) more.push(await seedMore(test, { request_id, payer }))
  return [payment, ...more]
}

describe('A recipient who pays a refund’s reference', () => {
  it('a recipient who pays a refund’s reference hides no other payer’s excess', async () => {
    const [first, double] = await seedPayers(SECOND_PAYEE, PAYER)
    if (first === undefined || double === undefined) throw new Error('nothing was paid')
    const returned = await refund(first, '5')
    await pay(returned, '5000000')
    for (let times = 0; times < 3; times += 1) await pay(returned, '1000000000')
    // The merchant received 25 for 12.5 and refunded 5, so 7.5 of the excess remains, all from the last payer.
    expect(await candidate(first.request_id)).toMatchObject({
      refundAmount: '7.5',
      payments: [{ paymentId: double.id, amount: '7.5' }],
    })
    const { json } = await refundExcess(first.request_id)
    expect(json.refunds).toMatchObject([{ paymentId: double.id, amount: '7.5', recipient: PAYER }])
    // The refund still shows the sum of all payments with its reference.
    const { amountPaid, amount } = (await test.call('GET', `/v2/refunds/${returned.id}`)).json
    expect([amount, amountPaid]).toEqual(['5', '3005'])
    expect((await refundExcess(first.request_id)).status).toBe(409)
  })

  it('a recipient who pays a cancelled refund’s reference hides no other payer’s excess', async () => {
    const [first, double] = await seedPayers(SECOND_PAYEE, PAYER)
    if (first === undefined || double === undefined) throw new Error('nothing was paid')
    const cancelled = await refund(first, '10')
    await test.call('POST', `/v2/refunds/${cancelled.id}/cancel`)
    await pay(cancelled, '10000000')
    const { json } = await refundExcess(first.request_id)
    expect(json.refunds).toMatchObject([{ paymentId: double.id, amount: '12.5' }])
  })

  it('a recipient who pays a refund’s reference only reduces their own part of the excess', async () => {
    const [first, , last] = await seedPayers(PAYER, PAYER, SECOND_PAYEE)
    if (first === undefined || last === undefined) throw new Error('nothing was paid')
    const own = await refund(last, '2.5')
    await pay(own, '8500000')
    const { refundAmount, payments } = await candidate(first.request_id)
    // The refund used 2.5 of the excess of 25. The last payer is owed 10 more, of which they have already paid themselves 6.
    expect([refundAmount, payments]).toMatchObject([
      '16.5',
      [{ paymentId: last.id, amount: '4' }, { amount: '12.5' }],
    ])
  })
})

describe('A refund that the merchant paid twice', () => {
  it('a refund that the merchant paid twice counts against all of the recipient’s payments', async () => {
    const [first, , third] = await seedPayers(PAYER, PAYER, PAYER)
    if (first === undefined || third === undefined) throw new Error('nothing was paid')
    const double = await refund(third, '12.5')
    await pay(double, '12500000')
    await pay(double, '12500000')
    // The payer has received the whole excess of 25, so nothing more can be refunded.
    expect(await candidate(first.request_id)).toBe(undefined)
    expect((await refundExcess(first.request_id)).status).toBe(409)
  })

  it('a refund that the merchant paid twice counts against the excess of its own payment, regardless of the recipient', async () => {
    const payment = await seedPaid(test, { payer: null, credited_units: '30000000' })
    const body = { amount: '5', recipient: SECOND_PAYEE }
    const path = `/v2/payments/${payment.id}/refunds`
    const { json } = await test.call('POST', path, { body })
    await pay(json, '15000000', PAYER)
    // The recipient has received 15 of the excess of 17.5.
    expect(await candidate(payment.request_id)).toMatchObject({ refundAmount: '2.5' })
  })
})

describe('A payment by a contract', () => {
  it('a payment by a contract prevents no refund that the other payments cover', async () => {
    const payment = await seedPaid(test)
    const { request_id } = payment
    await seedMore(test, { request_id, credited_units: '12600', payer: CONTRACT })
    await seedMore(test, { request_id, credited_units: '12600', payer: null })
    const refundAmount = (amount: string) =>
      test.call('POST', `/v2/request/${request_id}/refunds`, { body: { amount } })
    const rejected = await refundAmount('12.51')
    expect([rejected.status, rejected.json.code]).toEqual([409, 'refund_recipient_needed'])
    const { json } = await refundAmount('12.5')
    expect(json).toMatchObject({
      refunds: [{ paymentId: payment.id, amount: '12.5', recipient: PAYER }],
      notRefunded: [],
    })
  })
})

describe('Unconfirmed payments of a refund', () => {
  /** Seeds a paid and an open refund of one payment, an open refund of another payment, and a link that pays the open refunds. */
  async function seedLink() {
    const [one, other] = [await seedPaid(test), await seedPaid(test)]
    const paid = await refund(one, '5')
    await pay(paid, '5000000')
    await test.host.context.db.kysely
      .updateTable('refunds')
      .set({ confirmed_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', paid.id)
      .execute()
    const further = await refund(one, '1')
    const refunds = [further, await refund(other, '5')]
    const body = { refundIds: refunds.map(({ id }) => id) }
    const link = await test.call('POST', '/v2/secure-payments/refunds', { body })
    return { paid, further, link: `/v2/secure-payments/${link.json.token}` }
  }
  const see = (request_id: string, amount_units: string) =>
    test.host.context.db.kysely
      .insertInto('pending_payments')
      .values({
        ...{ network: 'devnet', tx_hash: `0x${'9'.repeat(64)}`, log_index: 0, payer: null },
        ...{ request_id, block_number: 1n, amount_units, seen_at: new Date().toISOString() },
      })
      .execute()
  const forget = () => test.host.context.db.kysely.deleteFrom('pending_payments').execute()
  const payLink = (link: string) => test.call('GET', `${link}/pay?wallet=${SECOND_PAYEE}`)

  it('unconfirmed payments of a confirmed refund block no refund and no link while they are smaller than any payment with the merchant’s calldata', async () => {
    const { paid, further, link } = await seedLink()
    await see(paid.refundRequestId, '2500000')
    expect((await test.call('GET', `/v2/request/${further.refundRequestId}/pay`)).status).toBe(200)
    expect((await payLink(link)).status).toBe(200)
    await forget()
  })

  it('unconfirmed payments of a confirmed refund’s whole amount block the refunds of the same payment, and their links', async () => {
    const { paid, further, link } = await seedLink()
    await see(paid.refundRequestId, '5000000')
    const waits = await test.call('GET', `/v2/request/${further.refundRequestId}/pay`)
    expect([waits.status, waits.json.code]).toEqual([409, 'refund_held'])
    const linked = await payLink(link)
    expect([linked.status, linked.json.code]).toEqual([409, 'refund_held'])
    await forget()
    expect((await payLink(link)).status).toBe(200)
  })

  it('unconfirmed payments of a confirmed refund block no refund of another request that the same transaction paid', async () => {
    const one = await seedPaid(test)
    const other = await seedPaid(test, { tx_hash: one.tx_hash, log_index: 1 })
    const [paid, open] = [await refund(one, '5'), await refund(other, '5')]
    await pay(paid, '5000000')
    await see(paid.refundRequestId, '5000000')
    const read = await test.call('GET', `/v2/request/${open.refundRequestId}/pay`)
    expect(read.status).toBe(200)
    await forget()
  })
})

describe('A refund’s calldata', () => {
  it('a refund’s calldata always pays the refund’s whole remaining amount', async () => {
    const { refundRequestId } = await refund(await seedPaid(test), '5')
    const ask = (amount: string) =>
      test.call('GET', `/v2/request/${refundRequestId}/pay?amount=${amount}`)
    expect(await ask('4.999999')).toMatchObject({
      status: 400,
      json: { code: 'validation_failed', errors: [{ field: 'amount', code: 'partial_refund' }] },
    })
    expect((await ask('5')).status).toBe(200)
    expect((await ask('5.000001')).json.code).toBe('amount_exceeds_remaining')
  })
})
