import { type Chains, startChains } from '@secure-payment/devnet'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../host/src/db/schema.ts'
import { pay } from './support/pay.ts'
import { payConverted } from './support/payConverted.ts'
import { startWorld, type World } from './support/startWorld.ts'
import { waitFor } from './support/waitFor.ts'

const PAYEE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const CONFIRMATIONS = 4

let chains: Chains

beforeAll(async () => {
  chains = await startChains({ networks: ['devnet'] })
  await chains.mine('devnet', 10)
})

afterAll(async () => {
  await chains?.[Symbol.asyncDispose]()
})

async function createOne(world: World): Promise<Row<'requests'>> {
  const token = chains.token('devnet', 'USDC').address
  const [request] = await world.create([{ payee: PAYEE, token, units: 1_000_000n }])
  if (request === undefined) throw new Error('nothing was created')
  return request
}

async function pendingOf(world: World, requestId: string): Promise<Row<'pending_payments'>[]> {
  return world.context.db.kysely
    .selectFrom('pending_payments')
    .selectAll()
    .where('request_id', '=', requestId)
    .execute()
}

async function untilPending(world: World, requestId: string, count: number): Promise<void> {
  await waitFor(`${count} pending payments`, async () => {
    const rows = await pendingOf(world, requestId)
    return rows.length === count ? rows : null
  })
}

/** Replaces the newest blocks; the first new block includes the `raw` transactions again. */
async function reorg(depth: number, raw: readonly Hex[] = []): Promise<void> {
  await chains.client('devnet').request<{
    Method: 'anvil_reorg'
    Parameters: [number, [Hex, number][]]
    ReturnType: null
  }>({ method: 'anvil_reorg', params: [depth, raw.map((hex) => [hex, 0])] })
}

/** Pays and returns the payment's signed bytes, so that it can be mined again. */
async function payRaw(world: World, request: Row<'requests'>): Promise<Hex> {
  const hash = await pay(world, request)
  return chains.client('devnet').request<{
    Method: 'eth_getRawTransactionByHash'
    Parameters: [Hex]
    ReturnType: Hex
  }>({ method: 'eth_getRawTransactionByHash', params: [hash] })
}

describe('A payment below the confirmation depth', () => {
  test('a payment below the confirmation depth is shown as detected, not credited, until it reaches the depth', async () => {
    await using world = await startWorld(chains, { confirmations: CONFIRMATIONS })
    const request = await createOne(world)
    await pay(world, request)
    await untilPending(world, request.id, 1)
    await chains.mine('devnet', CONFIRMATIONS - 1)
    await world.settled()
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
    expect(await world.payments(request.id)).toEqual([])
    await chains.mine('devnet')
    await world.until(request.id, (row) => row.status === 'paid')
    await untilPending(world, request.id, 0)
  })

  test.each([1, 2, 3, 4])(
    'a payment below the confirmation depth is forgotten without any event if it leaves the chain (depth %i)',
    async (depth) => {
      await using world = await startWorld(chains, { confirmations: CONFIRMATIONS })
      const request = await createOne(world)
      await pay(world, request)
      await chains.mine('devnet', depth - 1)
      await untilPending(world, request.id, 1)
      await reorg(depth)
      await untilPending(world, request.id, 0)
      await chains.mine('devnet', CONFIRMATIONS + 1)
      await world.settled()
      expect(await world.request(request.id)).toMatchObject({
        status: 'created',
        paid_units: '0',
        event_sequence: 0,
      })
    },
  )

  test.each([1, 2, 3, 4])(
    'a payment below the confirmation depth counts once if it is mined again after a reorganisation (depth %i)',
    async (depth) => {
      await using world = await startWorld(chains, { confirmations: CONFIRMATIONS })
      const request = await createOne(world)
      const raw = await payRaw(world, request)
      await chains.mine('devnet', depth - 1)
      await untilPending(world, request.id, 1)
      await reorg(depth, [raw])
      await chains.mine('devnet', CONFIRMATIONS + 1)
      await world.until(request.id, (row) => row.status === 'paid')
      await world.settled()
      expect(await world.payments(request.id)).toHaveLength(1)
      expect(await world.request(request.id)).toMatchObject({
        paid_units: '1000000',
        event_sequence: 1,
      })
    },
  )
})

describe('A chain with a reorganisation below the confirmed depth', () => {
  test('a chain with a deep reorganisation revokes exactly the orphaned part of a conversion, in the invoice currency', async () => {
    await using world = await startWorld(chains, { confirmations: 0 })
    const token = chains.token('devnet', 'USDC').address
    const [request] = await world.create([
      { payee: PAYEE, invoice: 'USD', token, units: 80_00000000n },
    ])
    if (request === undefined) throw new Error('nothing was created')
    await payConverted(world, request, { units: 30_00000000n })
    await world.until(request.id, (row) => row.paid_units === '3000000000')
    await chains.mine('devnet', 2)
    const [kept] = await world.payments(request.id)
    await payConverted(world, request, { units: 50_00000000n, payer: 2 })
    await world.until(request.id, (row) => row.status === 'paid')
    await waitFor('the events', () => (world.events(request.id).length === 2 ? true : null))
    await world.settled()

    // The transactions are the second conversion and the approval before it.
    await reorg(2)
    const reopened = await world.until(request.id, (row) => row.status === 'partially_paid')
    expect(reopened).toMatchObject({ paid_units: '3000000000', tx_hash: kept?.tx_hash })
    expect(await world.payments(request.id)).toEqual([kept])
    await waitFor('the correction', () => (world.events(request.id).length === 3 ? true : null))
    expect(world.events(request.id)[2]).toMatchObject({
      event: 'payment.failed',
      totalAmountPaid: '30',
      expectedAmount: '80',
    })

    await payConverted(world, request, { units: 50_00000000n, payer: 3 })
    expect(await world.until(request.id, (row) => row.status === 'paid')).toMatchObject({
      paid_units: '8000000000',
      event_sequence: 4,
    })
    expect(await world.payments(request.id)).toHaveLength(2)
  })

  test('a chain with a deep reorganisation revokes the payments of its orphaned blocks, and records them again in their new blocks', async () => {
    await using world = await startWorld(chains, { confirmations: 0 })
    const kept = await createOne(world)
    await pay(world, kept)
    await world.until(kept.id, (row) => row.status === 'paid')
    const [lost, moved] = [await createOne(world), await createOne(world)]
    await pay(world, lost, { payer: 2 })
    const raw = await payRaw(world, moved)
    await world.until(moved.id, (row) => row.status === 'paid')
    await waitFor('the event', () => (world.events(moved.id).length === 1 ? true : null))
    const [before] = await world.payments(moved.id)
    await world.settled()

    // These blocks contain the payments of `lost` and `moved`, and the two approvals before each payment.
    await reorg(6)
    await world.until(lost.id, (row) => row.status === 'created')
    expect(await world.payments(lost.id)).toEqual([])
    expect(await world.securePayment(lost)).toMatchObject({ status: 'pending', completed_at: null })
    expect(await world.request(kept.id)).toMatchObject({ status: 'paid', event_sequence: 1 })
    await world.until(moved.id, (row) => row.status === 'created')
    expect(raw).toMatch(/^0x/)

    await pay(world, moved)
    const again = await world.until(moved.id, (row) => row.status === 'paid')
    expect(again).toMatchObject({ paid_units: '1000000', event_sequence: 3 })
    await waitFor('the events', () => (world.events(moved.id).length === 3 ? true : null))
    expect(world.events(moved.id)).toMatchObject([
      { event: 'payment.confirmed', sequence: 1 },
      { event: 'payment.failed', sequence: 2, subStatus: 'failed', failureReason: 'reorganised' },
      { event: 'payment.confirmed', sequence: 3 },
    ])
    const [after] = await world.payments(moved.id)
    expect(after?.block_hash).not.toBe(before?.block_hash)
  })
})
