import { erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Accounts,
  AMOUNT_UNITS,
  approveOnce,
  DEPOSIT,
  type OfframpWorld,
  PATIENCE_MS,
  startOfframps,
  type Told,
} from './support/startOfframps.ts'
import { waitFor } from './support/waitFor.ts'

const PAYER = 'ana@example.test'
const HOLDERS = ['Joana Costa', 'Bounce', 'Return', 'Retry', 'Fail'] as const

let world: OfframpWorld
let accounts: Accounts

beforeAll(async () => {
  world = await startOfframps({ delayMs: 100 })
  accounts = await world.createPayer(PAYER, HOLDERS)
  await approveOnce(world.chains, 1)
}, PATIENCE_MS)
afterAll(() => world?.[Symbol.asyncDispose]())

const query = (holder: (typeof HOLDERS)[number]) => ({
  clientUserId: PAYER,
  paymentDetailsId: accounts.get(holder) ?? '',
})

/** Describes the money's stage in a webhook, in one or two words. */
const wordOf = ({ event, subStatus }: Told) =>
  `${event.slice('payment.'.length)} ${subStatus}`.trim()

const read = (requestId: string) => world.call('GET', `/v2/request/${requestId}`)

async function untilTold(requestId: string, last: string): Promise<Told[]> {
  return waitFor(
    `${last} of ${requestId}`,
    () => {
      const told = world.told(requestId)
      return told.some((one) => wordOf(one) === last) ? told : null
    },
    PATIENCE_MS,
  )
}

async function depositUnits(): Promise<bigint> {
  const { address } = world.chains.token('devnet', 'USDC')
  return world.chains.client('devnet').readContract({
    address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [DEPOSIT],
  })
}

const CHECKS = [
  'processing initiated',
  'processing pending_internal_assessment',
  'processing ongoing_checks',
]
const SENT = ['processing sending_fiat', 'processing fiat_sent']

describe('A payment into a bank account', () => {
  test.each([
    ['Joana Costa', 'is delivered', [...CHECKS, ...SENT, 'confirmed'], 'paid', undefined],
    [
      'Bounce',
      'bounces, and is then delivered',
      [...CHECKS, ...SENT, 'processing bounced', ...SENT, 'confirmed'],
      'paid',
      undefined,
    ],
    [
      'Return',
      'is returned permanently',
      [...CHECKS, ...SENT, 'processing bounced', 'failed bounced'],
      'failed',
      'bounced',
    ],
    [
      'Retry',
      'is tried again',
      [...CHECKS, 'processing retry_required', ...SENT, 'confirmed'],
      'paid',
      undefined,
    ],
    ['Fail', 'fails', [...CHECKS, 'failed failed'], 'failed', 'failed'],
  ] as const)(
    'a payment into a bank account sends every webhook in %s %s, signed and in order',
    async (holder, _, way, status, subStatus) => {
      const requestId = await world.createRequest(holder)
      const before = await depositUnits()
      const txHash = await world.pay(requestId, query(holder))
      expect((await depositUnits()) - before).toBe(AMOUNT_UNITS)
      const told = await untilTold(requestId, way.at(-1) ?? '')
      expect(told.map(wordOf)).toEqual(way)
      expect(told.map(({ sequence }) => sequence)).toEqual(way.map((__, index) => index + 1))
      const answer = await read(requestId)
      expect(answer).toMatchObject({
        status,
        hasBeenPaid: status === 'paid',
        payee: DEPOSIT,
        txHash,
      })
      expect(answer.subStatus).toBe(subStatus)
      expectEnd(told.at(-1), { txHash, isPaid: status === 'paid' })
      const { offrampId } = told[0]?.body ?? {}
      expect(offrampId).toMatch(/^off_[0-9A-Z]{26}$/)
      const steps = await world.db.kysely
        .selectFrom('offramp_steps')
        .select('status')
        .where('offramp_id', '=', offrampId)
        .orderBy('number')
        .execute()
      expect(steps.map((step) => step.status).slice(0, 4)).toEqual([
        'created',
        'initiated',
        'pending_internal_assessment',
        'ongoing_checks',
      ])
      expect(steps).toHaveLength(way.length + 1)
    },
    PATIENCE_MS,
  )

  function expectEnd(
    last: Told | undefined,
    { txHash, isPaid }: { txHash: string; isPaid: boolean },
  ) {
    const end = isPaid
      ? {
          event: 'payment.confirmed',
          amount: '2.5',
          totalAmountPaid: '2.5',
          txHash,
          payee: DEPOSIT,
          fees: [{ type: 'gas' }],
        }
      : { event: 'payment.failed', failureReason: expect.any(String) }
    expect(last?.body).toMatchObject({
      ...end,
      isCryptoToFiat: true,
      paymentProcessor: 'sandbox-offramp',
    })
  }

  test(
    'the host reports the first of two parts, and starts the offramp with the second',
    async () => {
      const requestId = await world.createRequest('parts')
      await world.pay(requestId, { ...query('Joana Costa'), amount: '1' })
      await untilTold(requestId, 'partial')
      expect(await read(requestId)).toMatchObject({
        status: 'partially_paid',
        remainingAmount: '1.5',
      })
      await world.pay(requestId, query('Joana Costa'))
      const told = await untilTold(requestId, 'confirmed')
      expect(told.map(wordOf)).toEqual(['partial', ...CHECKS, ...SENT, 'confirmed'])
      expect(told.at(-1)?.body).toMatchObject({ amount: '1.5', totalAmountPaid: '2.5' })
    },
    PATIENCE_MS,
  )

  test(
    'a payment into a bank account waits if it has no payer, and goes to the account that an API key sets',
    async () => {
      const requestId = await world.createRequest('unnamed')
      // The payer uses calldata that a page built without the host.
      const other = query('Fail')
      await world.pay(requestId, { ...other, amount: '0.5' })
      await untilTold(requestId, 'partial')
      await world.db.kysely
        .deleteFrom('offramp_targets')
        .where('request_id', '=', requestId)
        .execute()
      const { address } = world.chains.wallet('devnet', 1).account
      const calldata = await world.call(
        'GET',
        `/v2/request/${requestId}/pay?${new URLSearchParams({ wallet: address, ...other })}`,
      )
      await world.db.kysely
        .deleteFrom('offramp_targets')
        .where('request_id', '=', requestId)
        .execute()
      const { to, data } = calldata.transactions.at(-1)
      await world.chains.wallet('devnet', 1).sendTransactionSync({ to, data })
      await waitFor('the money to arrive', async () => {
        const { status } = await read(requestId)
        return status === 'processing' && (await isRecorded(requestId)) ? true : null
      })
      expect((await read(requestId)).note).toContain('needs a payer')
      const search = new URLSearchParams({ wallet: address, ...query('Joana Costa') })
      await expect(world.call('GET', `/v2/request/${requestId}/pay?${search}`)).rejects.toThrow(
        'already_paid',
      )
      const told = await untilTold(requestId, 'confirmed')
      expect(told.map(wordOf)).toEqual(['partial', ...CHECKS, ...SENT, 'confirmed'])
    },
    PATIENCE_MS,
  )

  async function isRecorded(requestId: string): Promise<boolean> {
    const rows = await world.db.kysely
      .selectFrom('offramps')
      .select('id')
      .where('request_id', '=', requestId)
      .execute()
    return rows.length === 1
  }
})
