import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { begin } from './support/followPayment.ts'
import { type Crosschain, type Payment, startCrosschain } from './support/startCrosschain.ts'
import { waitFor } from './support/waitFor.ts'

const DAY_MS = 24 * 3_600_000
/** A duration that is longer than any attempt's lock. */
const LOCK_MS = 61 * 60_000
const PROCESSING = { status: 409, json: { code: 'payment_processing' } }

let world: Crosschain
beforeAll(async () => {
  world = await startCrosschain()
})
afterAll(() => world?.[Symbol.asyncDispose]())
afterEach(async () => {
  world.bridge.setSwitches({ mode: 'normal' })
  await world.stopWorker()
})

const crosschain = () => `?chain=DEVNET&token=USDC&wallet=${world.payer}`
const pay = ({ token }: Payment, query = '') =>
  world.test.call('GET', `/v2/secure-payments/${token}/pay${query}`)
const payRequest = ({ requestId }: Payment, query = '') =>
  world.test.call('GET', `/v2/request/${requestId}/pay${query}`)
const beginAttempt = ({ token }: Payment, chain = 'DEVNET-B') =>
  world.test.call('POST', `/v2/secure-payments/${token}/attempts`, {
    body: {
      attemptId: randomUUID(),
      wallet: world.payer,
      chain,
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })

/** Makes every call with which a page, or a merchant's own front end, can start a payment; returns the responses. */
async function ways(payment: Payment) {
  return [
    await pay(payment),
    await pay(payment, crosschain()),
    await payRequest(payment),
    await payRequest(payment, crosschain()),
    await beginAttempt(payment),
    await beginAttempt(payment, 'DEVNET'),
  ]
}

async function expectOpen(payment: Payment): Promise<void> {
  for (const query of ['', crosschain()]) {
    expect((await pay(payment, query)).status).toBe(200)
    expect((await payRequest(payment, query)).status).toBe(200)
  }
}

describe('While a bridge transfers a payment', () => {
  it('no page offers to pay the payment again until the bridge refunds the transfer, however long that takes', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'slow' })
    const { intentId } = await begin(world, payment)
    expect(await world.intent(intentId)).toMatchObject({
      source_units: '12650250',
      promised_units: '12500000',
    })
    for (const waitMs of [0, LOCK_MS]) {
      world.test.clock.advance(waitMs)
      for (const answer of await ways(payment)) expect(answer).toMatchObject(PROCESSING)
    }
    const { json } = await pay(payment)
    expect(json.payment.transfers).toMatchObject([{ status: 'tracking', sourceAmount: '12.65025' }])
    const path = `/v2/request/${payment.requestId}/routes?wallet=${world.payer}`
    expect((await world.test.call('GET', path)).json.routes).toEqual([])

    world.bridge.setSwitches({ mode: 'refunded' })
    await world.untilEnd(intentId, 'refunded')
    await expectOpen(payment)
    expect((await beginAttempt(payment)).status).toBe(201)
  })

  it('a bridge that reports nothing for a day stops blocking the payment', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'slow' })
    const { intentId, txHash } = await begin(world, payment)
    expect(await pay(payment)).toMatchObject(PROCESSING)
    world.test.clock.advance(DAY_MS)
    await world.untilEnd(intentId, 'unanswered')
    await expectOpen(payment)
    const { json } = await world.test.call('GET', `/v2/secure-payments/${payment.token}`)
    expect(json.transfers).toMatchObject([{ status: 'unanswered', sourceAmount: '12.65025' }])
    // Any holder of the link can report the transaction again. Tracking then resumes, but the transfer no longer blocks the payment.
    expect(await world.report(payment, txHash)).toBe(intentId)
    expect((await world.intent(intentId)).status).toBe('tracking')
    await expectOpen(payment)
  })

  it('the payer can pay the remaining amount after a partial delivery', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'partial', deliver: 'less' })
    const { intentId } = await begin(world, payment)
    await world.untilEnd(intentId, 'partial')
    await expectOpen(payment)
  })

  it('the token comes from the source transaction, not from the page', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'slow' })
    await world.startWorker()
    const txHash = await world.send(payment, { symbol: 'USDT' })
    const intentId = await world.report(payment, txHash, 'USDC')
    await untilVerified(intentId)
    expect(await world.intent(intentId)).toMatchObject({
      currency: 'USDT',
      source_token: world.chains.token('devnet', 'USDT').address,
    })
  })
})

describe('A payment that no bridge transfers', () => {
  it('a payment is not blocked by a hash that no chain has', async () => {
    const payment = await world.createPayment()
    await world.startWorker()
    const intentId = await world.report(payment, `0x${'5f'.repeat(32)}`)
    await waitFor('a check of it', async () => {
      world.test.clock.advance(1_000)
      const { next_check_at, created_at } = await world.intent(intentId)
      return (next_check_at ?? '') > created_at ? true : null
    })
    await expectOpen(payment)
  })

  it('a payment is not blocked by dust with an order for the full amount', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'slow' })
    await world.startWorker()
    const txHash = await world.send(payment, { toUnits: 1_000_000n })
    const intentId = await world.report(payment, txHash)
    await untilVerified(intentId)
    expect(await world.intent(intentId)).toMatchObject({
      status: 'tracking',
      // The bridge's minimum fee is 0.02.
      source_units: '1020000',
      promised_units: null,
    })
    await expectOpen(payment)
  })

  it('a payment is not blocked by the full amount for another payee under the payment’s reference', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'slow' })
    await world.startWorker()
    const payee = '0x00000000000000000000000000000000000bad1e'
    const intentId = await world.report(payment, await world.send(payment, { payee }))
    await untilVerified(intentId)
    expect(await world.intent(intentId)).toMatchObject({ promised_units: null })
    await expectOpen(payment)
  })

  it('a payment is not blocked by a transfer that failed', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'expired' })
    await world.startWorker()
    const intentId = await world.report(payment, await world.send(payment))
    await world.untilEnd(intentId, 'failed')
    await expectOpen(payment)
  })
})

async function untilVerified(intentId: string): Promise<void> {
  await waitFor('the source transaction to be verified', async () => {
    world.test.clock.advance(1_000)
    return (await world.intent(intentId)).sender
  })
}
