import { formatDestinationId } from '@secure-payment/core/destinations'
import { ZERO_ADDRESS } from '@secure-payment/core/evm'
import { describe, expect, it } from 'vitest'
import { claimUnmatchedPayment } from '../../host/src/api/unmatchedPayments/claimUnmatchedPayment.ts'
import { readUnmatchedPayments } from '../../host/src/api/unmatchedPayments/readUnmatchedPayments.ts'
import { CLAIM_LEASE } from '../../host/src/claims/readBlockAgain.ts'
import type { Row } from '../../host/src/db/schema.ts'
import { acquireLease, dropLease } from '../../host/src/leases/leases.ts'
import { assignUnmatched } from '../../host/src/payments/assignUnmatched.ts'
import { createTenant, TENANT_ID } from './support/createRequests.ts'
import { type MockWorld, startMockWorld } from './support/startMockWorld.ts'

const STRANGER = '01STRANGER0000000000000000'
const NOBODY = ''
const UNKNOWN = `0x${'ab'.repeat(8)}`

/** Creates a request that names a merchant's payee, as any stranger can at the cost of one call. */
async function nameBy(world: MockWorld, tenantId: string): Promise<Row<'requests'>> {
  const request = await world.createRequest()
  await world.context.db.kysely
    .updateTable('requests')
    .set({ tenant_id: tenantId })
    .where('id', '=', request.id)
    .execute()
  return request
}

/** Mines a payment to a request's payee, with an unknown reference. */
async function mineStray(world: MockWorld, like: Row<'requests'>): Promise<void> {
  world.mine([world.payment({ ...like, payment_reference: UNKNOWN })])
  world.mine()
  world.mine()
}

async function listedTo(world: MockWorld, tenantId: string): Promise<number> {
  const { unmatchedPayments } = await readUnmatchedPayments(world.context, {}, tenantId)
  return unmatchedPayments.length
}

async function startWorld(): Promise<MockWorld> {
  const world = await startMockWorld()
  await createTenant(world.context, STRANGER)
  world.mine()
  await world.poll()
  return world
}

describe('A payment with an unknown reference', () => {
  it('a payment with an unknown reference belongs to the merchant whose member signs in with the payee, regardless of requests that name it', async () => {
    await using world = await startWorld()
    const named = await nameBy(world, STRANGER)
    await world.context.db.kysely
      .insertInto('wallets')
      .values({
        address: named.payee,
        wallet_type: 'evm',
        tenant_id: TENANT_ID,
        role: 'owner',
        created_at: world.context.now().toISOString(),
      })
      .execute()
    await mineStray(world, named)
    expect(await world.poll(2)).toBeNull()
    expect(await listedTo(world, TENANT_ID)).toBe(1)
    expect(await listedTo(world, STRANGER)).toBe(0)
  })

  it('a payment with an unknown reference belongs to the current merchant of a wallet whose destination stayed with another merchant', async () => {
    await using world = await startWorld()
    const { kysely } = world.context.db
    const { payee } = await world.createRequest()
    const at = world.context.now().toISOString()
    await kysely
      .insertInto('wallets')
      .values({
        address: payee,
        wallet_type: 'evm',
        tenant_id: TENANT_ID,
        role: 'owner',
        created_at: at,
      })
      .execute()
    const route = { walletAddress: payee, chainId: 31_337, tokenAddress: ZERO_ADDRESS }
    await kysely
      .insertInto('payee_destinations')
      .values({
        id: '01KB0000000000000000000000',
        tenant_id: STRANGER,
        wallet_address: payee,
        chain_id: 31_337n,
        token_address: ZERO_ADDRESS,
        destination_id: formatDestinationId(route).destinationId,
        is_active: 1,
        created_at: at,
        updated_at: at,
      })
      .execute()
    await mineStray(world, await nameBy(world, STRANGER))
    expect(await world.poll(2)).toBeNull()
    expect(await listedTo(world, TENANT_ID)).toBe(1)
    expect(await listedTo(world, STRANGER)).toBe(0)
  })

  it('a payment with an unknown reference belongs to the merchant that named the payee before the payment, regardless of later requests', async () => {
    await using world = await startWorld()
    const own = await world.createRequest()
    world.mine()
    await world.poll()
    await mineStray(world, own)
    await unseen(world, () => nameBy(world, STRANGER))
    expect(await world.poll(2)).toBeNull()
    expect(await listedTo(world, TENANT_ID)).toBe(1)
    expect(await listedTo(world, STRANGER)).toBe(0)
  })

  it('a payment with an unknown reference is left to the operator, who assigns it, if its payee was named only after the payment', async () => {
    await using world = await startWorld()
    const { context } = world
    const lost = await world.createRequest()
    await mineStray(world, lost)
    await context.db.kysely.deleteFrom('requests').execute()
    const claimed = await unseen(world, () => nameBy(world, STRANGER))
    expect(await world.poll(2)).toBeNull()
    expect(await listedTo(world, STRANGER)).toBe(0)
    const [row] = await rowsOf(world)
    expect(row).toMatchObject({ tenant_id: NOBODY, reason: 'unknown_reference' })

    const id = row?.id ?? ''
    expect(await assignUnmatched(context, id, 'nobody')).toMatchObject({ isDone: false })
    expect(await assignUnmatched(context, 'nothing', TENANT_ID)).toMatchObject({ isDone: false })
    await context.db.kysely
      .updateTable('unmatched_payments')
      .set({ tenant_id: STRANGER, claimed_request_id: claimed.id })
      .execute()
    expect(await assignUnmatched(context, id, TENANT_ID)).toMatchObject({ isDone: true })
    expect(await rowsOf(world)).toMatchObject([{ tenant_id: TENANT_ID, claimed_request_id: null }])
  })

  it('a payment that names a request, or counts towards one, cannot be assigned by the operator', async () => {
    await using world = await startWorld()
    const { context } = world
    const request = await world.createRequest()
    await mineStray(world, request)
    world.mine([world.payment(request)])
    world.mine()
    world.mine()
    expect(await world.poll(3)).toBeNull()
    const [row] = await rowsOf(world)
    const payment = await context.db.kysely
      .selectFrom('payments')
      .select(['tx_hash', 'log_index'])
      .executeTakeFirstOrThrow()
    const id = row?.id ?? ''
    const set = (facts: object) =>
      context.db.kysely.updateTable('unmatched_payments').set(facts).execute()
    await set({ reason: 'wrong_token' })
    expect(await assignUnmatched(context, id, STRANGER)).toMatchObject({ isDone: false })
    await set({ reason: 'unknown_reference', ...payment })
    expect(await assignUnmatched(context, id, STRANGER)).toMatchObject({ isDone: false })
    expect(await rowsOf(world)).toMatchObject([{ tenant_id: TENANT_ID }])
  })
})

const rowsOf = ({ context }: MockWorld) =>
  context.db.kysely.selectFrom('unmatched_payments').selectAll().execute()

/** Runs `act` while every node is stale: no node has returned the last mined block yet. */
async function unseen<T>(world: MockWorld, act: () => Promise<T>): Promise<T> {
  for (const { faults } of world.nodes) faults.staleRate = 1
  await world.poll()
  const result = await act()
  for (const { faults } of world.nodes) faults.staleRate = 0
  return result
}

describe('A claim that the chain contradicts', () => {
  it('a claim that the chain contradicts causes at most twenty chain reads per minute and merchant', async () => {
    await using world = await startWorld()
    const { context } = world
    const request = await world.createRequest()
    await mineStray(world, request)
    expect(await world.poll(2)).toBeNull()
    const [row] = await rowsOf(world)
    const place = (logIndex: number) =>
      context.db.kysely.updateTable('unmatched_payments').set({ log_index: logIndex }).execute()
    // No log of the block has this index.
    await place(99)
    const claim = () =>
      claimUnmatchedPayment(context, {
        params: { id: row?.id ?? '' },
        body: { requestId: request.id },
        caller: { tenantId: TENANT_ID },
      } as Parameters<typeof claimUnmatchedPayment>[1])
    for (let time = 0; time < 20; time += 1) {
      await expect(claim()).rejects.toMatchObject({ code: 'claim_refused' })
    }
    const before = world.nodes.map(({ counts }) => counts.trips)
    await expect(claim()).rejects.toMatchObject({ code: 'too_many_claims', retryAfterS: 60 })
    expect(world.nodes.map(({ counts }) => counts.trips)).toEqual(before)
    // The host has read the block and recorded that the payment is not there.
    await context.db.kysely
      .deleteFrom('unmatched_payments')
      .where('id', '<>', row?.id ?? '')
      .execute()
    await place(row?.log_index ?? 0)
    // The poll advances the clock by a minute, after which the host allows further chain reads.
    await world.poll()
    expect(await claim()).toMatchObject({ claimedRequestId: request.id })
  })
})

describe('A claim of a payment that counts towards another request', () => {
  it('a claim of a payment that counts towards another request is rejected', async () => {
    await using world = await startWorld()
    const { context } = world
    const request = await world.createRequest()
    const other = await world.createRequest(request.payee)
    await mineStray(world, request)
    expect(await world.poll(2)).toBeNull()
    const [row] = await rowsOf(world)
    const unclaimed = { claimed_request_id: null }
    const forget = () =>
      context.db.kysely.updateTable('unmatched_payments').set(unclaimed).execute()
    const claim = (requestId: string) =>
      claimUnmatchedPayment(context, {
        params: { id: row?.id ?? '' },
        body: { requestId },
        caller: { tenantId: TENANT_ID },
      } as Parameters<typeof claimUnmatchedPayment>[1])
    expect(await claim(request.id)).toMatchObject({ claimedRequestId: request.id })
    // The state that another call leaves when it abandons its own claim at the same time.
    await forget()
    await expect(claim(other.id)).rejects.toMatchObject({ code: 'claim_refused' })
    expect(await world.request(other.id)).toMatchObject({ status: 'created', paid_units: '0' })
    expect(await rowsOf(world)).toMatchObject([{ claimed_request_id: null }])
  })
})

describe('A claim that the service fails to read', () => {
  it('a claim that the service fails to read does not count towards the twenty per minute', async () => {
    await using world = await startWorld()
    const { context } = world
    const request = await world.createRequest()
    await mineStray(world, request)
    expect(await world.poll(2)).toBeNull()
    const [row] = await rowsOf(world)
    const claim = () =>
      claimUnmatchedPayment(context, {
        params: { id: row?.id ?? '' },
        body: { requestId: request.id },
        caller: { tenantId: TENANT_ID },
      } as Parameters<typeof claimUnmatchedPayment>[1])
    const lease = `${CLAIM_LEASE}${row?.id}`
    const held = await acquireLease(context, lease, 'a host that died')
    if (held === null) throw new Error('The lease is not free.')
    for (let time = 0; time < 25; time += 1) {
      await expect(claim()).rejects.toMatchObject({ code: 'database_unavailable' })
    }
    await dropLease(context, held)
    expect(await claim()).toMatchObject({ claimedRequestId: request.id })
  })
})
