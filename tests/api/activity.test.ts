import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPayment } from '../support/addPayment.ts'
import {
  PAYEE,
  PAYER,
  pageHeaders,
  SECOND_PAYEE,
  startTestHost,
  type TestHost,
} from '../support/testHost.ts'
import { waitUntil } from '../support/waitUntil.ts'

const TX_HASH = `0x${'ab'.repeat(32)}`
const SECOND = 1_000

let test: TestHost
let clientId: string
let token: string
let requestId: string
beforeAll(async () => {
  test = await startTestHost()
  clientId = (await test.createClientId()).clientId
})
beforeEach(async () => {
  const created = await test.createPayment()
  token = created.token
  requestId = created.requestIds[0] ?? ''
})
afterAll(() => test[Symbol.asyncDispose]())

const path = (rest = '') => `/v2/secure-payments/${token}${rest}`
const read = (headers: Record<string, string> = {}) =>
  test.call('GET', `/v2/request/${requestId}`, { headers })
const activity = async () => (await read()).json.activity
const visit = (method = 'GET', query = '') =>
  test.call(method, path(query), { anonymous: true, headers: pageHeaders(clientId) })
const later = (seconds = 1) => {
  test.clock.advance(seconds * SECOND)
  return test.clock.now().toISOString()
}
const isOpened = () => waitUntil(async () => (await activity()).length > 0)

/** Begins an attempt, and returns its id. */
async function begin(wallet = PAYER): Promise<string> {
  const attemptId = randomUUID()
  const calldataHash = `0x${'5b'.repeat(32)}`
  const body = { attemptId, wallet, chain: 'devnet', token: 'USDC', calldataHash }
  const { status, text } = await test.call('POST', path('/attempts'), { body })
  if (status !== 201) throw new Error(text)
  return attemptId
}
const report = (attemptId: string, body: object) =>
  test.call('PATCH', path(`/attempts/${attemptId}`), { body })

/** Adds a payment in a recent block, as the watcher records it. */
async function see(txHash: string): Promise<void> {
  const seen_at = test.clock.now().toISOString()
  await test.host.context.db.kysely
    .insertInto('pending_payments')
    .values({
      network: 'devnet',
      tx_hash: txHash,
      log_index: 0,
      request_id: requestId,
      block_number: 7n,
      amount_units: '12500000',
      payer: null,
      seen_at,
    })
    .execute()
}

describe('A payment’s first opening', () => {
  it('a payment’s first opening is recorded once, when a payer’s page reads the payment', async () => {
    expect(await activity()).toEqual([])
    const at = later()
    expect((await visit()).status).toBe(200)
    await isOpened()
    later()
    await visit()
    expect(await activity()).toEqual([{ kind: 'opened', at }])
  })

  it('a payment’s first opening is recorded for an expired link, whose page shows the expiry', async () => {
    const at = later(60 * 60 * 24 * 400)
    expect((await visit()).status).toBe(403)
    await isOpened()
    expect(await activity()).toEqual([{ kind: 'opened', at }])
  })

  it('a payment’s first opening is not recorded for a read by the merchant, a preview, a HEAD request or another merchant', async () => {
    expect((await test.call('GET', path())).status).toBe(200)
    expect((await visit('HEAD')).status).toBe(200)
    expect((await visit('GET', '?preview=true')).status).toBe(200)
    expect((await visit('GET', '?preview=1')).status).toBe(400)
    const { apiKey } = await test.createTenant()
    const headers = { 'x-api-key': apiKey }
    expect((await test.call('GET', path(), { headers })).status).toBe(404)
    // An earlier read that had been recorded would keep its own time.
    const at = later()
    await visit()
    await isOpened()
    expect(await activity()).toEqual([{ kind: 'opened', at }])
  })

  it('the first opening is recorded by a later read if its first write fails, and the failed write does not fail the read', async () => {
    const { kysely } = test.host.context.db
    await kysely.updateTable('secure_payments').set({ opened_at: null }).execute()
    // Makes the write fail, because no two payments may have the same opening time.
    const index = 'one_opening_per_moment'
    await kysely.schema
      .createIndex(index)
      .on('secure_payments')
      .column('opened_at')
      .unique()
      .execute()
    try {
      await visit()
      await isOpened()
      const other = await test.createPayment()
      token = other.token
      requestId = other.requestIds[0] ?? ''
      expect((await visit()).status).toBe(200)
      expect(await activity()).toEqual([])
      const at = later()
      await waitUntil(async () => {
        await visit()
        return (await activity()).length > 0
      })
      expect(await activity()).toEqual([{ kind: 'opened', at }])
    } finally {
      await kysely.schema.dropIndex(index).execute()
    }
  })

  it('a payment’s first opening does not change the response to the page', async () => {
    const before = await visit()
    await isOpened()
    const after = await test.call('GET', path(), {
      anonymous: true,
      headers: { ...pageHeaders(clientId), 'if-none-match': before.headers['etag'] ?? '' },
    })
    expect(after.status).toBe(304)
    expect(JSON.stringify((await visit()).json)).not.toContain('opened')
  })
})

describe('A request’s activity', () => {
  it('a request’s activity contains each payer’s steps in chronological order', async () => {
    const openedAt = later()
    await visit()
    await isOpened()
    const firstAt = later()
    const first = await begin(SECOND_PAYEE)
    later()
    await report(first, { phase: 'abandoned' })
    const secondAt = later()
    const second = await begin()
    later()
    await report(second, { phase: 'signing' })
    const sentAt = later()
    await report(second, { phase: 'broadcast', txHash: TX_HASH })
    later()
    await report(second, { phase: 'broadcast', txHash: TX_HASH })
    const seenAt = later()
    await see(TX_HASH)
    const network = 'devnet'
    const wallet = { walletAddress: PAYER, network }
    const expected = [
      { kind: 'opened', at: openedAt },
      { kind: 'wallet_chosen', at: firstAt, walletAddress: SECOND_PAYEE, network },
      { kind: 'wallet_chosen', at: secondAt, ...wallet },
      { kind: 'sent', at: sentAt, ...wallet, txHash: TX_HASH },
      { kind: 'seen', at: seenAt, network, txHash: TX_HASH },
    ]
    expect(await activity()).toEqual(expected)

    const paidAt = later()
    const units = { requestUnits: 12_500_000n, creditedUnits: 12_500_000n }
    const txHash = await addPayment(test.host, { requestId, ...units })
    const { json } = await read()
    const paymentId = json.payments[0].id
    const confirmed = { kind: 'confirmed', at: paidAt, network, txHash, paymentId }
    expect(json.activity).toEqual([...expected, confirmed])
  })

  it('a request’s activity shows that a transaction was sent no later than it was detected', async () => {
    const txHash = `0x${'cd'.repeat(32)}`
    const attemptId = await begin()
    const seenAt = later()
    await see(txHash)
    later()
    await report(attemptId, { phase: 'broadcast', txHash })
    const steps: { kind: string; at: string }[] = await activity()
    expect(steps.map(({ kind }) => kind)).toEqual(['wallet_chosen', 'sent', 'seen'])
    expect(steps.slice(1).map(({ at }) => at)).toEqual([seenAt, seenAt])
  })

  it('a request’s activity is absent for a client ID, and returns 404 to another merchant', async () => {
    await begin(PAYEE)
    const page = await test.call('GET', `/v2/request/${requestId}`, {
      anonymous: true,
      headers: pageHeaders(clientId),
    })
    expect([page.status, 'activity' in page.json]).toEqual([200, false])
    // The page's second response must not be the response that is cached for the merchant.
    expect((await activity()).length).toBe(1)
    const again = await test.call('GET', `/v2/request/${requestId}`, {
      anonymous: true,
      headers: pageHeaders(clientId),
    })
    expect('activity' in again.json).toBe(false)
    const { apiKey } = await test.createTenant()
    expect((await read({ 'x-api-key': apiKey })).status).toBe(404)
  })
})
