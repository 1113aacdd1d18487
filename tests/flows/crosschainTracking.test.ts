import { encodeApprove, encodeErc20Payment } from '@secure-payment/core/evm'
import { testTokenAbi } from '@secure-payment/devnet'
import { getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DetectedPayment } from '../../host/src/payments/detectedPayment.ts'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { FEE_ADDRESS } from '../support/testHost.ts'
import {
  AMOUNT,
  type Crosschain,
  FEE,
  PAYEE,
  type Payment,
  startCrosschain,
} from './support/startCrosschain.ts'
import { waitFor } from './support/waitFor.ts'

const RESTARTS = Number(process.env['CROSSCHAIN_RESTARTS'] ?? 12)
const DAY_MS = 24 * 3_600_000
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

/** Begins to pay with a worker at work, and waits until the source transaction is known to be of the payment. */
async function begin(payment: Payment, symbol = 'USDC') {
  const { mode } = world.bridge.switches()
  world.bridge.setSwitches({ mode: 'slow' })
  await world.startWorker()
  const txHash = await world.send(payment, { symbol })
  const intentId = await world.report(payment, txHash, symbol)
  await waitFor('the source transaction to be verified', async () => {
    world.test.clock.advance(1_000)
    return (await world.intent(intentId)).sender
  })
  world.bridge.setSwitches({ mode })
  return { txHash, intentId }
}

/** The payments that are recorded of a request. */
function paymentsOf({ requestId }: Payment) {
  return world.test.host.context.db.kysely
    .selectFrom('payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
}

function typesOf({ requestId }: Payment): unknown[] {
  return world.events(requestId).map(({ event }) => event)
}

function payeeUnits(): Promise<bigint> {
  return world.chains.client('devnet-b').readContract({
    address: world.chains.token('devnet-b', 'USDC').address,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [PAYEE],
  })
}

describe('a payment from another chain', () => {
  it.each(['USDC', 'USDT'])('in %s is told with its payer and its source', async (symbol) => {
    const payment = await world.createPayment()
    const { txHash, intentId } = await begin(payment, symbol)
    const event = await world.untilEvent(payment.requestId, 'payment.confirmed')
    const intent = await world.untilEnd(intentId, 'completed')

    expect(event).toMatchObject({
      amount: '12.5',
      network: 'devnet-b',
      txHash: intent.settled_tx_hash,
      payerAddress: world.payer,
      sourceNetwork: 'devnet',
      sourceTxHash: txHash,
      // The gas of that transaction was the bridge's.
      fees: [{ type: 'platform', amount: '0.125', currency: 'USDC', provider: 'onchain' }],
    })
    expect(event).not.toHaveProperty('note')
    const facts = {
      type: 'crosschain',
      payerAddress: world.payer,
      sourceNetwork: 'devnet',
      sourceTxHash: txHash,
      destinationNetwork: 'devnet-b',
      destinationTxHash: intent.settled_tx_hash,
      detectionSource: 'request-network',
      note: null,
    }
    const request = await world.read(payment.requestId)
    expect(request).toMatchObject({ hasBeenPaid: true, payer: null, payerAddress: world.payer })
    expect(request.payments).toMatchObject([
      { ...facts, paidCurrency: symbol, paidNetwork: 'devnet', receivedCurrency: 'USDC' },
    ])
    for (const hash of [txHash, intent.settled_tx_hash]) {
      const { json } = await world.test.call('GET', `/v2/payments?txHash=${hash}&type=crosschain`)
      expect(json.payments).toMatchObject([facts])
    }
    expect(typesOf(payment)).toEqual(['payment.confirmed'])
  })

  it('that was recorded before its source was known is told with it afterwards', async () => {
    const payment = await world.createPayment()
    const txHash = await world.send(payment)
    const intentId = await world.report(payment, txHash)
    await world.startWorker('watcher')
    await waitFor('the payment to be recorded', async () =>
      (await paymentsOf(payment)).length === 1 ? true : null,
    )
    expect(await paymentsOf(payment)).toMatchObject([{ type: 'direct', source_tx_hash: null }])
    await world.stopWorker()
    await world.startWorker()
    await world.untilEnd(intentId, 'completed')
    expect(await paymentsOf(payment)).toMatchObject([
      { type: 'crosschain', payer: world.payer, source_network: 'devnet', source_tx_hash: txHash },
    ])
    const found = await world.test.call(
      'GET',
      `/v2/payments?walletAddress=${world.payer}&type=crosschain&requestId=${payment.requestId}`,
    )
    expect(found.json.pagination.total).toBe(1)
    const direct = await world.test.call(
      'GET',
      `/v2/payments?type=direct&requestId=${payment.requestId}`,
    )
    expect(direct.json.pagination.total).toBe(0)
  })

  it('does not take the name of what another wallet pays on the spot meanwhile', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'slow' })
    const { intentId, txHash } = await begin(payment)
    const other = await payOnTheSpot(payment)
    await world.untilEvent(payment.requestId, 'payment.confirmed')
    world.bridge.setSwitches({ mode: 'normal' })
    await world.untilEnd(intentId, 'completed')
    expect(await paymentsOf(payment)).toMatchObject([
      { type: 'direct', payer: other, source_tx_hash: null },
      { type: 'crosschain', payer: world.payer, source_tx_hash: txHash },
    ])
    const request = await world.read(payment.requestId)
    expect(request).toMatchObject({ paidAmount: '25', excessAmount: '12.5' })
    expect(typesOf(payment)).toEqual(['payment.confirmed'])
  })
})

describe('a bridge', () => {
  it('that is slow is waited for', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'slow' })
    const { intentId } = await begin(payment)
    await waitFor('the bridge to be asked', async () => {
      world.test.clock.advance(1_000)
      return (await world.intent(intentId)).substatus
    })
    world.test.clock.advance(DAY_MS / 2)
    expect(await world.intent(intentId)).toMatchObject({
      status: 'tracking',
      substatus: 'WAIT_DESTINATION_TRANSACTION',
    })
    world.bridge.setSwitches({ mode: 'normal' })
    await world.untilEvent(payment.requestId, 'payment.confirmed')
    await world.untilEnd(intentId, 'completed')
  })

  it('that pays the payee directly is believed once, with a note', async () => {
    world.bridge.setSwitches({ mode: 'call_fails' })
    const before = await payeeUnits()
    const payment = await world.createPayment()
    const { txHash, intentId } = await begin(payment)
    const event = await world.untilEvent(payment.requestId, 'payment.confirmed')
    const intent = await world.untilEnd(intentId, 'completed')
    expect((await payeeUnits()) - before).toBe(AMOUNT + FEE)
    const note = expect.stringContaining('Confirmed by LI.FI')
    const told = { sourceTxHash: txHash, note }
    expect(event).toMatchObject({
      ...told,
      amount: '12.625',
      excessAmount: '0.125',
      txHash: intent.settled_tx_hash,
      payerAddress: world.payer,
      fees: [],
    })
    const request = await world.read(payment.requestId)
    expect(request).toMatchObject({ hasBeenPaid: true, detectionSource: 'lifi', note })
    expect(request.payments).toMatchObject([
      { ...told, type: 'crosschain', detectionSource: 'lifi', receivedAmount: '12.625' },
    ])

    // The event of the payment contract in the same transaction, as a rescan would bring it.
    const [row] = await paymentsOf(payment)
    if (row === undefined) throw new Error('nothing is recorded')
    const { db } = world.test.host.context
    const late: DetectedPayment = {
      ...PLAIN_PAYMENT,
      requestId: row.request_id,
      tenantId: row.tenant_id,
      network: row.network,
      txHash: row.tx_hash,
      logIndex: row.log_index + 1,
      blockNumber: row.block_number,
      blockHash: row.block_hash,
      blockTime: row.block_time,
      payer: row.payer,
      payee: row.payee,
      tokenAddress: row.token_address,
      amountUnits: AMOUNT,
      creditedUnits: AMOUNT,
      requestUnits: AMOUNT,
      feeUnits: FEE,
      feeAddress: FEE_ADDRESS,
      isLate: false,
      gasUnits: null,
    }
    const recorded = await db.transaction((tx) =>
      recordFacts(world.test.host.context, tx, {
        network: 'devnet-b',
        payments: [late],
        unmatched: [],
      }),
    )
    expect(recorded).toEqual({ payments: [], eventCount: 0 })
    expect(await paymentsOf(payment)).toEqual([row])
    expect(typesOf(payment)).toEqual(['payment.confirmed'])
  })

  it('that delivers less is believed for what arrived', async () => {
    world.bridge.setSwitches({ mode: 'partial', deliver: 'less' })
    const payment = await world.createPayment()
    const { intentId } = await begin(payment)
    const event = await world.untilEvent(payment.requestId, 'payment.partial')
    await world.untilEnd(intentId, 'partial')
    const half = { amount: '6.3125', totalAmountPaid: '6.3125', expectedAmount: '12.5' }
    expect(event).toMatchObject({ ...half, sourceNetwork: 'devnet' })
    expect(await world.read(payment.requestId)).toMatchObject({
      status: 'partially_paid',
      remainingAmount: '6.1875',
      note: expect.stringContaining('another amount'),
    })
    expect(typesOf(payment)).toEqual(['payment.partial'])
  })

  it('that delivers another token pays nothing, and the merchant is told', async () => {
    world.bridge.setSwitches({ mode: 'partial', deliver: 'other_token' })
    const payment = await world.createPayment()
    const { intentId, txHash } = await begin(payment)
    const event = await world.untilEvent(payment.requestId, 'payment.failed')
    await world.untilEnd(intentId, 'partial')
    expect(event).toMatchObject({
      failureReason: 'bridge_other_token',
      subStatus: 'failed',
      totalAmountPaid: '0',
      recurringPayment: null,
      sourceTxHash: txHash,
    })
    expect(await world.read(payment.requestId)).toMatchObject({
      status: 'created',
      paidAmount: '0',
      note: expect.stringContaining(txHash),
    })
    expect(await paymentsOf(payment)).toEqual([])
  })

  it('that gives the money back leaves the request open', async () => {
    world.bridge.setSwitches({ mode: 'refunded' })
    const payment = await world.createPayment()
    const { intentId, txHash } = await begin(payment)
    const event = await world.untilEvent(payment.requestId, 'payment.refunded')
    await world.untilEnd(intentId, 'refunded')
    // 12.625 and the bridge's 0.2 % of it.
    expect(event).toMatchObject({
      refundedTo: world.payer,
      refundAmount: '12.65025',
      currency: 'USDC',
      sequence: 1,
      sourceNetwork: 'devnet',
      sourceTxHash: txHash,
      totalAmountPaid: '0',
      expectedAmount: '12.5',
    })
    expect(await world.read(payment.requestId)).toMatchObject({ status: 'created', payments: [] })

    // The payer pays again.
    world.bridge.setSwitches({ mode: 'normal' })
    const again = await begin(payment)
    await world.untilEvent(payment.requestId, 'payment.confirmed')
    await world.untilEnd(again.intentId, 'completed')
    expect(typesOf(payment)).toEqual(['payment.refunded', 'payment.confirmed'])
  })

  it('whose quote had expired moves nothing', async () => {
    world.bridge.setSwitches({ mode: 'expired' })
    const payment = await world.createPayment()
    await world.startWorker()
    const intentId = await world.report(payment, await world.send(payment))
    const event = await world.untilEvent(payment.requestId, 'payment.failed')
    await world.untilEnd(intentId, 'failed')
    expect(event).toMatchObject({ failureReason: 'bridge_failed', recurringPayment: null })
    expect(await paymentsOf(payment)).toEqual([])
  })

  it('that never answers is given up after a day, and is followed again when asked for', async () => {
    world.bridge.setSwitches({ mode: 'slow' })
    const payment = await world.createPayment()
    const { intentId, txHash } = await begin(payment)
    world.test.clock.advance(DAY_MS)
    const intent = await world.untilEnd(intentId, 'unanswered')
    expect(intent.next_check_at).toBeNull()
    expect(await world.read(payment.requestId)).toMatchObject({
      status: 'created',
      note: expect.stringContaining(`transaction ${txHash}`),
    })
    expect(typesOf(payment)).toEqual([])

    world.bridge.setSwitches({ mode: 'call_fails' })
    expect(await world.report(payment, txHash)).toBe(intentId)
    await world.untilEnd(intentId, 'completed')
    expect(await world.read(payment.requestId)).toMatchObject({ hasBeenPaid: true })
  })
})

describe('a reorganisation', () => {
  it('takes back what was credited by the word of a bridge, which delivers again', async () => {
    world.bridge.setSwitches({ mode: 'call_fails' })
    const payment = await world.createPayment()
    const { intentId } = await begin(payment)
    await world.untilEvent(payment.requestId, 'payment.confirmed')
    const first = await world.untilEnd(intentId, 'completed')
    const [lost] = await paymentsOf(payment)

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
    expect(await paymentsOf(payment)).toMatchObject([
      { tx_hash: again.settled_tx_hash, detection_source: 'lifi' },
    ])
    await waitFor('the second confirmation', () => (typesOf(payment).length === 3 ? true : null))
    expect(typesOf(payment)).toEqual(['payment.confirmed', 'payment.failed', 'payment.confirmed'])
  })
})

describe('a bridge whose service is away', () => {
  it('delivers all the same, and is asked again once it is back', async () => {
    world.bridge.setSwitches({ mode: 'slow' })
    const payment = await world.createPayment()
    const { intentId, txHash } = await begin(payment)
    world.bridge.setSwitches({ mode: 'down' })
    const event = await world.untilEvent(payment.requestId, 'payment.confirmed')
    expect(event).toMatchObject({ sourceTxHash: txHash, payerAddress: world.payer })
    expect((await world.intent(intentId)).status).toBe('tracking')
    world.bridge.setSwitches({ mode: 'normal' })
    await world.untilEnd(intentId, 'completed')
    expect(await paymentsOf(payment)).toHaveLength(1)
  })
})

describe('a hash', () => {
  it('of a transaction to another contract credits nothing, whatever it carries', async () => {
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
    expect(typesOf(payment)).toEqual([])
  })

  it('that no chain knows credits nothing', async () => {
    const payment = await world.createPayment()
    await world.startWorker()
    const intentId = await world.report(payment, `0x${'5e'.repeat(32)}`)
    world.test.clock.advance(DAY_MS)
    await world.untilEnd(intentId, 'unanswered')
    expect(await paymentsOf(payment)).toEqual([])
  })

  it.each(['normal', 'call_fails'] as const)(
    'of somebody else’s transfer (%s) credits nothing',
    async (mode) => {
      world.bridge.setSwitches({ mode })
      const [theirs, own] = [await world.createPayment(), await world.createPayment()]
      const { txHash, intentId } = await begin(theirs)
      const foreignId = await world.report(own, txHash)
      await world.untilEnd(foreignId, 'foreign')
      await world.untilEnd(intentId, 'completed')
      expect(await paymentsOf(own)).toEqual([])
      expect(typesOf(own)).toEqual([])
      expect(await paymentsOf(theirs)).toHaveLength(1)
    },
  )

  it.each(['normal', 'call_fails'] as const)(
    'of a transfer that names two payments (%s) pays one of them',
    async (mode) => {
      world.bridge.setSwitches({ mode })
      const [paid, claimed] = [await world.createPayment(), await world.createPayment()]
      const txHash = await world.send(paid, { appended: claimed.reference })
      const ids = [await world.report(paid, txHash), await world.report(claimed, txHash)]
      await world.startWorker()
      for (const id of ids) await world.untilEnd(id, 'completed')
      const recorded = [...(await paymentsOf(paid)), ...(await paymentsOf(claimed))]
      expect(recorded).toHaveLength(1)
      const notes = await Promise.all(ids.map(async (id) => (await world.intent(id)).note))
      expect(notes.filter((note) => note === null)).toHaveLength(1)
      expect(notes.filter((note) => note?.includes('not counted'))).toHaveLength(1)
    },
  )

  it.each(['normal', 'call_fails', 'partial'] as const)(
    'of a transfer to another payee (%s) credits nothing',
    async (mode) => {
      world.bridge.setSwitches({ mode, deliver: 'other_token' })
      const payment = await world.createPayment()
      const txHash = await world.send(payment, { payee: STRANGER })
      const intentId = await world.report(payment, txHash)
      await world.startWorker()
      const intent = await world.untilEnd(intentId, mode === 'partial' ? 'partial' : 'completed')
      expect(intent.note).toContain('the payee did not get')
      expect(await paymentsOf(payment)).toEqual([])
      expect(typesOf(payment)).toEqual([])
    },
  )
})

it('two workers credit each payment once', async () => {
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
    expect(await paymentsOf(payment)).toMatchObject([{ detection_source: 'lifi' }])
    expect(new Set(world.events(payment.requestId).map(({ eventId }) => eventId)).size).toBe(1)
  }
})

it(`nothing is lost or doubled by ${RESTARTS} restarts of the worker`, async () => {
  const paid: { payment: Payment; intentId: string; mode: string }[] = []
  for (let index = 0; index < RESTARTS; index += 1) {
    const mode = index % 2 === 0 ? 'normal' : 'call_fails'
    // A payment that is complete takes no report any more.
    world.bridge.setSwitches({ mode: 'slow' })
    const payment = await world.createPayment()
    // Stopped at another step each time: before it begins, after the report, and while the bridge delivers.
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
    expect(await paymentsOf(payment)).toMatchObject([
      {
        type: 'crosschain',
        payer: world.payer,
        credited_units: String(mode === 'normal' ? AMOUNT : AMOUNT + FEE),
        detection_source: mode === 'normal' ? 'request-network' : 'lifi',
      },
    ])
    // A delivery may be repeated; its event is one.
    const told = new Set(world.events(payment.requestId).map(({ eventId }) => eventId))
    expect(told.size).toBe(1)
  }
}, 180_000)

/** Pays a request on its own chain, as another wallet; returns that wallet. */
async function payOnTheSpot({ reference }: Payment): Promise<Hex> {
  const wallet = world.chains.wallet('devnet-b', 5)
  const token = world.chains.token('devnet-b', 'USDC').address
  const proxy = world.chains.contract('devnet-b', 'ERC20FeeProxy')
  const approve = encodeApprove({ token, spender: proxy, amountUnits: AMOUNT + FEE })
  const pay = encodeErc20Payment({
    proxy,
    token,
    payee: PAYEE,
    amountUnits: AMOUNT,
    paymentReference: reference,
    feeUnits: FEE,
    feeAddress: FEE_ADDRESS,
  })
  await wallet.sendTransactionSync({ to: token, data: approve.data })
  await wallet.sendTransactionSync({ to: proxy, data: pay.data })
  return getAddress(wallet.account.address)
}
