import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPaid, markSeen } from '../support/markRequest.ts'
import { startTronRelay, usdtItem } from '../support/startTronRelay.ts'
import { PAYER, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'

const MINUTE_MS = 60_000
const SAFE_TX = `0x${'3f'.repeat(32)}`
const OTHER_SAFE_TX = `0x${'4e'.repeat(32)}`
const CHAIN_ID = 31_337

let test: TestHost
beforeAll(async () => {
  test = await startTestHost()
})
afterAll(() => test[Symbol.asyncDispose]())

const pathOf = (token: string, rest = '') => `/v2/secure-payments/${token}${rest}`
const propose = (token: string, body: object = {}) =>
  test.call('POST', pathOf(token, '/intent'), {
    body: { safeTxHash: SAFE_TX, chain: 'devnet', token: 'USDC', ...body },
  })
const begin = (token: string, attemptId: string = randomUUID()) =>
  test.call('POST', pathOf(token, '/attempts'), {
    body: {
      attemptId,
      wallet: PAYER,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })
const statuses = async (token: string) => ({
  get: (await test.call('GET', pathOf(token))).status,
  pay: (await test.call('GET', pathOf(token, '/pay'))).status,
  attempts: (await begin(token)).status,
})
const LOCKED = { get: 423, pay: 423, attempts: 423 }

describe('An intent with safeTxHash', () => {
  it('an intent with safeTxHash locks the payment, and every read returns the Safe', async () => {
    const { token, requestIds } = await test.createPayment()
    const deadline = Math.floor(test.clock.now().getTime() / 1_000) + 1_800
    const { status, json } = await propose(token, { safePaymentDeadline: deadline })
    expect(status).toBe(200)
    expect(json).toMatchObject({ safeTxHash: SAFE_TX, isListening: true })
    expect(json).not.toHaveProperty('txHash')
    expect(await statuses(token)).toEqual(LOCKED)
    const problem = await test.call('GET', pathOf(token))
    expect(problem.json).toMatchObject({
      code: 'payment_in_progress',
      status: 423,
      paymentStatus: 'pending',
      payment: { token, status: 'pending' },
    })
    expect(problem.json.requestStatuses).toEqual([
      {
        requestId: requestIds[0],
        status: 'created',
        hasBeenPaid: false,
        safeTxHash: SAFE_TX,
        chainId: CHAIN_ID,
        safePaymentDeadline: deadline,
      },
    ])
  })

  it('an intent with safeTxHash does not block a read with completed=show once the payment is completed', async () => {
    const {
      token,
      requestIds: [requestId = ''],
    } = await test.createPayment()
    await propose(token)
    await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
    const { status, json } = await test.call('GET', `${pathOf(token)}?completed=show`)
    expect([status, json.status]).toEqual([200, 'completed'])
  })

  it('an intent with safeTxHash also locks the calldata of its requests when read by their own ids', async () => {
    const { token, requestIds } = await test.createPayment({ requests: [usdcItem, usdcItem] })
    const other = await test.createPayment()
    const [requestId = ''] = requestIds
    const { json: request } = await test.call('GET', `/v2/request/${requestId}`)
    const batch = () =>
      test.call('POST', '/v2/payouts/batch', {
        body: { requestIds: [other.requestIds[0], requestIds[1]], payer: PAYER },
      })
    const ways = [
      () => test.call('GET', `/v2/request/${requestId}/pay?wallet=${PAYER}`),
      () => test.call('GET', `/v1/request/${request.paymentReference}/pay?wallet=${PAYER}`),
      batch,
    ]
    await propose(token)
    const { json: problem } = await test.call('GET', pathOf(token, `/pay?wallet=${PAYER}`))
    for (const way of ways) {
      const { status, json } = await way()
      expect([status, json.code]).toEqual([423, 'payment_in_progress'])
      const { payment, requestStatuses } = problem
      expect(json).toMatchObject({
        status: 423,
        paymentStatus: 'pending',
        payment,
        requestStatuses,
      })
    }
    // Another payer pays one item, but the Safe may still pay both items.
    const [, itemId = ''] = requestIds
    await markSeen(test.host, { requestId: itemId, units: 12_500_000n, depth: 0n })
    expect((await test.call('GET', `/v2/request/${requestId}/pay`)).status).toBe(423)
    test.clock.advance(61 * MINUTE_MS)
    expect((await test.call('GET', `/v2/request/${requestId}/pay`)).status).toBe(200)
    expect((await batch()).json.code).toBe('payment_processing')
  })

  it('an intent with safeTxHash is returned again for a repeated call, which does not extend the lock', async () => {
    const { token } = await test.createPayment()
    const first = await propose(token)
    test.clock.advance(30 * MINUTE_MS)
    const again = await propose(token, { safeTxHash: SAFE_TX.toUpperCase().replace('0X', '0x') })
    expect(again.json.intentId).toBe(first.json.intentId)
    test.clock.advance(31 * MINUTE_MS)
    expect((await test.call('GET', pathOf(token))).status).toBe(200)
  })

  it('an intent with safeTxHash can be ended by its page, but not by a caller who has only the hash', async () => {
    const { token } = await test.createPayment()
    const attemptId = randomUUID()
    await begin(token, attemptId)
    expect((await propose(token, { attemptId: randomUUID() })).status).toBe(404)
    expect((await propose(token)).json.code).toBe('attempt_in_progress')
    expect((await propose(token, { attemptId })).status).toBe(200)
    expect(await statuses(token)).toEqual(LOCKED)
    expect((await begin(token, attemptId)).status).toBe(201)
    const { json: same } = await propose(token)
    expect(JSON.stringify(same)).not.toContain(attemptId)
    const shown = (await test.call('GET', pathOf(token))).text
    expect(shown).not.toContain(attemptId)
    expect((await test.call('DELETE', pathOf(token, `/attempts/${attemptId}`))).status).toBe(200)
    expect((await statuses(token)).get).toBe(200)
  })

  it('an intent with safeTxHash ends when its transaction is seen, and when the payment is paid', async () => {
    const { token, requestIds } = await test.createPayment()
    const requestId = requestIds[0] ?? ''
    await propose(token)
    await markSeen(test.host, { requestId, units: 12_500_000n, depth: 0n })
    const seen = await test.call('GET', pathOf(token))
    expect([seen.status, seen.json.items[0].status]).toEqual([200, 'processing'])
    expect((await test.call('GET', pathOf(token, '/pay'))).json.code).toBe('payment_processing')
    await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
    expect((await test.call('GET', pathOf(token))).json.code).toBe('payment_completed')
  })

  it('an intent with safeTxHash locks no longer than its transaction can pay', async () => {
    const { token } = await test.createPayment()
    const nowS = Math.floor(test.clock.now().getTime() / 1_000)
    await propose(token, { safePaymentDeadline: nowS + 300 })
    test.clock.advance(4 * MINUTE_MS)
    expect((await test.call('GET', pathOf(token))).status).toBe(423)
    test.clock.advance(2 * MINUTE_MS)
    expect((await test.call('GET', pathOf(token))).status).toBe(200)
    const late = await test.createPayment()
    await propose(late.token, { safePaymentDeadline: nowS })
    expect((await test.call('GET', pathOf(late.token))).status).toBe(200)
  })

  it('an intent with safeTxHash lets strangers lock a payment for a total of one hour per day, regardless of the number of proposals', async () => {
    const { token } = await test.createPayment()
    await propose(token)
    test.clock.advance(61 * MINUTE_MS)
    for (let index = 0; index < 5; index += 1) {
      const { status } = await propose(token, { safeTxHash: `0x${'a'.repeat(63)}${index}` })
      expect(status).toBe(200)
      expect((await statuses(token)).get).toBe(200)
    }
    test.clock.advance(24 * 60 * MINUTE_MS)
    await propose(token, { safeTxHash: OTHER_SAFE_TX })
    expect((await test.call('GET', pathOf(token))).status).toBe(423)
  })

  it('an intent with safeTxHash is rejected for a second Safe while the first waits', async () => {
    const { token } = await test.createPayment()
    await propose(token)
    const second = await propose(token, { safeTxHash: OTHER_SAFE_TX })
    expect([second.status, second.json.code]).toEqual([423, 'payment_in_progress'])
  })

  it('an intent with safeTxHash locks the payment for a Safe even after a stranger has reported many hashes', async () => {
    const { token } = await test.createPayment()
    for (let index = 0; index < 20; index += 1) {
      const txHash = `0x${String(index).padStart(64, '0')}`
      expect((await propose(token, { safeTxHash: undefined, txHash })).status).toBe(200)
    }
    expect((await propose(token)).status).toBe(200)
    expect((await test.call('GET', pathOf(token))).status).toBe(423)
    const { kysely } = test.host.context.db
    const kept = await kysely
      .selectFrom('intents')
      .select('tx_hash')
      .where('token', '=', token)
      .execute()
    expect(kept).toHaveLength(20)
    expect(kept).toContainEqual({ tx_hash: SAFE_TX })
  })

  it('an intent with safeTxHash keeps an attempt’s lock when a stranger has reported the same hash earlier', async () => {
    const { token } = await test.createPayment()
    const attemptId = randomUUID()
    // Safe transaction hashes are public, so a stranger can report one. The deadline is in the past, so this report locks nothing.
    const past = Math.floor(test.clock.now().getTime() / 1_000) - 1
    const early = await propose(token, { safePaymentDeadline: past })
    expect([early.status, (await test.call('GET', pathOf(token))).status]).toEqual([200, 200])
    await begin(token, attemptId)
    const own = await propose(token, { attemptId })
    expect([own.status, own.json.intentId]).toEqual([200, early.json.intentId])
    test.clock.advance(20 * MINUTE_MS)
    expect(await statuses(token)).toEqual(LOCKED)
  })

  it('an intent with safeTxHash is one intent with one lock for simultaneous calls', async () => {
    const { token } = await test.createPayment()
    const answers = await Promise.all([1, 2, 3].map(() => propose(token)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ json }) => json.intentId)).size).toBe(1)
  })

  it('an intent with safeTxHash is rejected for an expired payment, and for a payment with a pending transaction', async () => {
    const seen = await test.createPayment()
    const requestId = seen.requestIds[0] ?? ''
    await markSeen(test.host, { requestId, units: 12_500_000n, depth: 0n })
    const late = await propose(seen.token)
    expect([late.status, late.json.code]).toEqual([409, 'payment_processing'])
    const { token } = await test.createPayment()
    await test.host.context.db.kysely
      .updateTable('secure_payments')
      .set({ expires_at: test.clock.now().toISOString() })
      .where('token', '=', token)
      .execute()
    const expired = await propose(token)
    expect([expired.status, expired.json.code]).toEqual([403, 'payment_expired'])
  })

  it('an intent with safeTxHash is rejected with an attempt that has ended, or has sent its transaction', async () => {
    const { token } = await test.createPayment()
    const ended = randomUUID()
    await begin(token, ended)
    await test.call('DELETE', pathOf(token, `/attempts/${ended}`))
    expect((await propose(token, { attemptId: ended })).status).toBe(404)
    const sent = randomUUID()
    await begin(token, sent)
    const body = { phase: 'broadcast', txHash: `0x${'7c'.repeat(32)}` }
    await test.call('PATCH', pathOf(token, `/attempts/${sent}`), { body })
    expect((await propose(token, { attemptId: sent })).status).toBe(404)
    expect((await test.call('GET', pathOf(token))).status).toBe(200)
  })

  it('an intent with safeTxHash keeps the lock and its deadline despite updates from its page', async () => {
    const { token } = await test.createPayment()
    const attemptId = randomUUID()
    await begin(token, attemptId)
    const deadline = Math.floor(test.clock.now().getTime() / 1_000) + 300
    await propose(token, { attemptId, safePaymentDeadline: deadline })
    test.clock.advance(4 * MINUTE_MS)
    expect((await begin(token, attemptId)).status).toBe(201)
    const path = pathOf(token, `/attempts/${attemptId}`)
    expect((await test.call('PATCH', path, { body: { phase: 'signing' } })).status).toBe(200)
    const waiting = await test.call('GET', pathOf(token))
    expect(waiting.status).toBe(423)
    expect(waiting.json.requestStatuses[0]).toMatchObject({
      safeTxHash: SAFE_TX,
      safePaymentDeadline: deadline,
    })
    test.clock.advance(2 * MINUTE_MS)
    expect((await test.call('GET', pathOf(token))).status).toBe(200)
  })

  it('an intent with safeTxHash is rejected on Tron, which has no Safes', async () => {
    await using tron = await startTronRelay()
    const { token } = await tron.test.createPayment({ requests: [usdtItem] })
    const { status, json } = await tron.test.call('POST', pathOf(token, '/intent'), {
      body: { safeTxHash: SAFE_TX, chain: 'tron', token: 'USDT' },
    })
    expect([status, json.errors[0].code]).toEqual([400, 'intents_unsupported'])
    expect((await tron.test.call('GET', pathOf(token))).status).toBe(200)
  })

  it('an intent with safeTxHash allows an intent for another transaction while a Safe waits', async () => {
    const { token } = await test.createPayment()
    await propose(token)
    const txHash = `0x${'7c'.repeat(32)}`
    const { status, json } = await propose(token, { txHash })
    expect([status, json.txHash]).toEqual([200, txHash])
  })

  it.each([
    ['neither hash', { safeTxHash: undefined }, 'required'],
    ['a malformed hash', { safeTxHash: '0x12' }, 'invalid_tx_hash'],
    ['another token', { token: 'FAU' }, 'unsupported_crosschain'],
    ['a deadline in the last century', { safePaymentDeadline: -1 }, 'out_of_range'],
    ['an address that is no wallet’s', { walletAddress: 'me' }, 'invalid_address'],
  ])('an intent with safeTxHash is rejected with 400 for %s', async (_, body, code) => {
    const { token } = await test.createPayment()
    const { status, text } = await propose(token, body)
    expect(status).toBe(400)
    expect(text).toContain(code)
    expect((await test.call('GET', pathOf(token))).status).toBe(200)
  })
})
