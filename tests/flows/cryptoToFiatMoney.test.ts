import { getNetwork } from '@secure-payment/core/networks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { acquireLease, type Lease } from '../../host/src/leases/leases.ts'
import { checkOfframp } from '../../host/src/offramps/checkOfframp.ts'
import { recordPayments } from '../../host/src/payments/recordPayments.ts'
import { revokePayments } from '../../host/src/payments/revokePayments.ts'
import type { DetectedPayment } from '../../host/src/settlement/detectedPayment.ts'
import { createFakeOfframp, FAKE_OFFRAMP, type FakeOfframp } from '../support/fakeOfframp.ts'
import { PLAIN_PAYMENT } from '../support/plainPayment.ts'
import { createRequests } from './support/createRequests.ts'
import { type OfframpWorld, openOfframpWorld } from './support/openOfframpWorld.ts'

const UNITS = 100n
const CANONICAL = { blockNumber: 5n, blockHash: `0x${'05'.repeat(32)}` }

let provider: FakeOfframp
let world: OfframpWorld
beforeEach(async () => {
  provider = createFakeOfframp()
  world = await openOfframpWorld(() => provider)
})
afterEach(() => world[Symbol.asyncDispose]())

/** Creates a request of 100 units that a payer pays into an approved account, or, with null, without an account. */
async function createOne(target: 'named' | null = 'named'): Promise<Row<'requests'>> {
  const network = getNetwork('devnet')
  const token = network.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? null
  const payee = provider.depositAddress('devnet') ?? ''
  const [request] = await createRequests(world.context, network, [{ payee, token, units: UNITS }])
  if (request === undefined) throw new Error('nothing was created')
  const { kysely } = world.context.db
  await kysely
    .updateTable('requests')
    .set({ offramp_provider: FAKE_OFFRAMP, is_crypto_to_fiat_allowed: 1 })
    .where('id', '=', request.id)
    .execute()
  if (target === 'named') {
    const payer = await world.addPayer({ isCompliant: true })
    const account = await world.addAccount(payer.id, { isApproved: true })
    await kysely
      .insertInto('offramp_targets')
      .values({
        request_id: request.id,
        payer_id: payer.id,
        payment_details_id: account.id,
        updated_at: world.context.now().toISOString(),
      })
      .execute()
  }
  return request
}

async function lease(name = 'watch devnet'): Promise<Lease> {
  const held = await acquireLease(world.context, name, `elsewhere:1:${name}`)
  if (held === null) throw new Error('no lease')
  return held
}

type Paid = { units: bigint; tx: number; block?: bigint }

function paymentOf(request: Row<'requests'>, { units, tx, block = 10n }: Paid): DetectedPayment {
  return {
    ...PLAIN_PAYMENT,
    requestId: request.id,
    tenantId: request.tenant_id,
    network: 'devnet',
    txHash: hashOf(tx),
    logIndex: 0,
    blockNumber: block,
    blockHash: `0x${'cd'.repeat(32)}`,
    blockTime: world.context.now().toISOString(),
    payer: null,
    payee: request.payee,
    tokenAddress: request.token_address,
    amountUnits: units,
    creditedUnits: units,
    requestUnits: units,
    invoiceCurrency: request.invoice_currency,
    paymentCurrency: request.payment_currency,
    feeUnits: 0n,
    feeAddress: null,
    isLate: false,
    gasUnits: null,
  }
}

const hashOf = (tx: number) => `0x${tx.toString(16).padStart(64, '0')}`

async function record(
  request: Row<'requests'>,
  paid: readonly Paid[],
  held?: Lease,
): Promise<void> {
  const payments = paid.map((one) => paymentOf(request, one))
  const input = { network: 'devnet', payments, unmatched: [], cursor: null }
  await recordPayments(world.context, { ...input, lease: held ?? (await lease()) })
}

async function revoke() {
  return revokePayments(world.context, {
    network: 'devnet',
    lease: await lease(),
    cursor: CANONICAL,
  })
}

async function stateOf({ id }: Row<'requests'>) {
  const { status, has_been_paid, paid_units } = await world.request(id)
  const offramps = await world.context.db.kysely
    .selectFrom('offramps')
    .selectAll()
    .where('request_id', '=', id)
    .execute()
  const events = (await world.told(id)).map(({ event }) => event)
  return { status, isPaid: has_been_paid === 1, paid: Number(paid_units), offramps, events }
}

describe('The last payment of a crypto-to-fiat request', () => {
  test('the last payment of a crypto-to-fiat request starts one offramp even if two payments arrive concurrently', async () => {
    const request = await createOne()
    const names = ['a', 'b', 'c', 'd']
    const leases = await Promise.all(names.map((name) => lease(name)))
    // Simulates several networks that can pay one request: each recorder has a separate lease.
    await Promise.all(
      leases.map((held, index) => record(request, [{ units: 50n, tx: index + 1 }], held)),
    )
    const { offramps, ...state } = await stateOf(request)
    expect(state).toEqual({
      status: 'processing',
      isPaid: false,
      paid: 200,
      events: ['payment.partial'],
    })
    expect(offramps).toMatchObject([{ units: '100', status: 'created', provider_id: null }])
  })

  test('the last payment of a crypto-to-fiat request changes nothing when it is recorded again', async () => {
    const request = await createOne()
    await record(request, [
      { units: 60n, tx: 1 },
      { units: 60n, tx: 2 },
    ])
    const before = await stateOf(request)
    await record(request, [
      { units: 60n, tx: 1 },
      { units: 60n, tx: 2 },
    ])
    expect(await stateOf(request)).toEqual(before)
    expect(before.offramps).toMatchObject([{ units: '120', tx_hash: hashOf(2) }])
    const steps = await world.context.db.kysely.selectFrom('offramp_steps').selectAll().execute()
    expect(steps).toMatchObject([{ number: 1, status: 'created', reason: null }])
  })

  test('the last payment of a crypto-to-fiat request starts no offramp for a payer who was erased in the meantime', async () => {
    const request = await createOne()
    await world.context.db.kysely
      .updateTable('payers')
      .set({ erased_at: world.context.now().toISOString() })
      .execute()
    await record(request, [{ units: UNITS, tx: 1 }])
    expect((await stateOf(request)).offramps).toMatchObject([
      { payer_id: null, payment_details_id: null, next_check_at: null },
    ])
  })
})

describe('A payment that leaves the chain', () => {
  test('a payment that leaves the chain pauses the offramp before the provider is called, and resumes the offramp under its id when the payment returns', async () => {
    const request = await createOne()
    await record(request, [
      { units: 40n, tx: 1, block: 4n },
      { units: 60n, tx: 2 },
    ])
    const [opened] = (await stateOf(request)).offramps
    expect(await revoke()).toMatchObject({ offrampIds: [], eventCount: 0, paymentCount: 1 })
    const held = await stateOf(request)
    expect(held).toMatchObject({
      status: 'partially_paid',
      isPaid: false,
      paid: 40,
      offramps: [
        { id: opened?.id, payer_id: null, next_check_at: null, failure_reason: 'reorganised' },
      ],
    })
    world.advance(3_600_000)
    await world.poll()
    expect((await stateOf(request)).offramps).toEqual(held.offramps)
    await record(request, [{ units: 70n, tx: 3, block: 12n }])
    expect(await stateOf(request)).toMatchObject({
      status: 'processing',
      paid: 110,
      offramps: [
        {
          id: opened?.id,
          payer_id: opened?.payer_id,
          payment_details_id: opened?.payment_details_id,
          units: '110',
          tx_hash: hashOf(3),
          failure_reason: null,
          next_check_at: world.context.now().toISOString(),
        },
      ],
    })
    await world.poll()
    expect((await stateOf(request)).offramps).toMatchObject([
      { provider_id: `at-provider-${opened?.id}` },
    ])
  })

  test('a payment that leaves the chain during the call to the provider keeps its offramp, so that nothing is sent twice', async () => {
    const request = await createOne()
    await record(request, [{ units: UNITS, tx: 1 }])
    const [opened] = (await stateOf(request)).offramps
    const { promise, resolve } = Promise.withResolvers<void>()
    provider.hold = promise
    const telling = checkOfframp(world.context, opened?.id ?? '')
    await revoke()
    resolve()
    provider.hold = null
    await telling
    expect(await stateOf(request)).toMatchObject({
      status: 'created',
      offramps: [{ id: opened?.id, payer_id: null }],
    })
    await record(request, [{ units: UNITS, tx: 1, block: 11n }])
    await world.poll()
    expect(await stateOf(request)).toMatchObject({
      status: 'processing',
      offramps: [
        { id: opened?.id, provider_id: `at-provider-${opened?.id}`, failure_reason: null },
      ],
    })
  })

  test('a payment that leaves the chain stops nothing once the provider has been called, and flags the offramp for review until the payment returns', async () => {
    const request = await createOne()
    await record(request, [{ units: UNITS, tx: 1 }])
    await world.poll()
    const [told] = (await stateOf(request)).offramps
    expect(told?.provider_id).not.toBeNull()
    expect(await revoke()).toMatchObject({ offrampIds: [told?.id], eventCount: 0 })
    expect(await stateOf(request)).toMatchObject({
      status: 'processing',
      isPaid: false,
      paid: 0,
      offramps: [{ id: told?.id, payer_id: told?.payer_id, failure_reason: 'reorganised' }],
      events: [],
    })
    await record(request, [{ units: 30n, tx: 2, block: 11n }])
    expect(await stateOf(request)).toMatchObject({ status: 'processing', paid: 30, events: [] })
    await record(request, [{ units: 70n, tx: 3, block: 11n }])
    const [again] = (await stateOf(request)).offramps
    expect(again).toEqual({
      ...told,
      updated_at: again?.updated_at,
      next_check_at: again?.next_check_at,
    })
  })

  test('a payment that leaves the chain changes no outcome of a request that was delivered or failed', async () => {
    for (const [status, has_been_paid] of [
      ['paid', 1],
      ['failed', 0],
    ] as const) {
      const request = await createOne()
      await record(request, [{ units: UNITS, tx: has_been_paid + 1 }])
      const { kysely } = world.context.db
      await kysely
        .updateTable('requests')
        .set({ status, has_been_paid })
        .where('id', '=', request.id)
        .execute()
      await kysely
        .updateTable('offramps')
        .set({
          status: status === 'paid' ? 'delivered' : 'failed',
          provider_id: `at-provider-${request.id}`,
        })
        .where('request_id', '=', request.id)
        .execute()
      expect((await revoke()).offrampIds).toHaveLength(1)
      expect(await stateOf(request)).toMatchObject({
        status,
        isPaid: has_been_paid === 1,
        paid: 0,
        events: [],
      })
      await record(request, [{ units: UNITS + 1n, tx: has_been_paid + 1, block: 12n }])
      expect(await stateOf(request)).toMatchObject({
        status,
        isPaid: has_been_paid === 1,
        paid: 101,
        events: [],
      })
      await revoke()
    }
  })

  test('a payment that leaves the chain does not affect the offramp if the request was overpaid', async () => {
    const request = await createOne()
    await record(request, [{ units: UNITS, tx: 1, block: 4n }])
    await record(request, [{ units: 5n, tx: 2 }])
    const { offramps } = await stateOf(request)
    expect((await revoke()).offrampIds).toEqual([])
    expect(await stateOf(request)).toEqual({
      status: 'processing',
      isPaid: false,
      paid: 100,
      offramps,
      events: [],
    })
  })
})
