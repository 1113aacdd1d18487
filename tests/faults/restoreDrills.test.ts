import { describe, expect, it } from 'vitest'
import { claimUnmatchedPayment } from '../../host/src/api/unmatchedPayments/claimUnmatchedPayment.ts'
import { createRescanner } from '../../host/src/detection/createRescanner.ts'
import { createHolder } from '../../host/src/leases/leases.ts'
import { describeReconciliation, reconcile } from '../../host/src/reconcile/reconcile.ts'
import { requestRescan } from '../../host/src/rescans/requestRescan.ts'
import { noteRestore } from '../../host/src/restores/noteRestore.ts'
import { TENANT_ID } from '../flows/support/createRequests.ts'
import { openTestDatabase } from '../flows/support/openTestDatabase.ts'
import { createRandom } from '../flows/support/random.ts'
import { type MockWorld, startMockWorld, UNITS } from '../flows/support/startMockWorld.ts'
import { IS_QUICK } from '../tiers.ts'
import { type Backup, backUp } from './support/backUp.ts'

const DRILLS = IS_QUICK ? 1 : 20
const ROUNDS = 8
const ORDERS_A_ROUND = 4

/** An order of the shop. Its amount is unique, so a request with the amount is the order's. */
type Order = { units: bigint; requestId: string; isPaid: boolean }

/** Creates and pays orders in rounds. A backup begins in one round and runs during the following orders. */
async function trade(world: MockWorld, url: string, seed: number) {
  const random = createRandom(seed)
  const backupRound = random.integer(0, ROUNDS - 2)
  const orders: Order[] = []
  let backup: Promise<Backup> | null = null
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round === backupRound) backup = backUp(url)
    const created = await Promise.all(
      Array.from({ length: ORDERS_A_ROUND }, async (_, index) => {
        const units = UNITS + BigInt(round * ORDERS_A_ROUND + index)
        const request = await world.createRequest(undefined, { units })
        return { request, order: { units, requestId: request.id, isPaid: random.chance(2 / 3) } }
      }),
    )
    orders.push(...created.map(({ order }) => order))
    const paid = created.filter(({ order }) => order.isPaid)
    world.mine(paid.map(({ request, order }) => world.payment(request, order.units)))
    world.mine()
    world.mine()
    expect(await world.poll(2)).toBeNull()
  }
  if (backup === null) throw new Error('No backup began.')
  return { orders, backup: await backup }
}

/** Creates new requests for the orders whose requests the backup lacks. Returns the number of these orders. */
async function recreate(world: MockWorld, orders: readonly Order[]): Promise<number> {
  const kept = await world.context.db.kysely.selectFrom('requests').select('id').execute()
  const known = new Set(kept.map(({ id }) => id))
  const lost = orders.filter(({ requestId }) => !known.has(requestId))
  for (const order of lost) {
    order.requestId = (await world.createRequest(undefined, { units: order.units })).id
  }
  return lost.length
}

async function readCounted({ context }: MockWorld) {
  const payments = await context.db.kysely.selectFrom('payments').select('request_id').execute()
  const confirmed = await context.db.kysely
    .selectFrom('events')
    .select('request_id')
    .where('type', '=', 'payment.confirmed')
    .execute()
  const ids = (rows: readonly { request_id: string }[]) => rows.map((row) => row.request_id).sort()
  return { payments: ids(payments), confirmed: ids(confirmed) }
}

describe('Restores under load', () => {
  it(`${DRILLS} restored backups lose no paid order and count none twice, after the lost requests are created again`, async () => {
    let lostOrders = 0
    let claims = 0
    for (let drill = 1; drill <= DRILLS; drill += 1) {
      await using database = await openTestDatabase()
      await using world = await startMockWorld({ fills: database, seed: drill })
      // An earlier request shows that the payee belongs to the merchant.
      await world.createRequest(undefined, { units: 1n })
      world.mine()
      await world.poll()
      const { orders, backup } = await trade(world, database.url, drill)
      using _backup = backup

      await using copy = await backup.restore()
      const seed = 1_000 + drill
      await using restored = await startMockWorld({ fills: copy, continues: world, seed })
      expect(await restored.poll(2)).toBeNull()
      const { context } = restored
      lostOrders += await recreate(restored, orders)
      const { lost } = await reconcile(context)
      for (const { id, requests, merchantId } of lost) {
        expect({ merchantId, matches: requests.length }).toEqual({
          merchantId: TENANT_ID,
          matches: 1,
        })
        const claim = {
          params: { id },
          body: { requestId: requests[0]?.id ?? '' },
          caller: { tenantId: TENANT_ID },
        }
        for (let time = 0; time < 2; time += 1) await claimUnmatchedPayment(context, claim)
        claims += 1
      }
      expect(await restored.poll(2)).toBeNull()
      const paid = orders.filter(({ isPaid }) => isPaid).map(({ requestId }) => requestId)
      paid.sort()
      expect(await readCounted(restored)).toEqual({ payments: paid, confirmed: paid })
      expect(await reconcile(context)).toMatchObject({ isComplete: true, lost: [] })
    }
    expect(lostOrders).toBeGreaterThan(0)
    expect(lostOrders).toBeGreaterThan(claims)
    expect(claims).toBeGreaterThan(0)
  }, 600_000)

  it('reconcile names the remedy per payment, and is complete only after every network is read', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    await world.createRequest(undefined, { units: 1n })
    world.mine()
    await world.poll()
    using backup = await backUp(database.url)
    const lost = await world.createRequest()
    world.mine([world.payment(lost)])
    world.mine()
    world.mine()
    await world.poll(2)

    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world })
    const { context } = restored
    restored.clock.nowMs += 3_600_000
    const before = await reconcile(context)
    expect(before).toMatchObject({ isComplete: false, lost: [], networks: [{ status: 'down' }] })
    expect(describeReconciliation(before, 'host').join('\n')).toMatch(/Start a host/)

    const unserved = { ...context, config: { ...context.config, networks: [] } }
    const none = await reconcile(unserved)
    expect(none).toMatchObject({ isComplete: false, lost: [], networks: [] })
    expect(describeReconciliation(none, 'host').join('\n')).toMatch(/Set PAY_NETWORKS/)

    await restored.poll(2)
    const without = await reconcile(context)
    expect(without.lost).toMatchObject([{ merchantId: TENANT_ID, requests: [] }])
    expect(without.isComplete).toBe(false)
    const [payment] = without.lost
    if (payment === undefined) throw new Error('no payment')
    expect(describeReconciliation(without, 'host').join('\n')).toMatch(/create the request again/)

    const again = await restored.createRequest()
    const other = await restored.createRequest(undefined, { units: UNITS + 1n })
    const found = await reconcile(context)
    expect(found.lost.map(({ requests }) => requests)).toEqual([
      [{ id: again.id, reference: 'order-1', createdAt: again.created_at }],
    ])
    const lines = describeReconciliation(found, 'host').join('\n')
    expect(lines).toContain(`host reconcile ${payment.id} ${again.id}`)
    expect(lines).not.toContain(other.id)

    await context.db.kysely.updateTable('unmatched_payments').set({ tenant_id: '' }).execute()
    const unowned = await reconcile(context)
    expect(unowned.lost).toMatchObject([{ merchantId: null, requests: [] }])
    expect(describeReconciliation(unowned, 'host').join('\n')).toContain(
      `host assign-unmatched ${payment.id} <merchant>`,
    )
  })

  it('reconcile is not complete until the blocks after the backup are read for a payee that the backup lacks', async () => {
    const newPayee = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    expect(await noteRestore(world.context, database.url)).toBe(false)
    await world.createRequest(undefined, { units: 1n })
    world.mine()
    world.mine()
    world.mine()
    await world.poll(2)
    const { block_number: backedUp } = await world.context.db.kysely
      .selectFrom('chain_cursors')
      .select('block_number')
      .executeTakeFirstOrThrow()
    using backup = await backUp(database.url)
    const lost = await world.createRequest(newPayee)
    world.mine([world.payment(lost)])
    world.mine()
    world.mine()
    world.mine()

    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world, seed: 2 })
    const { context, network, settings } = restored
    expect(await noteRestore(context, copy.url)).toBe(true)
    expect(await noteRestore(context, copy.url)).toBe(false)
    await restored.poll(2)
    const early = await reconcile(context)
    expect(early).toMatchObject({ isComplete: false, unread: [], lost: [] })
    expect(describeReconciliation(early, 'host').join('\n')).toContain('host reconcile --finish')

    await restored.createRequest(newPayee)
    const fromBlock = Number(backedUp) + 1
    const unread = await reconcile(context)
    expect(unread).toMatchObject({
      isComplete: false,
      unread: [{ network: network.id, fromBlock, payees: [newPayee] }],
      lost: [],
    })
    const lines = describeReconciliation(unread, 'host').join('\n')
    expect(lines).toContain(`host rescan ${network.id} ${fromBlock}`)
    expect(lines).not.toMatch(/Every payment/)

    restored.clock.nowMs += 1_000
    const { db } = context
    await db.transaction((tx) =>
      requestRescan(context, tx, { network: network.id, fromBlock: BigInt(fromBlock) }),
    )
    using holder = createHolder(context.random)
    const rescanner = createRescanner(context, settings, { holder, onEvents: () => {} })
    while ((await rescanner.step()).more) restored.clock.nowMs += 1
    const found = await reconcile(context)
    expect(found).toMatchObject({ isComplete: false, unread: [] })
    // The new request is younger than the payment, so the operator assigns the payment.
    expect(found.lost).toMatchObject([{ merchantId: null, payee: newPayee }])
  })
})
