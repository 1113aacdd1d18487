import { encodeCancelPermit, RELAYER_ROLE } from '@secure-payment/core/recurring'
import { paymentConfirmed, paymentFailed } from '@secure-payment/core/webhooks'
import { RELAYER_ACCOUNT, recurringAbi, testTokenAbi } from '@secure-payment/devnet'
import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permitOf } from '../../host/src/recurring/permitOf.ts'
import { balanceOf } from '../support/requestCalls.ts'
import { FEE_ADDRESS, PAYEE } from '../support/testHost.ts'
import { type Payer, type Payouts, startPayouts, type Terms } from './support/startPayouts.ts'
import { waitFor } from './support/waitFor.ts'

let payouts: Payouts

beforeAll(async () => {
  payouts = await startPayouts({ PAY_MAX_GAS_PRICE_GWEI_DEVNET: String(CEILING_GWEI) })
})
afterAll(() => payouts?.[Symbol.asyncDispose]())

/** 40 USDC. */
const AMOUNT = 40_000_000n

describe('A recurring payout of three payments', () => {
  test.each<[Terms['frequency'], string[]]>([
    ['DAILY', ['2027-01-05', '2027-01-06', '2027-01-07']],
    ['WEEKLY', ['2027-01-10', '2027-01-17', '2027-01-24']],
    ['MONTHLY', ['2027-01-31', '2027-02-28', '2027-03-31']],
    ['YEARLY', ['2028-02-29', '2029-02-28', '2030-02-28']],
  ])('%s is paid on each of its dates, and then completed', async (frequency, dates) => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    const [startDate = ''] = dates
    const { id, requestId } = await payouts.subscribe(payer, {
      startDate,
      frequency,
      totalPayments: 3,
    })
    for (const [index, date] of dates.entries()) {
      // One second earlier, nothing is due.
      await payouts.travel(new Date(Date.parse(date) - 1_000))
      expect(await payouts.schedule(id)).toMatchObject({
        processed_payments: index,
        next_due_at: `${date}T00:00:00.000Z`,
      })
      await payouts.travel(new Date(date))
      await payouts.until(id, (row) => row.processed_payments === index + 1)
    }
    const { json } = await payouts.test.call('GET', `/v2/payouts/recurring/${id}`)
    expect(json).toMatchObject({
      status: 'completed',
      processedPayments: 3,
      nextPaymentDate: null,
    })
    const paidAt = json.payments.map((payment: { timestamp: string }) =>
      payment.timestamp.slice(0, 10),
    )
    expect(paidAt).toEqual(dates)

    const found = await payouts.test.call(
      'GET',
      `/v2/payments?type=recurring&walletAddress=${payer.address}`,
    )
    expect(found.json.payments).toHaveLength(3)
    expect(found.json.payments[0]).toMatchObject({ type: 'recurring', recurringPaymentId: id })

    const events = await waitFor('three webhooks', () => {
      const told = payouts.events(id, 'payment.confirmed')
      return told.length >= 3 ? told : null
    })
    const bodies = events.map((event) => paymentConfirmed.schema.parse(event))
    expect(bodies[0]).toMatchObject({
      requestId,
      amount: '40',
      payee: PAYEE,
      payerAddress: payer.address,
      recurringPayment: { id },
      sequence: 1,
    })
    expect(new Set(bodies.map((body) => body.requestId)).size).toBe(3)
    expect(payouts.sink.deliveries().every((delivery) => delivery.verified)).toBe(true)
    expect(await payouts.closedTransactions(id)).toMatchObject(
      Array(3).fill({ status: 'succeeded' }),
    )
  })
})

test('Each payment of a recurring payout whose payee bears the fee takes exactly the stated amount', async () => {
  const payer = await payouts.createPayer({ units: 3n * AMOUNT })
  const fee = {
    feePercentage: '2.5',
    feeAddress: FEE_ADDRESS,
    defaultFeeBearer: 'payee',
  } as const
  const read = () =>
    Promise.all(
      [payer.address, PAYEE, FEE_ADDRESS].map((owner) => balanceOf(payouts.chains, 'USDC', owner)),
    )
  const before = await read()
  const { id, requestId } = await payouts.subscribe(payer, { ...fromToday(), fee })
  await payouts.until(id, (row) => row.processed_payments === 1)
  const after = await read()
  expect(after.map((units, index) => units - (before[index] ?? 0n))).toEqual([
    -AMOUNT,
    39_000_000n,
    1_000_000n,
  ])
  const [event] = await waitFor('a webhook', () => {
    const told = payouts.events(id, 'payment.confirmed')
    return told.length > 0 ? told : null
  })
  expect(paymentConfirmed.schema.parse(event)).toMatchObject({
    requestId,
    amount: '40',
    expectedAmount: '40',
  })
  const { json: status } = await payouts.test.call('GET', `/v2/request/${requestId}/status`)
  expect(status).toMatchObject({ status: 'paid', amountPaid: '40' })
  // The stated amounts remain, as in every other amount of the API.
  const cancelled = await patch(id, 'cancel')
  expect(cancelled.json.metadata).toMatchObject({ remainingPayments: 2, remainingAmount: '80' })
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Returns three daily payments, the first of which is due today. */
function fromToday(totalPayments = 3): Terms {
  const startDate = payouts.test.clock.now().toISOString().slice(0, 10)
  return { startDate, frequency: 'DAILY', totalPayments }
}

/** Advances the clock to the start of the UTC day that is `days` after today. */
function travelDays(days: number): Promise<void> {
  const now = payouts.test.clock.now().getTime()
  return payouts.travel(new Date((Math.floor(now / DAY_MS) + days) * DAY_MS))
}

const patch = (id: string, action: string) =>
  payouts.test.call('PATCH', `/v2/payouts/recurring/${id}`, { body: { action } })

async function failureOf(id: string): Promise<Record<string, unknown>> {
  const [failed] = await waitFor('a webhook', () => {
    const told = payouts.events(id, 'payment.failed')
    return told.length > 0 ? told : null
  })
  return paymentFailed.schema.parse(failed)
}

const client = () => payouts.chains.client('devnet')

describe('A payer who cannot pay', () => {
  test('a payer who cannot pay is charged again after one minute and after five minutes, then the payout pauses, and one webhook reports the reason', async () => {
    const payer = await payouts.createPayer({ units: AMOUNT - 1n, allowanceUnits: 3n * AMOUNT })
    const { id, requestId } = await payouts.subscribe(payer, fromToday())
    const first = await payouts.until(id, (row) => row.failure_count === 1)
    const firstMs = payouts.test.clock.now().getTime()
    expect(first).toMatchObject({
      status: 'active',
      failure_reason: 'insufficient_balance',
      next_due_at: new Date(firstMs + 60_000).toISOString(),
    })
    payouts.test.clock.advance(60_000)
    const second = await payouts.until(id, (row) => row.failure_count === 2)
    expect(second.next_due_at).toBe(new Date(firstMs + 6 * 60_000).toISOString())
    payouts.test.clock.advance(5 * 60_000)
    expect(await payouts.until(id, (row) => row.status === 'paused')).toMatchObject({
      failure_count: 3,
      next_due_at: null,
      next_index: 1,
    })
    expect(await failureOf(id)).toMatchObject({
      requestId,
      subStatus: 'failed',
      failureReason: 'insufficient_balance',
      recurringPayment: { id },
    })
    expect(await payouts.transactions(id)).toEqual([])

    // The payout is unpaused after days and catches up in order.
    await travelDays(5)
    await payouts.setBalance(payer, 3n * AMOUNT)
    expect((await patch(id, 'unpause')).status).toBe(200)
    await payouts.until(id, (row) => row.status === 'completed')
    expect(await payouts.made(id)).toEqual([1, 2, 3])
    expect(payouts.events(id, 'payment.failed')).toHaveLength(1)
  })

  test.each<[string, string, (payer: Payer) => Promise<unknown>]>([
    [
      'revoked the allowance',
      'insufficient_allowance',
      (payer) => payouts.approve(payer, AMOUNT - 1n),
    ],
    ['spent the tokens', 'insufficient_balance', (payer) => payouts.setBalance(payer, 0n)],
  ])(
    'a payer who cannot pay has a distinct reason if the payer %s, and does not delay other payers',
    async (_, reason, spoil) => {
      const spoilt = await payouts.createPayer({ units: 3n * AMOUNT })
      const sound = await payouts.createPayer({ units: 3n * AMOUNT })
      const terms = fromToday()
      const bad = await payouts.subscribe(spoilt, terms)
      await payouts.until(bad.id, (row) => row.processed_payments === 1)
      await spoil(spoilt)
      const good = await payouts.subscribe(sound, terms)
      await travelDays(2)
      await payouts.until(good.id, (row) => row.status === 'completed')
      expect(await payouts.untilLater(bad.id, (row) => row.status === 'paused')).toMatchObject({
        failure_reason: reason,
        processed_payments: 1,
      })
      expect(await failureOf(bad.id)).toMatchObject({ failureReason: reason })
    },
  )

  test('a payer who cannot pay gets a distinct failure reason if the permit is cancelled on chain', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    const { id } = await payouts.subscribe(payer, fromToday())
    const row = await payouts.until(id, ({ processed_payments }) => processed_payments === 1)
    await client().impersonateAccount({ address: payer.address })
    await client().sendTransactionSync({
      account: payer.address,
      to: payouts.contract,
      data: encodeCancelPermit(permitOf(row)),
      chain: null,
    })
    await travelDays(1)
    await payouts.untilLater(id, ({ status }) => status === 'paused')
    expect(await failureOf(id)).toMatchObject({ failureReason: 'permit_cancelled' })
  })

  test('a payer who cannot pay gets a distinct failure reason at the permit’s deadline, and cannot resume', async () => {
    const payer = await payouts.createPayer({ units: AMOUNT })
    const { id } = await payouts.subscribe(payer, fromToday(2))
    await payouts.until(id, (row) => row.processed_payments === 1)
    await travelDays(1)
    await payouts.untilLater(id, (row) => row.status === 'paused')
    await payouts.setBalance(payer, AMOUNT)
    await payouts.approve(payer, AMOUNT)
    expect((await patch(id, 'unpause')).status).toBe(200)
    await payouts.until(id, (row) => row.status === 'completed')
    const late = await payouts.createPayer({ units: 2n * AMOUNT })
    const { id: lateId } = await payouts.subscribe(late, { ...fromToday(2), startDate: tomorrow() })
    await travelDays(2 + 91)
    await payouts.untilLater(lateId, (row) => row.status === 'paused')
    expect(await failureOf(lateId)).toMatchObject({ failureReason: 'permit_expired' })
    expect(await patch(lateId, 'unpause')).toMatchObject({ status: 400 })
  })
})

function tomorrow(): string {
  return new Date(payouts.test.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10)
}

test('A payout whose call cannot be built does not delay other payouts', async () => {
  const broken = await payouts.subscribe(await payouts.createPayer({ units: 2n * AMOUNT }), {
    ...fromToday(2),
    startDate: tomorrow(),
  })
  const sound = await payouts.subscribe(await payouts.createPayer({ units: 2n * AMOUNT }), {
    ...fromToday(2),
    startDate: tomorrow(),
  })
  await payouts.test.host.context.db.kysely
    .updateTable('recurring_payments')
    .set({ permit_signature: '0x12' })
    .where('id', '=', broken.id)
    .execute()
  await travelDays(1)
  await payouts.until(sound.id, (row) => row.processed_payments === 1)
  await waitFor('the log line', () => logOf('Held back a recurring payment', 'unusable_permit'))
  expect(await payouts.schedule(broken.id)).toMatchObject({ failure_count: 0, status: 'active' })
  await patch(broken.id, 'cancel')
})

describe('A payout that is behind', () => {
  test('a payout that is behind makes the missed payments of weeks in order, one at a time, as after host downtime', async () => {
    const payer = await payouts.createPayer({ units: 8n * AMOUNT })
    const { id } = await payouts.subscribe(payer, {
      startDate: tomorrow(),
      frequency: 'DAILY',
      totalPayments: 8,
    })
    await travelDays(30)
    await payouts.until(id, (row) => row.status === 'completed')
    expect(await payouts.made(id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})

describe('Cancelling', () => {
  test('cancelling a payout stops all further transactions', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    const { id } = await payouts.subscribe(payer, fromToday())
    await payouts.until(id, (row) => row.processed_payments === 1)
    expect((await patch(id, 'cancel')).status).toBe(200)
    await travelDays(3)
    // A payout that is due later is paid, so the relayer had time to pay the cancelled payout.
    const other = await payouts.subscribe(
      await payouts.createPayer({ units: 2n * AMOUNT }),
      fromToday(2),
    )
    await payouts.until(other.id, (row) => row.processed_payments === 1)
    expect(await payouts.schedule(id)).toMatchObject({ status: 'cancelled', processed_payments: 1 })
    expect(await payouts.made(id)).toEqual([1])
  })

  test('cancelling a payout also cancels a payment that is not mined yet', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    await client().setAutomine(false)
    try {
      const { id } = await payouts.subscribe(payer, fromToday())
      await sentOf(id, 1)
      expect((await patch(id, 'cancel')).status).toBe(200)
      const [payment, replacement] = await sentOf(id, 2)
      expect(replacement?.nonce).toBe(payment?.nonce)
      await payouts.untilSent(replacement?.hash)
      await client().mine({ blocks: 1 })
      expect(await closedStatuses(id)).toEqual(['dropped', 'succeeded'])
      expect(await payouts.made(id)).toEqual([])
    } finally {
      await client().setAutomine(true)
    }
  })
})

async function closedStatuses(id: string): Promise<string[]> {
  return (await payouts.closedTransactions(id)).map(({ status }) => status)
}

/** Waits until the given number of a payout's transactions is signed. */
function sentOf(id: string, count: number) {
  return waitFor(`${count} transactions`, async () => {
    const rows = await payouts.transactions(id)
    return rows.length >= count ? rows : null
  })
}

describe('The relayer', () => {
  test('the relayer replaces a stuck transaction, with the same nonce and a fee at least 25 % higher, up to the ceiling', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    await client().setAutomine(false)
    try {
      const { id } = await payouts.subscribe(payer, fromToday())
      for (let count = 1; count <= 3; count += 1) {
        await sentOf(id, count)
        payouts.test.clock.advance(60_000)
      }
      const rows = await sentOf(id, 4)
      expect(new Set(rows.map((row) => row.nonce)).size).toBe(1)
      const fees = rows.map((row) => Number(row.max_fee_units))
      for (const [index, fee] of fees.slice(1).entries()) {
        expect(fee / (fees[index] ?? 0)).toBeGreaterThanOrEqual(1.25)
      }
      await client().mine({ blocks: 1 })
      await payouts.until(id, (row) => row.processed_payments === 1)
      const statuses = await closedStatuses(id)
      expect(statuses.filter((status) => status === 'succeeded')).toHaveLength(1)
      expect(await payouts.made(id)).toEqual([1])
    } finally {
      await client().setAutomine(true)
    }
  })

  test('the relayer waits while gas costs more than the ceiling, without counting an attempt', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    await client().setNextBlockBaseFeePerGas({ baseFeePerGas: (CEILING_GWEI + 1n) * GWEI })
    await client().mine({ blocks: 1 })
    const { id } = await payouts.subscribe(payer, fromToday())
    await waitFor('the log line', () =>
      logOf('Held back recurring payments', 'gas_price_above_ceiling'),
    )
    expect(await payouts.transactions(id)).toEqual([])
    await client().setNextBlockBaseFeePerGas({ baseFeePerGas: GWEI })
    await client().mine({ blocks: 1 })
    expect(await payouts.until(id, (row) => row.processed_payments === 1)).toMatchObject({
      failure_count: 0,
      failure_reason: null,
    })
    const { kysely } = payouts.test.host.context.db
    const all = await kysely.selectFrom('relayer_transactions').selectAll().execute()
    const dearest = all
      .map((row) => BigInt(row.max_fee_units))
      .filter((fee) => fee > CEILING_GWEI * GWEI)
    expect(dearest).toEqual([])
  })

  test('the relayer waits while it has no coins for gas, reports this, and continues when it has coins', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    const relayer = RELAYER_ACCOUNT.address
    const value = await client().getBalance({ address: relayer })
    await client().setBalance({ address: relayer, value: 0n })
    const { id } = await payouts.subscribe(payer, fromToday())
    expect(
      await waitFor('the log line', () => logOf('Held back recurring payments', 'out_of_coins')),
    ).toMatchObject({
      relayer,
      network: 'devnet',
    })
    expect(await payouts.transactions(id)).toEqual([])
    // Enough for a few payments at one or two gwei per gas, but for fewer than fifty.
    await client().setBalance({ address: relayer, value: 5n * 10n ** 15n })
    await payouts.until(id, (row) => row.processed_payments === 1)
    expect(payouts.logged('The relayer’s balance is low')).toMatchObject([
      { relayer, network: 'devnet' },
    ])
    await client().setBalance({ address: relayer, value })
  })

  test.each([
    ['the contract is paused', 'contract_paused', 'pause', 'unpause', []],
    [
      'the relayer has lost its role',
      'relayer_not_allowed',
      'revokeRole',
      'grantRole',
      [RELAYER_ROLE, RELAYER_ACCOUNT.address],
    ],
  ] as const)(
    'the relayer waits while %s, without counting an attempt',
    async (_, reason, stop, resume, args) => {
      const payer = await payouts.createPayer({ units: 3n * AMOUNT })
      const { id } = await payouts.subscribe(payer, { ...fromToday(), startDate: tomorrow() })
      await administer(stop, args)
      await travelDays(1)
      await waitFor('the log line', () => logOf('Held back a recurring payment', reason))
      await administer(resume, args)
      expect(await payouts.untilLater(id, (row) => row.processed_payments === 1)).toMatchObject({
        failure_count: 0,
      })
    },
  )

  test('the relayer assigns a new nonce to a payment if another process used its nonce with the same key', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    await client().setAutomine(false)
    try {
      const { id } = await payouts.subscribe(payer, fromToday())
      const [lost] = await sentOf(id, 1)
      await payouts.untilSent(lost?.hash)
      const account = privateKeyToAccount(RELAYER_ACCOUNT.privateKey)
      const raw = await account.signTransaction({
        chainId: client().chain.id,
        type: 'eip1559',
        nonce: Number(lost?.nonce),
        to: account.address,
        gas: 21_000n,
        maxFeePerGas: 40n * GWEI,
        maxPriorityFeePerGas: 40n * GWEI,
      })
      await client().sendRawTransaction({ serializedTransaction: raw })
      await client().mine({ blocks: 1 })
      await client().setAutomine(true)
      await payouts.untilLater(id, (row) => row.processed_payments === 1)
      expect(await payouts.closedTransactions(id)).toMatchObject([
        { nonce: lost?.nonce, status: 'dropped' },
        { nonce: (lost?.nonce ?? 0n) + 1n, status: 'succeeded' },
      ])
      expect(await payouts.made(id)).toEqual([1])
    } finally {
      await client().setAutomine(true)
    }
  })

  test('the relayer checks a payment again after the payment reverts in its block', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    await client().setAutomine(false)
    try {
      const { id } = await payouts.subscribe(payer, fromToday())
      const [sent] = await sentOf(id, 1)
      await payouts.untilSent(sent?.hash)
      // The payer spends the tokens in the same block, in a transaction with a higher fee, which is therefore mined first.
      await client().sendTransaction({
        account: payer.address,
        to: payouts.chains.token('devnet', 'USDC').address,
        data: encodeFunctionData({
          abi: testTokenAbi,
          functionName: 'transfer',
          args: [PAYEE, 3n * AMOUNT],
        }),
        gas: 200_000n,
        maxFeePerGas: 60n * GWEI,
        maxPriorityFeePerGas: 60n * GWEI,
        chain: null,
      })
      await client().mine({ blocks: 1 })
      expect(await payouts.until(id, (row) => row.failure_count > 0)).toMatchObject({
        failure_count: 1,
        failure_reason: 'insufficient_balance',
      })
      expect(await closedStatuses(id)).toEqual(['reverted'])
      await client().setAutomine(true)
      await payouts.setBalance(payer, 3n * AMOUNT)
      await payouts.untilLater(id, (row) => row.processed_payments === 1)
      expect(await closedStatuses(id)).toEqual(['reverted', 'succeeded'])
    } finally {
      await client().setAutomine(true)
    }
  })

  test('the relayer sends a transaction again to a node that lost it', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    await client().setAutomine(false)
    try {
      const { id } = await payouts.subscribe(payer, fromToday())
      const [row] = await sentOf(id, 1)
      await payouts.untilSent(row?.hash)
      await client().dropTransaction({ hash: `0x${row?.hash.slice(2)}` })
      await client().setAutomine(true)
      await payouts.until(id, ({ processed_payments }) => processed_payments === 1)
      expect(await closedStatuses(id)).toEqual(['succeeded'])
    } finally {
      await client().setAutomine(true)
    }
  })

  test('the relayer fills a gap in its nonces, which would otherwise block all later nonces', async () => {
    const first = await payouts.createPayer({ units: 3n * AMOUNT })
    const second = await payouts.createPayer({ units: 3n * AMOUNT })
    await client().setAutomine(false)
    try {
      const lost = await payouts.subscribe(first, fromToday())
      const [row] = await sentOf(lost.id, 1)
      await payouts.untilSent(row?.hash)
      const kept = await payouts.subscribe(second, fromToday())
      await sentOf(kept.id, 1)
      // As after the restore of an older backup, neither the host nor the node has the first transaction.
      const { kysely } = payouts.test.host.context.db
      await kysely
        .updateTable('recurring_payments')
        .set({ status: 'cancelled', next_due_at: null })
        .where('id', '=', lost.id)
        .execute()
      await kysely
        .deleteFrom('recurring_executions')
        .where('recurring_payment_id', '=', lost.id)
        .execute()
      await kysely
        .deleteFrom('relayer_transactions')
        .where('recurring_payment_id', '=', lost.id)
        .execute()
      await client().dropTransaction({ hash: `0x${row?.hash.slice(2)}` })
      await client().setAutomine(true)
      await payouts.untilLater(kept.id, ({ processed_payments }) => processed_payments === 1)
      expect(await payouts.made(kept.id)).toEqual([1])
      expect(await payouts.made(lost.id)).toEqual([])
    } finally {
      await client().setAutomine(true)
    }
  })

  test('the relayer has at most 16 transactions in flight, and pays all payouts', async () => {
    const schedules: string[] = []
    for (let count = 0; count < 20; count += 1) {
      const payer = await payouts.createPayer({ units: 2n * AMOUNT })
      schedules.push(
        (await payouts.subscribe(payer, { ...fromToday(2), startDate: tomorrow() })).id,
      )
    }
    await client().setAutomine(false)
    const inFlight = () =>
      payouts.test.host.context.db.kysely
        .selectFrom('relayer_transactions')
        .selectAll()
        .where('status', '=', 'pending')
        .execute()
    try {
      await travelDays(1)
      await waitFor('16 in flight', async () => ((await inFlight()).length === 16 ? true : null))
    } finally {
      await client().setAutomine(true)
    }
    await client().mine({ blocks: 1 })
    for (const id of schedules) {
      await payouts.until(id, (row) => row.processed_payments === 1)
      expect(await payouts.made(id)).toEqual([1])
    }
  })

  test('the relayer resends the transactions that a reorganisation removed from the chain', async () => {
    const payer = await payouts.createPayer({ units: 3n * AMOUNT })
    const { id, requestId } = await payouts.subscribe(payer, fromToday())
    await payouts.until(id, (row) => row.processed_payments === 1)
    // The relayer could send an open transaction again before the watcher detects the reorganisation.
    await payouts.closedTransactions(id)
    await payouts.chains.reorg('devnet', 1)
    expect(await payouts.made(id)).toEqual([])
    await payouts.until(id, (row) => row.processed_payments === 0)
    await payouts.untilLater(id, (row) => row.processed_payments === 1)
    expect(await payouts.made(id)).toEqual([1])
    const { payments } = (await payouts.test.call('GET', `/v2/request/${requestId}`)).json
    expect(payments ?? [{}]).toHaveLength(1)
    // A jump of the clock could age an open transaction, and a retry is due only after a minute of that clock.
    await payouts.closedTransactions(id)
    await travelDays(2)
    await payouts.untilLater(id, (row) => row.status === 'completed')
  })
})

const GWEI = 10n ** 9n
const CEILING_GWEI = 50n

function logOf(msg: string, reason: string): Record<string, unknown> | null {
  return payouts.logged(msg).find((line) => line['reason'] === reason) ?? null
}

async function administer(functionName: string, args: readonly unknown[]): Promise<void> {
  const data = encodeFunctionData({ abi: recurringAbi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0])
  await payouts.chains.wallet('devnet', 9).sendTransactionSync({ to: payouts.contract, data })
}
