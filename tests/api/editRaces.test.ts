import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailableError } from '../../host/src/db/errors.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { recordFacts } from '../../host/src/payments/recordPayments.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { PAYER, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { IS_QUICK } from '../tiers.ts'

/**
 * Two hosts share one database, and the merchant edits on both. Meanwhile a payer begins an attempt, the merchant cancels, or a
 * watcher records a payment of the old amount. Each round uses a new payment.
 */
const ROUNDS = IS_QUICK ? 45 : 5_000
/** The number of concurrent rounds, so that database transactions of several payments overlap. */
const LANES = 6
const TIMEOUT_MS = IS_QUICK ? 240_000 : 1_800_000
const OLD_UNITS = 12_500_000n
/** The amounts of the two edits: above the old amount and below it. */
const AMOUNTS = ['20', '5'] as const

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
type Host = Pick<TestHost, 'call'>

/** The maximum number of attempts at a call or a transaction that waits too long for a lock. */
const MAX_TRIES = 100

/**
 * Calls a host as its clients do: on a busy machine a lock may be held for longer than a call waits. Such a call changes nothing and is
 * rejected with `database_unavailable`, so the caller repeats it.
 */
const callOn =
  (host: Host): Host['call'] =>
  async (...call) => {
    for (let tried = 1; ; tried += 1) {
      const answer = await host.call(...call)
      if (answer.json.code !== 'database_unavailable' || tried === MAX_TRIES) return answer
    }
  }

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

/** Starts the three calls in an order that rotates with the round's number, and returns their results in the order of `calls`. */
async function inTurn<A, B, C>(
  number: number,
  calls: readonly [() => Promise<A>, () => Promise<B>, () => Promise<C>],
): Promise<[A, B, C]> {
  const [a, b, c] = calls
  switch (number % 3) {
    case 0:
      return Promise.all([a(), b(), c()])
    case 1: {
      const [two, three, one] = await Promise.all([b(), c(), a()])
      return [one, two, three]
    }
    default: {
      const [three, one, two] = await Promise.all([c(), a(), b()])
      return [one, two, three]
    }
  }
}

const editOn = (host: Host, token: string, amount: string) => async () => {
  const body = { revision: 1, amount }
  const { status, json } = await callOn(host)('PATCH', `/v2/secure-payments/${token}`, { body })
  return status === 200 ? 'edited' : `${json.code} ${json.reason ?? ''}`.trim()
}

const readAmount = async (host: Host, token: string): Promise<string> =>
  (await callOn(host)('GET', `/v2/secure-payments/${token}`)).json.amount

/** Begins an attempt and then reads the amount, as a page does before it opens the wallet; null if the attempt was rejected. */
const beginOn = (host: Host, token: string) => async () => {
  const { status } = await callOn(host)('POST', `/v2/secure-payments/${token}/attempts`, {
    body: {
      attemptId: randomUUID(),
      wallet: PAYER,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })
  return status === 201 ? readAmount(host, token) : null
}

async function readRequest(requestId: string): Promise<Row<'requests'>> {
  return first.host.context.db.kysely
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
}

/** Records a payment of the old amount, as the second host's watcher does. A transaction that waited too long for a lock is repeated. */
const recordOn = (host: typeof second.host, requestId: string) => async () => {
  const { context } = host
  const { tenant_id, payee, token_address, payment_currency } = await readRequest(requestId)
  const payment = {
    ...PLAIN_PAYMENT,
    invoiceCurrency: payment_currency,
    paymentCurrency: payment_currency,
    requestId,
    tenantId: tenant_id,
    network: 'devnet',
    txHash: `0x${requestId.slice(2)}` as const,
    logIndex: 0,
    blockNumber: 1n,
    blockHash: `0x${'ce'.repeat(32)}` as const,
    blockTime: context.now().toISOString(),
    payer: PAYER,
    payee,
    tokenAddress: token_address,
    amountUnits: OLD_UNITS,
    creditedUnits: OLD_UNITS,
    requestUnits: OLD_UNITS,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
  }
  const facts = { network: 'devnet', payments: [payment], unmatched: [] }
  for (let tried = 1; ; tried += 1) {
    try {
      await context.db.transaction((tx) => recordFacts(context, tx, facts))
      return
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || tried === MAX_TRIES) throw error
    }
  }
}

describe('Editing on two hosts', () => {
  it(
    'two edits to one version and an attempt: at most one edit succeeds, and the amount read after the attempt began stays',
    async () => {
      const outcomes = await runRounds(async ({ number, token }) => {
        const [one, other, signed] = await inTurn(number, [
          editOn(first, token, AMOUNTS[0]),
          editOn(second, token, AMOUNTS[1]),
          beginOn(number % 2 === 0 ? first : second, token),
        ])
        const edited = [one, other].filter((result) => result === 'edited')
        expect(edited.length).toBeLessThanOrEqual(1)
        for (const result of [one, other]) {
          expect(['edited', 'revision_conflict', 'edit_refused attempt']).toContain(result)
        }
        const amount = await readAmount(first, token)
        expect(amount).toBe(
          one === 'edited' ? AMOUNTS[0] : other === 'edited' ? AMOUNTS[1] : '12.5',
        )
        // The attempt is always accepted for the link's final amount, and no edit succeeds while the attempt is active.
        expect(signed).toBe(amount)
        expect(await editOn(second, token, '1')()).not.toBe('edited')
        return edited.length === 0 ? 'begun first' : 'edited first'
      })
      const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
      expect(total).toBe(ROUNDS)
    },
    TIMEOUT_MS,
  )

  it(
    'two edits and a cancellation: the link is cancelled, and an edit succeeds only before',
    async () => {
      const { kysely } = first.host.context.db
      await runRounds(async ({ number, token, requestId }) => {
        const [one, other, cancelled] = await inTurn(number, [
          editOn(first, token, AMOUNTS[0]),
          editOn(second, token, AMOUNTS[1]),
          async () => (await callOn(second)('POST', `/v2/secure-payments/${token}/cancel`)).status,
        ])
        expect(cancelled).toBe(200)
        const results = [one, other].sort()
        expect([
          ['edited', 'payment_not_payable'],
          ['edited', 'revision_conflict'],
          ['payment_not_payable', 'payment_not_payable'],
        ]).toContainEqual(results)
        const page = await kysely
          .selectFrom('secure_payments')
          .select(['status', 'revision'])
          .where('token', '=', token)
          .executeTakeFirstOrThrow()
        const isEdited = results.includes('edited')
        expect(page).toEqual({ status: 'invalidated', revision: isEdited ? 2 : 1 })
        const { amount } = await readRequest(requestId)
        const expected = one === 'edited' ? AMOUNTS[0] : AMOUNTS[1]
        expect(amount).toBe(isEdited ? expected : '12.5')
        return results.join()
      })
    },
    TIMEOUT_MS,
  )

  it(
    'two edits and a payment of the old amount: the payment is always recorded, and counts against the current amount',
    async () => {
      const { kysely } = first.host.context.db
      await runRounds(async ({ number, token, requestId }) => {
        const [one, other] = await inTurn(number, [
          editOn(first, token, AMOUNTS[0]),
          editOn(second, token, AMOUNTS[1]),
          recordOn(second.host, requestId),
        ])
        const refused = ['revision_conflict', 'edit_refused paid']
        for (const result of [one, other]) expect(['edited', ...refused]).toContain(result)
        const request = await readRequest(requestId)
        const units = one === 'edited' ? 20_000_000n : other === 'edited' ? 5_000_000n : OLD_UNITS
        expect([request.expected_units, request.paid_units, request.status]).toEqual([
          String(units),
          String(OLD_UNITS),
          units > OLD_UNITS ? 'partially_paid' : 'paid',
        ])
        const events = await kysely
          .selectFrom('events')
          .select(['type', 'body'])
          .where('request_id', '=', requestId)
          .execute()
        const told = events.map(({ type, body }) => [type, JSON.parse(body).expectedAmount])
        expect(told).toEqual(
          one === 'edited'
            ? [['payment.partial', AMOUNTS[0]]]
            : [['payment.confirmed', other === 'edited' ? AMOUNTS[1] : '12.5']],
        )
        return `${one} ${other}`
      })
    },
    TIMEOUT_MS,
  )
})
