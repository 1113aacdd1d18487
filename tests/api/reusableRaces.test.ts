import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPayment } from '../support/recordPayment.ts'
import { NO_LIMITS } from '../support/signIn.ts'
import { PAYER, startTestHost, type TestHost, usdcItem } from '../support/testHost.ts'
import { IS_QUICK } from '../tiers.ts'

/** Two hosts share one database, and payers open a reusable link while the merchant cancels it. Each round uses a new link. */
const ROUNDS = IS_QUICK ? 40 : 4_000
const LANES = 4
const TIMEOUT_MS = IS_QUICK ? 240_000 : 1_800_000
const LINKS = '/v2/secure-payments'

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

type Place = Pick<TestHost, 'call'>

/** Runs all rounds, `LANES` at a time, and returns the number of rounds per outcome that `race` returned. */
async function runRounds(race: (token: string, number: number) => Promise<string>) {
  const outcomes = new Map<string, number>()
  const rounds = Array.from({ length: ROUNDS }, (_, number) => number)[Symbol.iterator]()
  const lane = async () => {
    for (const number of rounds) {
      const body = { requests: [usdcItem], isReusable: true }
      const { json } = await first.call('POST', LINKS, { body })
      const outcome = await race(json.token, number)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return outcomes
}

const openOn = ({ call }: Place, token: string, headers: Record<string, string> = {}) =>
  call('POST', `${LINKS}/${token}/open`, { headers })
const cancelOn = ({ call }: Place, token: string) => call('POST', `${LINKS}/${token}/cancel`)
const statusOf = async (token: string) => (await first.call('GET', `${LINKS}/${token}`)).status
const attemptOn = ({ call }: Place, token: string) =>
  call('POST', `${LINKS}/${token}/attempts`, {
    body: {
      attemptId: randomUUID(),
      wallet: PAYER,
      chain: 'devnet',
      token: 'USDC',
      calldataHash: `0x${'5b'.repeat(32)}`,
    },
  })

describe('A reusable link on two hosts', () => {
  it(
    'an opening and a cancellation: either the payer is rejected, or the copy is cancelled too',
    async () => {
      const outcomes = await runRounds(async (token, number) => {
        const calls = [
          () => openOn(first, token),
          () => cancelOn(second, token),
          () => openOn(second, token),
        ]
        const turned = calls.map((_, index) => (index + number) % calls.length)
        const answers = await Promise.all(
          turned.map(async (index) => ({ index, answer: await calls[index]?.() })),
        )
        const [one, cancelled, other] = answers
          .sort((a, b) => a.index - b.index)
          .map(({ answer }) => answer)
        expect(cancelled?.status).toBe(200)
        for (const opened of [one, other]) {
          if (opened?.status === 201) expect(await statusOf(opened.json.token)).toBe(410)
          else expect([opened?.status, opened?.json.code]).toEqual([410, 'payment_not_payable'])
        }
        return `${one?.status} ${other?.status}`
      })
      console.info('An opening and a cancellation', Object.fromEntries(outcomes))
      expect(
        await first.host.context.db.kysely
          .selectFrom('secure_payments')
          .select('token')
          .where('link_token', 'is not', null)
          .where('status', '=', 'pending')
          .execute(),
      ).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'a cancellation and an attempt or a payment for a copy: the copy continues, or the payer is rejected',
    async () => {
      const outcomes = await runRounds(async (token, number) => {
        const { json: copy } = await openOn(first, token)
        const pays = number % 2 === 0
        const pay = async () => {
          if (!pays) return (await attemptOn(second, copy.token)).status
          await recordPayment(second.host.context, copy.requestIds[0])
          return 201
        }
        const order = number % 4 < 2
        const [cancelled, begun] = order
          ? await Promise.all([cancelOn(first, token), pay()])
          : ((await Promise.all([pay(), cancelOn(first, token)])).toReversed() as [
              Awaited<ReturnType<typeof cancelOn>>,
              number,
            ])
        expect(cancelled.status).toBe(200)
        const status = await statusOf(copy.token)
        if (!pays) expect([begun, status]).toEqual(begun === 201 ? [201, 200] : [410, 410])
        return `${pays ? 'payment' : 'attempt'} ${begun} ${status}`
      })
      console.info('A cancellation and a payer', Object.fromEntries(outcomes))
    },
    TIMEOUT_MS,
  )

  it(
    'two payers at once get different copies, and a double call with one key gets one',
    async () => {
      await runRounds(async (token) => {
        const headers = { 'idempotency-key': randomUUID() }
        const answers = await Promise.all([
          openOn(first, token),
          openOn(second, token),
          openOn(first, token, headers),
          openOn(second, token, headers),
        ])
        const tokens = answers.map(({ status, json }) => {
          expect(status).toBe(201)
          return json.token
        })
        expect(tokens[2]).toBe(tokens[3])
        expect(new Set(tokens).size).toBe(3)
        const { count } = await first.host.context.db.kysely
          .selectFrom('secure_payments')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('link_token', '=', token)
          .executeTakeFirstOrThrow()
        expect(Number(count)).toBe(3)
        return 'opened'
      })
    },
    TIMEOUT_MS,
  )
})
