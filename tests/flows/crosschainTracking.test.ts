import { encodeApprove, encodeErc20Payment } from '@secure-payment/core/evm'
import { testTokenAbi } from '@secure-payment/devnet'
import { formatEther, getAddress, type Hex, multicall3Abi, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { FEE_ADDRESS } from '../support/testHost.ts'
import { begin, payeeUnits, paymentsOf, typesOf } from './support/followPayment.ts'
import { gasUnitsOf, readReceiptText } from './support/readCosts.ts'
import {
  AMOUNT,
  type Crosschain,
  FEE,
  PAYEE,
  type Payment,
  startCrosschain,
} from './support/startCrosschain.ts'
import { waitFor } from './support/waitFor.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Returns a transaction's gas cost on the source network, in ETH. */
const gasOf = async (txHash: Hex) =>
  formatEther(await gasUnitsOf(world.chains.rpcUrl('devnet'), txHash))

let world: Crosschain
beforeAll(async () => {
  world = await startCrosschain()
})
afterAll(() => world?.[Symbol.asyncDispose]())
afterEach(async () => {
  world.bridge.setSwitches({ mode: 'normal', deliver: 'less' })
  await world.stopWorker()
})

describe('A payment from another chain', () => {
  it.each(['USDC', 'USDT'])(
    'a payment from another chain is reported with its payer and its source in %s',
    async (symbol) => {
      const payment = await world.createPayment()
      const { txHash, intentId } = await begin(world, payment, symbol)
      const event = await world.untilEvent(payment.requestId, 'payment.confirmed')
      const intent = await world.untilEnd(intentId, 'completed')
      const gas = await gasOf(txHash)

      expect(event).toMatchObject({
        amount: '12.5',
        network: 'devnet-b',
        txHash: intent.settled_tx_hash,
        payerAddress: world.payer,
        sourceNetwork: 'devnet',
        sourceTxHash: txHash,
        // The bridge paid that transaction's gas, and kept 0.2 % of the 12.625 due.
        fees: [
          { type: 'gas', amount: gas, currency: 'ETH', provider: 'devnet' },
          { type: 'platform', amount: '0.125', currency: 'USDC', provider: 'onchain' },
          { type: 'crosschain', amount: '0.02525', currency: symbol, provider: 'lifi' },
        ],
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
        // 12.5 and the fees of 0.125 and 0.02525.
        sourceAmount: '12.65025',
        sourceCurrency: symbol,
      }
      const request = await world.read(payment.requestId)
      expect(request).toMatchObject({ hasBeenPaid: true, payer: null, payerAddress: world.payer })
      expect(request.payments).toMatchObject([
        { ...facts, paidCurrency: symbol, paidNetwork: 'devnet', receivedCurrency: 'USDC' },
      ])
      const kept = { type: 'crosschain', provider: 'lifi', amount: '0.02525' }
      const fees = [
        // This host reads no prices, so the gas has no worth.
        {
          type: 'gas',
          amount: gas,
          currency: 'ETH',
          network: 'devnet',
          worth: null,
          worthCurrency: 'USDC',
          noWorthReason: 'no_price',
        },
        { type: 'platform', amount: '0.125' },
        { ...kept, currency: symbol, network: 'devnet' },
      ]
      expect(request).toMatchObject({ fees })
      const page = await readReceiptText(world.test.host.url, payment.token)
      expect(page).toContain(
        `Paid with 12.65025 ${symbol} · Devnet Kept by the bridge 0.02525 ${symbol} Delivered 12.625 USDC · Devnet B`,
      )
      expect(page).toMatch(/Network fee 0\.000\d+ ETH · price unknown/)
      for (const hash of [txHash, intent.settled_tx_hash]) {
        const { json } = await world.test.call('GET', `/v2/payments?txHash=${hash}&type=crosschain`)
        expect(json.payments).toMatchObject([{ ...facts, fees }])
      }
      expect(typesOf(world, payment)).toEqual(['payment.confirmed'])
    },
  )

  it('a payment from another chain is reported with its source even if the source is found after the payment was recorded', async () => {
    const payment = await world.createPayment()
    const txHash = await world.send(payment)
    const intentId = await world.report(payment, txHash)
    await world.startWorker('watcher')
    await waitFor('the payment to be recorded', async () =>
      (await paymentsOf(world, payment)).length === 1 ? true : null,
    )
    expect(await paymentsOf(world, payment)).toMatchObject([
      { type: 'direct', source_tx_hash: null },
    ])
    await world.stopWorker()
    await world.startWorker()
    await world.untilEnd(intentId, 'completed')
    expect(await paymentsOf(world, payment)).toMatchObject([
      {
        type: 'crosschain',
        payer: world.payer,
        source_network: 'devnet',
        source_tx_hash: txHash,
        bridge_fee_units: '25250',
        source_units: '12650250',
        gas_units: parseEther(await gasOf(txHash)).toString(),
      },
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

  it('a payment from another chain keeps its own payer when another wallet pays directly at the same time', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'slow' })
    const { intentId, txHash } = await begin(world, payment)
    const other = await payOnTheSpot(payment)
    await world.untilEvent(payment.requestId, 'payment.confirmed')
    world.bridge.setSwitches({ mode: 'normal' })
    await world.untilEnd(intentId, 'completed')
    expect(await paymentsOf(world, payment)).toMatchObject([
      { type: 'direct', payer: other, source_tx_hash: null },
      { type: 'crosschain', payer: world.payer, source_tx_hash: txHash },
    ])
    const request = await world.read(payment.requestId)
    expect(request).toMatchObject({ paidAmount: '25', excessAmount: '12.5' })
    expect(typesOf(world, payment)).toEqual(['payment.confirmed'])
  })
})

it('A stranger’s dust does not change a smart wallet payment’s payer', async () => {
  const payment = await world.createPayment()
  world.bridge.setSwitches({ mode: 'slow' })
  await world.startWorker()
  const intentId = await world.report(payment, await world.send(payment, { toUnits: 1_000_000n }))
  await waitFor('the stranger to be known', async () => {
    world.test.clock.advance(1_000)
    return (await world.intent(intentId)).sender
  })
  const wallet = await payBySmartWallet(payment)
  await world.untilEvent(payment.requestId, 'payment.confirmed')
  expect(await paymentsOf(world, payment)).toMatchObject([
    { type: 'direct', payer: wallet, source_tx_hash: null },
  ])
})

describe('A bridge', () => {
  it('a bridge that is slow delays the credit until it delivers', async () => {
    const payment = await world.createPayment()
    world.bridge.setSwitches({ mode: 'slow' })
    const { intentId } = await begin(world, payment)
    await waitFor('the bridge to be polled', async () => {
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

  it('a bridge causes one credit with a note if it pays the payee directly', async () => {
    world.bridge.setSwitches({ mode: 'call_fails' })
    const before = await payeeUnits(world)
    const payment = await world.createPayment()
    const { txHash, intentId } = await begin(world, payment)
    const event = await world.untilEvent(payment.requestId, 'payment.confirmed')
    const intent = await world.untilEnd(intentId, 'completed')
    expect((await payeeUnits(world)) - before).toBe(AMOUNT + FEE)
    const note = expect.stringContaining('Confirmed by LI.FI')
    const told = { sourceTxHash: txHash, note }
    expect(event).toMatchObject({
      ...told,
      amount: '12.625',
      excessAmount: '0.125',
      txHash: intent.settled_tx_hash,
      payerAddress: world.payer,
      fees: [
        { type: 'gas', amount: await gasOf(txHash), currency: 'ETH', provider: 'devnet' },
        { type: 'crosschain', amount: '0.02525', currency: 'USDC', provider: 'lifi' },
      ],
    })
    const request = await world.read(payment.requestId)
    expect(request).toMatchObject({ hasBeenPaid: true, detectionSource: 'lifi', note })
    expect(request.payments).toMatchObject([
      { ...told, type: 'crosschain', detectionSource: 'lifi', receivedAmount: '12.625' },
    ])

    // The test records the payment contract's event in the same transaction, as a rescan would.
    const [row] = await paymentsOf(world, payment)
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
    expect(recorded).toEqual({ payments: [], eventCount: 0, unmatchedCount: 0 })
    expect(await paymentsOf(world, payment)).toEqual([row])
    expect(typesOf(world, payment)).toEqual(['payment.confirmed'])
  })

  it('a bridge causes a credit for the received amount if it delivers less', async () => {
    world.bridge.setSwitches({ mode: 'partial', deliver: 'less' })
    const payment = await world.createPayment()
    const { intentId, txHash } = await begin(world, payment)
    const event = await world.untilEvent(payment.requestId, 'payment.partial')
    await world.untilEnd(intentId, 'partial')
    const half = { amount: '6.3125', totalAmountPaid: '6.3125', expectedAmount: '12.5' }
    // The rest is missing: it is not a fee.
    const gas = { type: 'gas', amount: await gasOf(txHash), currency: 'ETH', provider: 'devnet' }
    expect(event).toMatchObject({ ...half, sourceNetwork: 'devnet', fees: [gas] })
    expect(await world.read(payment.requestId)).toMatchObject({
      status: 'partially_paid',
      remainingAmount: '6.1875',
      note: expect.stringContaining('a different amount'),
    })
    expect(typesOf(world, payment)).toEqual(['payment.partial'])
  })

  it('a bridge pays nothing if it delivers another token, and the merchant receives an event', async () => {
    world.bridge.setSwitches({ mode: 'partial', deliver: 'other_token' })
    const payment = await world.createPayment()
    const { intentId, txHash } = await begin(world, payment)
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
    expect(await paymentsOf(world, payment)).toEqual([])
  })

  it('a bridge leaves the request open if it refunds the money', async () => {
    world.bridge.setSwitches({ mode: 'refunded' })
    const payment = await world.createPayment()
    const { intentId, txHash } = await begin(world, payment)
    const event = await world.untilEvent(payment.requestId, 'payment.refunded')
    await world.untilEnd(intentId, 'refunded')
    // The sent amount is 12.625 plus 0.2 % of that amount for the bridge.
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
    const again = await begin(world, payment)
    await world.untilEvent(payment.requestId, 'payment.confirmed')
    await world.untilEnd(again.intentId, 'completed')
    expect(typesOf(world, payment)).toEqual(['payment.refunded', 'payment.confirmed'])
  })

  it('a bridge that reports a failure although it has the money is checked again for a week', async () => {
    world.bridge.setSwitches({ mode: 'failed' })
    const payment = await world.createPayment()
    const { intentId } = await begin(world, payment)
    await world.untilEvent(payment.requestId, 'payment.failed')
    const failed = await world.untilEnd(intentId, 'failed')
    expect(failed.next_check_at).not.toBeNull()
    expect(failed.note).toContain('may still arrive or come back')
    const read = await world.test.call('GET', `/v2/secure-payments/${payment.token}`)
    expect(read.json.transfers).toMatchObject([{ status: 'failed', isFollowed: true }])
    world.test.clock.advance(HOUR_MS)
    await waitFor('another check', async () => {
      const { next_check_at } = await world.intent(intentId)
      return next_check_at !== failed.next_check_at ? true : null
    })
    expect(typesOf(world, payment)).toEqual(['payment.failed'])
    world.test.clock.advance(7 * DAY_MS)
    await waitFor('the last check', async () => {
      const { next_check_at, status } = await world.intent(intentId)
      return next_check_at === null && status === 'failed' ? true : null
    })
  })

  it('a bridge moves no tokens if the quote has expired', async () => {
    world.bridge.setSwitches({ mode: 'expired' })
    const payment = await world.createPayment()
    await world.startWorker()
    const intentId = await world.report(payment, await world.send(payment))
    const event = await world.untilEvent(payment.requestId, 'payment.failed')
    expect((await world.untilEnd(intentId, 'failed')).next_check_at).toBeNull()
    expect(event).toMatchObject({ failureReason: 'bridge_failed', recurringPayment: null })
    expect(await paymentsOf(world, payment)).toEqual([])
  })

  it('a bridge is no longer polled if it reports nothing for a day, and is polled again after a new report', async () => {
    const payment = await world.createPayment()
    const { intentId, txHash } = await beginUnanswered(payment)
    expect(await world.read(payment.requestId)).toMatchObject({
      status: 'created',
      note: expect.stringContaining(`transaction ${txHash}`),
    })
    expect(typesOf(world, payment)).toEqual([])

    world.bridge.setSwitches({ mode: 'call_fails' })
    expect(await world.report(payment, txHash)).toBe(intentId)
    await world.untilEnd(intentId, 'completed')
    expect(await world.read(payment.requestId)).toMatchObject({ hasBeenPaid: true })
  })

  it('a bridge causes the credit without another report if it responds within a week after tracking stopped', async () => {
    const payment = await world.createPayment()
    const { intentId } = await beginUnanswered(payment)
    world.test.clock.advance(DAY_MS)
    const checked = await waitFor('another check', async () => {
      const intent = await world.intent(intentId)
      const isLater = (intent.next_check_at ?? '') > world.test.clock.now().toISOString()
      return isLater ? intent : null
    })
    expect(checked).toMatchObject({
      status: 'unanswered',
      note: expect.stringContaining('24 hours'),
    })
    world.bridge.setSwitches({ mode: 'call_fails' })
    world.test.clock.advance(HOUR_MS)
    await waitFor('its end', async () => {
      const { status } = await world.intent(intentId)
      return status === 'completed' ? status : null
    })
    expect(await world.read(payment.requestId)).toMatchObject({ hasBeenPaid: true })
    expect(await paymentsOf(world, payment)).toMatchObject([{ detection_source: 'lifi' }])
  })

  it('a bridge is never polled again once a week has passed since tracking stopped', async () => {
    const payment = await world.createPayment()
    const { intentId } = await beginUnanswered(payment)
    world.test.clock.advance(6 * DAY_MS)
    const intent = await waitFor('the last check', async () => {
      const row = await world.intent(intentId)
      return row.next_check_at === null ? row : null
    })
    expect(intent).toMatchObject({
      status: 'unanswered',
      note: expect.stringContaining('transaction'),
    })
  })
})

it('An intent that only a later release supports stays open, and its next check is postponed', async () => {
  const payment = await world.createPayment()
  const intentId = await world.report(payment, `0x${'1a'.repeat(32)}`)
  const { kysely } = world.test.host.context.db
  await kysely
    .updateTable('requests')
    .set({ payment_currency: 'LATER-devnet-b' })
    .where('id', '=', payment.requestId)
    .execute()
  await world.startWorker('worker')
  const next = await waitFor('a check of the intent', async () => {
    const { next_check_at, created_at } = await world.intent(intentId)
    const laterMs = Date.parse(next_check_at ?? '') - Date.parse(created_at)
    return laterMs > 0 ? laterMs : null
  })
  expect(next).toBeGreaterThan(60_000)
  expect(await world.intent(intentId)).toMatchObject({ status: 'tracking' })
})

describe('A bridge whose service is unavailable', () => {
  it('a bridge whose service is unavailable still delivers, and is polled again once it is back', async () => {
    world.bridge.setSwitches({ mode: 'slow' })
    const payment = await world.createPayment()
    const { intentId, txHash } = await begin(world, payment)
    world.bridge.setSwitches({ mode: 'down' })
    const event = await world.untilEvent(payment.requestId, 'payment.confirmed')
    expect(event).toMatchObject({ sourceTxHash: txHash, payerAddress: world.payer })
    expect((await world.intent(intentId)).status).toBe('tracking')
    world.bridge.setSwitches({ mode: 'normal' })
    await world.untilEnd(intentId, 'completed')
    expect(await paymentsOf(world, payment)).toHaveLength(1)
  })
})

/** Begins a payment whose bridge never reports an outcome, and waits for a day until tracking stops. */
async function beginUnanswered(payment: Payment) {
  world.bridge.setSwitches({ mode: 'slow' })
  const begun = await begin(world, payment)
  world.test.clock.advance(DAY_MS)
  // The clock has moved on since tracking stopped.
  const { next_check_at, updated_at } = await world.untilEnd(begun.intentId, 'unanswered')
  const waitMs = Date.parse(next_check_at ?? '') - Date.parse(updated_at ?? '')
  expect(waitMs).toBeGreaterThan(HOUR_MS - 60_000)
  return begun
}

/** Returns the calls that pay a request on its own chain: the approval and the payment. */
function callsOf({ reference }: Payment): { to: Hex; data: Hex }[] {
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
  return [
    { to: token, data: approve.data },
    { to: proxy, data: pay.data },
  ]
}

/** Pays a request on its own chain, as another wallet; returns that wallet. */
async function payOnTheSpot(payment: Payment): Promise<Hex> {
  const wallet = world.chains.wallet('devnet-b', 5)
  for (const call of callsOf(payment)) await wallet.sendTransactionSync(call)
  return getAddress(wallet.account.address)
}

/** Pays a request from a contract that makes both calls in one transaction, like a smart wallet; returns the contract. */
async function payBySmartWallet(payment: Payment): Promise<Hex> {
  const wallet = world.chains.wallet('devnet-b', 5)
  const contract = world.chains.contract('devnet-b', 'Multicall3')
  await wallet.writeContractSync({
    address: world.chains.token('devnet-b', 'USDC').address,
    abi: testTokenAbi,
    functionName: 'transfer',
    args: [contract, AMOUNT + FEE],
  })
  const calls = callsOf(payment).map(({ to, data }) => ({
    target: to,
    allowFailure: false,
    callData: data,
  }))
  await wallet.writeContractSync({
    address: contract,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls],
  })
  return getAddress(contract)
}
