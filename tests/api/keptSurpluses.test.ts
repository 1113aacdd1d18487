import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedMore, seedPaid, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS, registerAccount } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'

const PATH = '/v2/refund-candidates'
const REASON = 'The customer left it as a tip'

let test: TestHost
beforeAll(async () => {
  test = await startTestHost(NO_LIMITS)
  stateChain(test)
})
afterAll(() => test[Symbol.asyncDispose]())
beforeEach(() => {
  test.clock.advance(60_000)
})

type Candidate = { requestId: string }

const list = async (requestId: string, query = '') => {
  const { json, text, status } = await test.call('GET', `${PATH}?limit=100${query}`)
  if (status !== 200) throw new Error(text)
  return json.candidates.find((one: Candidate) => one.requestId === requestId)
}
const listKept = (requestId: string) => list(requestId, '&decision=kept')
const keep = (requestId: string, amount: string, options: object = {}) =>
  test.call('POST', `${PATH}/${requestId}/keep`, { body: { amount, reason: REASON }, ...options })
const unkeep = (requestId: string) => test.call('DELETE', `${PATH}/${requestId}/keep`)
const refund = (requestId: string, amount: string) =>
  test.call('POST', `/v2/request/${requestId}/refunds`, { body: { amount } })
const touch = (id: string, changes: { paid_late?: number } = {}) =>
  test.host.context.db.kysely
    .updateTable('requests')
    .set({ updated_at: test.clock.now().toISOString(), ...changes })
    .where('id', '=', id)
    .execute()
const more = async (request_id: string, units: string) => {
  await seedMore(test, { request_id, credited_units: units, request_units: units })
  await touch(request_id)
}

/** Seeds a request for 12.5 USDC that was paid twice. */
async function seedDouble(): Promise<string> {
  const { request_id } = await seedPaid(test)
  await more(request_id, '12500000')
  return request_id
}

describe('Money that a merchant keeps', () => {
  it('POST /v2/refund-candidates/{requestId}/keep removes the request from the list, and a filter shows it with the reason', async () => {
    const id = await seedDouble()
    const { status, json } = await keep(id, '12.5')
    const kept = { amount: '12.5', reason: REASON, decidedAt: test.clock.now().toISOString() }
    expect([status, json]).toEqual([200, kept])
    expect(await list(id)).toBe(undefined)
    expect(await listKept(id)).toMatchObject({ reason: 'overpaid', refundAmount: '12.5', kept })
    expect((await test.call('GET', `/v2/request/${id}`)).json.kept).toEqual(kept)
    const { payments } = (await test.call('GET', `/v2/payments?requestId=${id}`)).json
    expect(payments[0].request.surplusAmount).toBe(null)
    const { entries } = (await test.call('GET', '/v2/audit-log?action=surplus.kept')).json
    expect(entries[0]).toMatchObject({ objectId: id })
  })

  it('a repeated decision returns the first decision, and a decision on another amount is rejected with the current amount', async () => {
    const id = await seedDouble()
    expect(await keep(id, '10')).toMatchObject({
      status: 409,
      json: { code: 'refund_candidate_changed', refundAmount: '12.5', currency: 'USDC-devnet' },
    })
    const first = await keep(id, '12.5')
    test.clock.advance(60_000)
    expect((await keep(id, '12.50')).json).toEqual(first.json)
    expect((await keep(id, '3')).json).toMatchObject({ refundAmount: '0' })
  })

  it('DELETE /v2/refund-candidates/{requestId}/keep returns the request to the list, even when repeated', async () => {
    const id = await seedDouble()
    await keep(id, '12.5')
    expect(await unkeep(id)).toMatchObject({ status: 200, json: { success: true } })
    expect(await list(id)).toMatchObject({ refundAmount: '12.5', amount: 'excess', kept: null })
    expect(await listKept(id)).toBe(undefined)
    expect((await unkeep(id)).status).toBe(200)
    const { entries } = (await test.call('GET', '/v2/audit-log?action=surplus.released')).json
    expect(entries.filter((one: { objectId: string }) => one.objectId === id)).toHaveLength(1)
  })

  it('a further surplus returns to the list with its own amount and payer, and can be refunded or kept too', async () => {
    const id = await seedDouble()
    await keep(id, '12.5')
    await more(id, '3000000')
    const found = await list(id)
    expect(found).toMatchObject({ refundAmount: '3', amount: '3', kept: { amount: '12.5' } })
    expect(found.payments).toMatchObject([{ amount: '3' }])
    const { json } = await refund(id, found.amount)
    expect(json.refunds).toMatchObject([{ amount: '3' }])
    expect(await list(id)).toBe(undefined)
    // The refund used no kept money, so the decision remains.
    expect(await listKept(id)).toMatchObject({ kept: { amount: '12.5' } })
    await more(id, '2000000')
    await keep(id, '2')
    expect((await listKept(id)).kept.amount).toBe('14.5')
  })

  it('a refund of kept money ends the decision, and the remaining amount returns to the list', async () => {
    const id = await seedDouble()
    await keep(id, '12.5')
    expect((await refund(id, '2.5')).status).toBe(201)
    expect(await list(id)).toMatchObject({ refundAmount: '10', kept: null })
  })

  it('late money is kept in full, and later money is listed separately', async () => {
    const { request_id: id } = await seedPaid(test, { is_late: 1 })
    await touch(id, { paid_late: 1 })
    expect(await list(id)).toMatchObject({ reason: 'late', amount: 'all' })
    await keep(id, '12.5')
    expect(await list(id)).toBe(undefined)
    await seedMore(test, { request_id: id, credited_units: '4000000', is_late: 1 })
    await touch(id)
    expect(await list(id)).toMatchObject({ refundAmount: '4', amount: '4' })
  })

  it('a decision is rejected for another merchant’s request, and for a request without a surplus', async () => {
    const id = await seedDouble()
    const { headers } = await registerAccount(test)
    const other = { anonymous: true, headers }
    expect(await keep(id, '12.5', other)).toMatchObject({ status: 404 })
    const exact = await seedPaid(test)
    expect(await keep(exact.request_id, '1')).toMatchObject({
      status: 409,
      json: { refundAmount: '0' },
    })
    expect((await keep('01', '1')).status).toBe(404)
  })
})
