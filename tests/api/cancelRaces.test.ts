import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { PAYER, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { IS_QUICK } from '../tiers.ts'

/**
 * Two hosts share one database. The merchant cancels on both hosts while a payer begins an attempt or a watcher records a payment. Each
 * round uses a new payment.
 */
const ROUNDS = IS_QUICK ? 60 : 10_000
/** The number of concurrent rounds, so that database transactions of several payments overlap. */
const LANES = 6
const TIMEOUT_MS = IS_QUICK ? 240_000 : 1_800_000
const WHOLE = 12_500_000n

let first: TestHost
let second: Awaited<ReturnType<TestHost['startNeighbour']>>
beforeAll(async () => {
  first = await startTestHost(NO_LIMITS)
  second = await first.startNeighbour()
})
afterAll(async () => {
  await second[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

type Round = { number: number; token: string; requestId: string }

/** Runs all rounds, `LANES` at a time, and returns the number of rounds per outcome that `race` returned. */
async function runRounds(race: (round: Round) => Promise<string>): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>()
  const rounds = Array.from({ length: ROUNDS }, (_, number) => number)[Symbol.iterator]()
  const lane = async () => {
    for (const number of rounds) {
      const { token, requestIds } = await first.createPayment({ requests: [usdcItem] })
      const outcome = await race({ number, token, requestId: requestIds[0] ?? '' })
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return outcomes
}

/** Starts the calls in an order that rotates with the round's number, and returns their results in the order of `calls`. */
async function inTurn<T>(number: number, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results = new Map<number, Promise<T>>()
  for (let at = 0; at < calls.length; at += 1) {
    const index = (at + number) % calls.length
    const call = calls[index]
    if (call !== undefined) results.set(index, call())
  }
  return Promise.all(calls.map((_, index) => results.get(index) as Promise<T>))
}

const cancelOn =
  ({ call }: Pick<TestHost, 'call'>, token: string) =>
  async () => {
    const { status, text } = await call('POST', `/v2/secure-payments/${token}/cancel`)
    return status === 200 ? text : String(status)
  }

const beginOn =
  ({ call }: Pick<TestHost, 'call'>, token: string) =>
  async () => {
    const { status } = await call('POST', `/v2/secure-payments/${token}/attempts`, {
      body: {
        attemptId: randomUUID(),
        wallet: PAYER,
        chain: 'devnet',
        token: 'USDC',
        calldataHash: `0x${'5b'.repeat(32)}`,
      },
    })
    return String(status)
  }

async function readRequest(requestId: string): Promise<Row<'requests'>> {
  return first.host.context.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
}

const statusOf = async (token: string) => {
  const row = await first.host.context.db.kysely
    .selectFrom('secure_payments')
    .select('status')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  return row.status
}

/** Records a payment as the second host's watcher does. */
const recordOn =
  (host: typeof second.host, { requestId, blockTime }: { requestId: string; blockTime: string }) =>
  async () => {
    const { context } = host
    const { tenant_id, payee, token_address, payment_currency } = await readRequest(requestId)
    const payment: DetectedPayment = {
      ...PLAIN_PAYMENT,
      invoiceCurrency: payment_currency,
      paymentCurrency: payment_currency,
      requestId,
      tenantId: tenant_id,
      network: 'devnet',
      txHash: `0x${requestId.slice(2)}`,
      logIndex: 0,
      blockNumber: 1n,
      blockHash: `0x${'ce'.repeat(32)}`,
      blockTime,
      payer: PAYER,
      payee,
      tokenAddress: token_address,
      amountUnits: WHOLE,
      creditedUnits: WHOLE,
      requestUnits: WHOLE,
      feeUnits: 0n,
      feeAddress: null,
      isLate: false,
      gasUnits: null,
    }
    const facts = { network: 'devnet', payments: [payment], unmatched: [] }
    await context.db.transaction((tx) => recordFacts(context, tx, facts))
    return 'recorded'
  }

describe('Cancelling on two hosts', () => {
  it(
    'a cancellation and an attempt: exactly one of them succeeds',
    async () => {
      const outcomes = await runRounds(async ({ number, token }) => {
        const [one, other, attempt] = await inTurn(number, [
          cancelOn(first, token),
          cancelOn(second, token),
          beginOn(number % 2 === 0 ? first : second, token),
        ])
        // Both cancellations return the same result.
        expect(other).toBe(one)
        const isCancelled = one !== '409'
        const pay = await first.call('GET', `/v2/secure-payments/${token}`)
        expect([await statusOf(token), attempt, pay.status]).toEqual(
          isCancelled ? ['invalidated', '410', 410] : ['pending', '201', 200],
        )
        return isCancelled ? 'cancelled' : 'begun'
      })
      const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
      expect(total).toBe(ROUNDS)
    },
    TIMEOUT_MS,
  )

  it(
    'a cancellation and a payment: the cancellation is rejected or the payment is late, and the payment is always recorded and reported',
    async () => {
      const { db, now } = first.host.context
      // The watcher may lag, so in every other round the payment's block is older than the cancellation.
      const times = [-1_000, 1_000].map((ms) => new Date(now().getTime() + ms).toISOString())
      await runRounds(async ({ number, token, requestId }) => {
        const [one, other] = await inTurn(number, [
          cancelOn(first, token),
          cancelOn(second, token),
          recordOn(second.host, { requestId, blockTime: times[number % 2] ?? '' }),
        ])
        expect(other).toBe(one)
        const isCancelled = one !== '409'
        const request = await readRequest(requestId)
        expect([await statusOf(token), request.status, request.paid_late]).toEqual(
          isCancelled ? ['invalidated', 'paid', 1] : ['completed', 'paid', 0],
        )
        const payments = await db.kysely
          .selectFrom('payments')
          .select('is_late')
          .where('request_id', '=', requestId)
          .execute()
        expect(payments).toEqual([{ is_late: isCancelled ? 1 : 0 }])
        const events = await db.kysely
          .selectFrom('events')
          .select(['type', 'sequence', 'body'])
          .where('request_id', '=', requestId)
          .orderBy('sequence')
          .execute()
        const told = events.map(({ type, sequence, body }) => [
          type,
          sequence,
          JSON.parse(body).isCancelled ?? false,
        ])
        expect(told).toEqual(
          isCancelled
            ? [
                ['request.cancelled', 1, false],
                ['payment.confirmed', 2, true],
              ]
            : [['payment.confirmed', 1, false]],
        )
        return isCancelled ? 'cancelled' : 'paid'
      })
    },
    TIMEOUT_MS,
  )
})
