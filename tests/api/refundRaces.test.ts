import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedPaid, stateChain } from '../support/refundWorld.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { startTestHost, type TestHost } from '../support/testHost.ts'
import { IS_QUICK } from '../tiers.ts'

/**
 * Two hosts on one database create refunds of the same payments concurrently, while other refunds are cancelled. In any order, a
 * payment's refunds never exceed the amount that its payee received. After the calls for the remaining amount, nothing is left to
 * refund.
 */
const PAYMENTS = IS_QUICK ? 6 : 100
const CALLS_A_PAYMENT = IS_QUICK ? 20 : 100
const LANES = 12
const TIMEOUT_MS = IS_QUICK ? 240_000 : 3_600_000
const CREDITED = 12_500_000n

let first: TestHost
let second: Awaited<ReturnType<TestHost['startNeighbour']>>
beforeAll(async () => {
  first = await startTestHost({ ...NO_LIMITS, PAY_UNPAID_MERCHANT: '0' })
  second = await first.startNeighbour({ PAY_UNPAID_MERCHANT: '0' })
  stateChain(first)
  stateChain({ host: second.host })
})
afterAll(async () => {
  await second[Symbol.asyncDispose]()
  await first[Symbol.asyncDispose]()
})

/** Makes the calls, `LANES` at a time. */
async function inLanes(calls: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = calls[Symbol.iterator]()
  const lane = async () => {
    for (const call of queue) await call()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function activeUnits(paymentId: string): Promise<bigint> {
  const rows = await first.host.context.db.kysely
    .selectFrom('refunds')
    .select(['amount_units', 'cancelled_at'])
    .where('payment_id', '=', paymentId)
    .execute()
  return rows
    .filter(({ cancelled_at }) => cancelled_at === null)
    .reduce((sum, { amount_units }) => sum + BigInt(amount_units), 0n)
}

describe('Concurrent refunds on two hosts', () => {
  it(
    'concurrent refunds on two hosts never exceed what the payee received',
    async () => {
      const payments: string[] = []
      for (let at = 0; at < PAYMENTS; at += 1) payments.push((await seedPaid(first)).id)
      const outcomes = new Map<string, number>()
      const tooMuch: string[] = []
      const calls = Array.from({ length: PAYMENTS * CALLS_A_PAYMENT }, (_, number) => async () => {
        const paymentId = payments[number % PAYMENTS] ?? ''
        const { call } = number % 2 === 0 ? first : second
        const amount = `${(number % 7) + 1}.${number % 10}`
        const answer = await call('POST', `/v2/payments/${paymentId}/refunds`, {
          body: { amount },
        })
        const outcome = answer.status === 201 ? 'created' : String(answer.json.code)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (number % 11 === 0 && answer.status === 201) {
          const { status } = await call('POST', `/v2/refunds/${answer.json.id}/cancel`)
          outcomes.set(`cancel ${status}`, (outcomes.get(`cancel ${status}`) ?? 0) + 1)
        }
        if ((await activeUnits(paymentId)) > CREDITED) tooMuch.push(paymentId)
      })
      await inLanes(calls)
      expect(tooMuch).toEqual([])
      expect([...outcomes.keys()].toSorted()).toEqual([
        'cancel 200',
        'created',
        'refund_exceeds_payment',
      ])
      // Exactly one of the calls for the remaining amount refunds it.
      for (const paymentId of payments) {
        const left = CREDITED - (await activeUnits(paymentId))
        const rests = await Promise.all(
          [first, second, first, second].map(({ call }) =>
            call('POST', `/v2/payments/${paymentId}/refunds`, { body: { amount: 'all' } }),
          ),
        )
        const created = rests.filter(({ status }) => status === 201)
        expect(created).toHaveLength(left === 0n ? 0 : 1)
        expect(await activeUnits(paymentId)).toBe(CREDITED)
      }
    },
    TIMEOUT_MS,
  )
})
