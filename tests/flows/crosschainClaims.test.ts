import { getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signRefundClaim } from '../support/signRefundClaim.ts'
import { pageHeaders } from '../support/testHost.ts'
import { ANY_ENGINE } from '../tiers.ts'
import { expectRefunded } from './support/expectRefunded.ts'
import { begin, paymentsOf, typesOf, unitsOf } from './support/followPayment.ts'
import {
  AMOUNT,
  type Crosschain,
  FEE,
  PAYER_INDEX,
  type Payment,
  startCrosschain,
} from './support/startCrosschain.ts'
import { waitFor } from './support/waitFor.ts'

const RESTARTS = Number(process.env['CROSSCHAIN_RESTARTS'] ?? 5)
const DAY_MS = 24 * 3_600_000
/** Index of the account that pays the refund. */
const MERCHANT_INDEX = 5
const STRANGER = getAddress('0x00000000000000000000000000000000000bad1e')

let world: Crosschain
beforeAll(async () => {
  world = await startCrosschain()
})
afterAll(() => world?.[Symbol.asyncDispose]())
afterEach(async () => {
  world.bridge.setSwitches({ mode: 'normal', deliver: 'less' })
  await world.stopWorker()
})

describe('A reported hash', { tags: [ANY_ENGINE] }, () => {
  it('a reported hash credits nothing if the transaction calls another contract, regardless of its calldata', async () => {
    const payment = await world.createPayment()
    await world.startWorker()
    const wallet = world.chains.wallet('devnet', 5)
    const { transactionHash } = await wallet.sendTransactionSync({
      to: STRANGER,
      data: payment.reference,
    })
    const intentId = await world.report(payment, transactionHash)
    const intent = await world.untilEnd(intentId, 'foreign')
    expect(intent).toMatchObject({ sender: null, note: expect.stringContaining('not counted') })
    expect(typesOf(world, payment)).toEqual([])
  })

  it('a reported hash credits nothing if no chain has the transaction', async () => {
    const payment = await world.createPayment()
    await world.startWorker()
    const intentId = await world.report(payment, `0x${'5e'.repeat(32)}`)
    world.test.clock.advance(DAY_MS)
    await world.untilEnd(intentId, 'unanswered')
    expect(await paymentsOf(world, payment)).toEqual([])
  })

  it.each(['normal', 'call_fails'] as const)(
    'a reported hash credits nothing if another wallet sent the transfer (%s)',
    async (mode) => {
      world.bridge.setSwitches({ mode })
      const [theirs, own] = [await world.createPayment(), await world.createPayment()]
      const { txHash, intentId } = await begin(world, theirs)
      const foreignId = await world.report(own, txHash)
      await world.untilEnd(foreignId, 'foreign')
      await world.untilEnd(intentId, 'completed')
      expect(await paymentsOf(world, own)).toEqual([])
      expect(typesOf(world, own)).toEqual([])
      expect(await paymentsOf(world, theirs)).toHaveLength(1)
    },
  )

  it.each(['normal', 'call_fails'] as const)(
    'a reported hash pays one of two payments if the transfer names both (%s)',
    async (mode) => {
      world.bridge.setSwitches({ mode })
      const [paid, claimed] = [await world.createPayment(), await world.createPayment()]
      const txHash = await world.send(paid, { appended: claimed.reference })
      const ids = [await world.report(paid, txHash), await world.report(claimed, txHash)]
      await world.startWorker()
      for (const id of ids) await world.untilEnd(id, 'completed')
      const recorded = [...(await paymentsOf(world, paid)), ...(await paymentsOf(world, claimed))]
      expect(recorded).toHaveLength(1)
      const notes = await Promise.all(ids.map(async (id) => (await world.intent(id)).note))
      expect(notes.filter((note) => note === null)).toHaveLength(1)
      expect(notes.filter((note) => note?.includes('not counted'))).toHaveLength(1)
    },
  )

  it.each(['normal', 'call_fails', 'partial'] as const)(
    'a reported hash credits nothing if the transfer goes to another payee (%s)',
    async (mode) => {
      world.bridge.setSwitches({ mode, deliver: 'other_token' })
      const payment = await world.createPayment()
      const txHash = await world.send(payment, { payee: STRANGER })
      const intentId = await world.report(payment, txHash)
      await world.startWorker()
      const intent = await world.untilEnd(intentId, mode === 'partial' ? 'partial' : 'completed')
      expect(intent.note).toContain('the payee did not receive')
      expect(await paymentsOf(world, payment)).toEqual([])
      // The merchant may receive `payment.unmatched`, because another wallet received a payment with this reference.
      expect(typesOf(world, payment).filter((type) => type !== 'payment.unmatched')).toEqual([])
    },
  )
})

describe('A reorganisation', { tags: [ANY_ENGINE] }, () => {
  it('a failed source transaction counts only once its block is confirmed, because a reorganisation could make it succeed', async () => {
    world.bridge.setSwitches({ mode: 'expired' })
    const payment = await world.createPayment()
    const txHash = await world.send(payment)
    const settings = { PAY_ROLE: 'api,watcher,worker', PAY_CONFIRMATIONS_DEVNET: '3' }
    await using _worker = await world.test.startNeighbour(settings)
    const intentId = await world.report(payment, txHash)
    await waitFor('the first check', async () => {
      world.test.clock.advance(1_000)
      const { next_check_at, created_at } = await world.intent(intentId)
      return next_check_at === null || next_check_at > created_at ? true : null
    })
    expect(await world.intent(intentId)).toMatchObject({ status: 'tracking', sender: null })
    for (let count = 0; count < 3; count += 1) await world.chains.mine('devnet')
    await world.untilEnd(intentId, 'failed')
    expect(await world.untilEvent(payment.requestId, 'payment.failed')).toMatchObject({
      failureReason: 'bridge_failed',
    })
  })

  it('a delivery is credited only once its block is confirmed, because a reorganisation could remove it', async () => {
    world.bridge.setSwitches({ mode: 'call_fails' })
    const payment = await world.createPayment()
    const txHash = await world.send(payment)
    await world.delivered(txHash)
    const settings = { PAY_ROLE: 'api,watcher,worker', PAY_CONFIRMATIONS_DEVNET_B: '3' }
    await using _worker = await world.test.startNeighbour(settings)
    const intentId = await world.report(payment, txHash)
    await waitFor('the bridge’s word', async () => {
      world.test.clock.advance(1_000)
      const { status, explorer_url } = await world.intent(intentId)
      return status !== 'tracking' || explorer_url !== null ? true : null
    })
    expect(await world.intent(intentId)).toMatchObject({ status: 'tracking' })
    expect(await paymentsOf(world, payment)).toEqual([])
    for (let count = 0; count < 3; count += 1) await world.chains.mine('devnet-b')
    await world.untilEnd(intentId, 'completed')
    expect(await paymentsOf(world, payment)).toMatchObject([{ detection_source: 'lifi' }])
  })

  it('a reorganisation revokes a credit that only the bridge reported, and the bridge delivers again', async () => {
    world.bridge.setSwitches({ mode: 'call_fails' })
    const payment = await world.createPayment()
    const { intentId } = await begin(world, payment)
    await world.untilEvent(payment.requestId, 'payment.confirmed')
    const first = await world.untilEnd(intentId, 'completed')
    const [lost] = await paymentsOf(world, payment)

    const head = await world.chains.client('devnet-b').getBlockNumber({ cacheTime: 0 })
    await world.chains.reorg('devnet-b', Number(head - BigInt(lost?.block_number ?? 0n)) + 1)
    await world.chains.mine('devnet-b')
    const failed = await world.untilEvent(payment.requestId, 'payment.failed')
    expect(failed).toMatchObject({ failureReason: 'reorganised', totalAmountPaid: '0' })
    const again = await waitFor('another delivery', async () => {
      world.test.clock.advance(1_000)
      const intent = await world.intent(intentId)
      const isOther = intent.settled_tx_hash !== first.settled_tx_hash
      return intent.status === 'completed' && isOther ? intent : null
    })
    expect(await paymentsOf(world, payment)).toMatchObject([
      { tx_hash: again.settled_tx_hash, detection_source: 'lifi' },
    ])
    await waitFor('the second confirmation', () =>
      typesOf(world, payment).length === 3 ? true : null,
    )
    expect(typesOf(world, payment)).toEqual([
      'payment.confirmed',
      'payment.failed',
      'payment.confirmed',
    ])
  })
})

it('A payment through a bridge is refunded on the payment’s own network, to an address that the source network’s wallet has signed', async () => {
  const { chains, payer, sink, test } = world
  const payment = await world.createPayment()
  const { intentId } = await begin(world, payment)
  await world.untilEnd(intentId, 'completed')
  await world.untilEvent(payment.requestId, 'payment.confirmed')
  const [paid] = await paymentsOf(world, payment)
  const path = `/v2/payments/${paid?.id}/refunds`
  const refused = await test.call('POST', path, { body: { amount: 'all' } })
  expect([refused.status, refused.json]).toMatchObject([
    409,
    { code: 'refund_recipient_needed', reason: 'bridge', payerAddress: payer },
  ])

  const { account } = chains.wallet('devnet', PAYER_INDEX)
  const sign = (message: string) => account.signMessage({ message })
  const stated = { token: payment.token, network: 'devnet-b', recipient: payer }
  const body = await signRefundClaim(test, { ...stated, walletType: 'evm', address: payer, sign })
  const headers = pageHeaders((await test.createClientId()).clientId)
  const claims = `/v2/secure-payments/${payment.token}/refund-claims`
  const proved = await test.call('POST', claims, { anonymous: true, headers, body })
  expect([proved.status, proved.json]).toEqual([201, { count: 1 }])
  const { json } = await test.call('GET', `/v2/refund-claims?paymentId=${paid?.id}`)
  expect(json.refundClaims).toMatchObject([{ proof: 'wallet', wallet: payer, recipient: payer }])

  const [{ recipient }] = json.refundClaims
  const refund = (await test.call('POST', path, { body: { amount: 'all', recipient } })).json
  const merchant = chains.wallet('devnet-b', MERCHANT_INDEX)
  const place = { test, sink, balanceOf: (_: string, wallet: string) => unitsOf(world, wallet) }
  await expectRefunded(place, {
    ...{ refunds: [refund], token: payment.token, payer: merchant.account.address },
    ...{ refundedAmount: '12.5', refundStatus: 'full' },
    async pay() {
      const query = `wallet=${merchant.account.address}`
      const asked = await test.call('GET', `/v2/request/${refund.refundRequestId}/pay?${query}`)
      let hash = '0x'
      for (const { to, data } of asked.json.transactions) {
        hash = (await merchant.sendTransactionSync({ to, data })).transactionHash
      }
      return hash
    },
  })
})

it('Two workers credit each payment once', async () => {
  world.bridge.setSwitches({ mode: 'slow' })
  await world.startWorker()
  await using _other = await world.test.startNeighbour({ PAY_ROLE: 'api,watcher,worker' })
  const paid: { payment: Payment; intentId: string }[] = []
  for (let index = 0; index < 4; index += 1) {
    const payment = await world.createPayment()
    paid.push({ payment, intentId: await world.report(payment, await world.send(payment)) })
  }
  world.bridge.setSwitches({ mode: 'call_fails' })
  for (const { payment, intentId } of paid) {
    await world.untilEnd(intentId, 'completed')
    await world.untilEvent(payment.requestId, 'payment.confirmed')
    expect(await paymentsOf(world, payment)).toMatchObject([{ detection_source: 'lifi' }])
    expect(new Set(world.events(payment.requestId).map(({ eventId }) => eventId)).size).toBe(1)
  }
})

it(`${RESTARTS} restarts of the worker lose and duplicate nothing`, async () => {
  const paid: { payment: Payment; intentId: string; mode: string }[] = []
  for (let index = 0; index < RESTARTS; index += 1) {
    const mode = index % 2 === 0 ? 'normal' : 'call_fails'
    // A complete payment accepts no further report.
    world.bridge.setSwitches({ mode: 'slow' })
    const payment = await world.createPayment()
    // The worker is stopped at a different step each time: before it begins, after the report, and while the bridge delivers.
    if (index % 3 !== 0) await world.startWorker()
    const txHash = await world.send(payment)
    paid.push({ payment, intentId: await world.report(payment, txHash), mode })
    if (index % 3 === 1) await world.stopWorker()
    world.bridge.setSwitches({ mode })
    await world.delivered(txHash)
    await world.stopWorker()
    await world.startWorker()
    world.test.clock.advance(1_000 + index * 300)
    await world.stopWorker()
  }
  world.bridge.setSwitches({ mode: 'normal' })
  await world.startWorker()
  for (const { payment, intentId, mode } of paid) {
    await world.untilEnd(intentId, 'completed')
    await world.untilEvent(payment.requestId, 'payment.confirmed')
    expect(await paymentsOf(world, payment)).toMatchObject([
      {
        type: 'crosschain',
        payer: world.payer,
        credited_units: String(mode === 'normal' ? AMOUNT : AMOUNT + FEE),
        detection_source: mode === 'normal' ? 'request-network' : 'lifi',
      },
    ])
    // A delivery may be repeated, but the event stays the same.
    const told = new Set(world.events(payment.requestId).map(({ eventId }) => eventId))
    expect(told.size).toBe(1)
  }
})
