import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markPaid } from '../support/markRequest.ts'
import { PAYEE, PAYER, startTestHost, type TestHost } from '../support/testHost.ts'

const MINUTE_MS = 60_000
const HASH = `0x${'5b'.repeat(32)}`
const TX_HASH = `0x${'ab'.repeat(32)}`

let test: TestHost
let token: string
let requestId: string
beforeAll(async () => {
  test = await startTestHost()
})
beforeEach(async () => {
  const created = await test.createPayment()
  token = created.token
  requestId = created.requestIds[0] ?? ''
})
afterAll(() => test[Symbol.asyncDispose]())

const begin = (attemptId: string, changes: object = {}) =>
  test.call('POST', `/v2/secure-payments/${token}/attempts`, {
    body: {
      attemptId,
      wallet: PAYER,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: HASH,
      ...changes,
    },
  })
const update = (attemptId: string, body: object) =>
  test.call('PATCH', `/v2/secure-payments/${token}/attempts/${attemptId}`, { body })
const release = (attemptId: string) =>
  test.call('DELETE', `/v2/secure-payments/${token}/attempts/${attemptId}`)

function minutesFromNow(minutes: number): string {
  return new Date(test.clock.now().getTime() + minutes * MINUTE_MS).toISOString()
}

describe('An attempt', () => {
  it('an attempt holds the lock for 10 minutes, and appears with a masked wallet', async () => {
    const attemptId = randomUUID()
    const { status, json } = await begin(attemptId, { nonce: 7 })
    expect(status).toBe(201)
    expect(json).toEqual({ attemptId, leaseUntil: minutesFromNow(10) })
    const read = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(read.json.lastAttempt).toMatchObject({
      phase: 'created',
      wallet: '0x3C44…93BC',
      txHash: null,
    })
    expect(read.text).not.toContain(PAYER)
  })

  it('an attempt prevents another attempt from beginning, and reports its age', async () => {
    const attemptId = randomUUID()
    await begin(attemptId)
    await update(attemptId, { phase: 'signing' })
    test.clock.advance(90_000)
    const { status, json } = await begin(randomUUID(), { wallet: PAYEE })
    expect(status).toBe(409)
    expect(json).toMatchObject({
      code: 'attempt_in_progress',
      attempt: { ageSeconds: 90, wallet: '0x3C44…93BC', phase: 'signing' },
    })
  })

  it('an attempt is renewed with its own id', async () => {
    const attemptId = randomUUID()
    await begin(attemptId)
    test.clock.advance(9 * MINUTE_MS)
    expect((await begin(attemptId)).json.leaseUntil).toBe(minutesFromNow(10))
    test.clock.advance(9 * MINUTE_MS)
    expect((await begin(randomUUID())).status).toBe(409)
  })

  it('an attempt loses the lock after 10 minutes without an update', async () => {
    await begin(randomUUID())
    test.clock.advance(10 * MINUTE_MS)
    expect((await begin(randomUUID())).status).toBe(201)
  })

  it('an attempt keeps the lock for 60 minutes once it has sent a transaction', async () => {
    const attemptId = randomUUID()
    await begin(attemptId)
    const sent = await update(attemptId, { phase: 'broadcast', txHash: TX_HASH })
    expect(sent.json).toEqual({ attemptId, phase: 'broadcast', leaseUntil: minutesFromNow(60) })
    test.clock.advance(59 * MINUTE_MS)
    expect((await begin(randomUUID())).status).toBe(409)
    await update(attemptId, { phase: 'broadcast', txHash: TX_HASH })
    test.clock.advance(MINUTE_MS)
    expect((await begin(randomUUID())).status).toBe(201)
  })

  it.each(['reverted', 'dropped', 'abandoned'])(
    'an attempt releases the lock when it is %s',
    async (phase) => {
      const attemptId = randomUUID()
      await begin(attemptId)
      await update(attemptId, { phase, txHash: TX_HASH })
      expect((await begin(randomUUID())).status).toBe(201)
    },
  )

  it('an attempt can be released before it has sent a transaction, any number of times', async () => {
    const attemptId = randomUUID()
    await begin(attemptId)
    expect((await release(attemptId)).json).toEqual({ success: true })
    expect((await release(attemptId)).json).toEqual({ success: true })
    expect((await begin(randomUUID())).status).toBe(201)
  })

  it('an attempt cannot be released once it has sent a transaction: the payment may be pending', async () => {
    const attemptId = randomUUID()
    await begin(attemptId)
    await update(attemptId, { phase: 'broadcast', txHash: TX_HASH })
    const path = `/v2/secure-payments/${token}/attempts/${attemptId}`
    const { status, json } = await test.call('DELETE', path)
    expect({ status, code: json.code }).toEqual({ status: 409, code: 'attempt_already_sent' })
    expect((await begin(randomUUID())).status).toBe(409)
  })

  it('only one of many concurrent callers can begin an attempt', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin(randomUUID())))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('an attempt cannot begin on a completed payment', async () => {
    await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
    expect(await begin(randomUUID())).toMatchObject({
      status: 409,
      json: { code: 'payment_completed' },
    })
  })

  it('an attempt cannot use the id of another payment’s attempt', async () => {
    const attemptId = randomUUID()
    await begin(attemptId)
    token = (await test.createPayment()).token
    const { status, json } = await begin(attemptId)
    expect(status).toBe(400)
    expect(json.errors[0]).toMatchObject({ field: 'attemptId', code: 'already_used' })
    expect((await update(attemptId, { phase: 'signing' })).status).toBe(404)
    expect((await release(attemptId)).status).toBe(404)
  })

  it.each([
    [{ attemptId: 'x' }, 'attemptId', 'invalid_uuid'],
    [{ wallet: 'x' }, 'wallet', 'invalid_address'],
    [{ chain: 'BASE' }, 'chain', 'unsupported_crosschain'],
    [{ token: 'DAI' }, 'chain', 'unsupported_crosschain'],
    [{ calldataHash: '0x' }, 'calldataHash', 'invalid_hash'],
    [{ nonce: -1 }, 'nonce', 'out_of_range'],
    [{ nonce: '1' }, 'nonce', 'invalid_type'],
  ])('an attempt is rejected with 400 for %j', async (changes, field, code) => {
    const { status, json } = await begin(randomUUID(), changes)
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field, code },
    })
  })
})

describe('POST /v2/secure-payments/{token}/intent', () => {
  const send = (body: object) => test.call('POST', `/v2/secure-payments/${token}/intent`, { body })
  const intent = { txHash: TX_HASH, chain: 'devnet', token: 'USDC' }

  it('POST /v2/secure-payments/{token}/intent returns the same intent for the same transaction', async () => {
    const first = await send(intent)
    const upper = await send({ ...intent, txHash: `0x${'AB'.repeat(32)}` })
    const other = await send({ ...intent, txHash: `0x${'cd'.repeat(32)}` })
    expect(first).toMatchObject({ status: 200, json: { txHash: TX_HASH, isListening: true } })
    expect(upper.json.intentId).toBe(first.json.intentId)
    expect(other.json.intentId).not.toBe(first.json.intentId)
  })

  it('POST /v2/secure-payments/{token}/intent accepts 20 transactions per payment, and any of them again, but no more', async () => {
    const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
    for (let index = 0; index < 20; index += 1) {
      expect((await send({ ...intent, txHash: hashOf(index) })).status).toBe(200)
    }
    const { status, json } = await send({ ...intent, txHash: hashOf(20) })
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field: 'txHash', code: 'too_many_intents' },
    })
    expect((await send({ ...intent, txHash: hashOf(0) })).status).toBe(200)
  })

  it('POST /v2/secure-payments/{token}/intent does not mark the payment as paid', async () => {
    await send(intent)
    const { json } = await test.call('GET', `/v2/secure-payments/${token}`)
    expect(json).toMatchObject({ status: 'pending', items: [{ status: 'created' }] })
  })

  it.each([
    [{ ...intent, chain: 'BASE' }, 'chain', 'unsupported_crosschain'],
    [{ ...intent, chain: 'POLYGON' }, 'chain', 'unsupported_crosschain'],
    [{ ...intent, txHash: '0x1' }, 'txHash', 'invalid_tx_hash'],
    [{ ...intent, txHash: undefined }, 'txHash', 'required'],
    [{ ...intent, token: undefined }, 'token', 'required'],
  ])('POST /v2/secure-payments/{token}/intent returns 400 for %j', async (body, field, code) => {
    const { status, json } = await send(body)
    expect({ status, issue: json.errors?.[0] }).toMatchObject({
      status: 400,
      issue: { field, code },
    })
  })

  it('POST /v2/secure-payments/{token}/intent returns 409 once the payment is completed, and 403 once it has expired', async () => {
    test.clock.advance(8 * 24 * 60 * MINUTE_MS)
    expect((await send(intent)).status).toBe(403)
    test.clock.advance(-8 * 24 * 60 * MINUTE_MS)
    await markPaid(test.host, { token, requestId, paidUnits: 12_500_000n })
    expect((await send(intent)).status).toBe(409)
  })
})
