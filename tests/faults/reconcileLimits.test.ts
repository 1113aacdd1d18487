import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { createRescanner } from '../../host/src/detection/createRescanner.ts'
import { createHolder } from '../../host/src/leases/leases.ts'
import { describeReconciliation, reconcile } from '../../host/src/reconcile/reconcile.ts'
import { requestRescan } from '../../host/src/rescans/requestRescan.ts'
import { noteRestore } from '../../host/src/restores/noteRestore.ts'
import { createMockRates } from '../flows/support/mockRates.ts'
import { openTestDatabase, type TestDatabase } from '../flows/support/openTestDatabase.ts'
import { type MockWorld, startMockWorld, UNITS } from '../flows/support/startMockWorld.ts'
import { type Backup, backUp } from './support/backUp.ts'

/** A unit of a token with 6 decimals per 100 units of a dollar with 8, times 10^18: such a token costs a dollar. */
const DOLLAR = 10n ** 16n
const rates = createMockRates(getNetwork('devnet'), ({ timestampS }) => ({
  rate: DOLLAR,
  oldestTimestampS: BigInt(timestampS),
}))
/** A token below 0.10 USD: five cents. */
const DUST = UNITS / 20n

/** Creates a merchant's first request, backs the database up, and pays lost requests afterwards. */
async function losePayments(
  world: MockWorld,
  database: TestDatabase,
  { count, units = UNITS }: { count: number; units?: bigint },
): Promise<Backup> {
  await noteRestore(world.context, database.url)
  const known = await world.createRequest(undefined, { units: 1n })
  for (let block = 0; block < 3; block += 1) world.mine()
  await world.poll(2)
  const backup = await backUp(database.url)
  const payments = Array.from({ length: count }, (_, index) => {
    const reference = `0x${(index + 1).toString(16).padStart(16, '0')}`
    return world.payment({ ...known, payment_reference: reference }, units)
  })
  world.mine(payments)
  for (let block = 0; block < 3; block += 1) world.mine()
  return backup
}

async function rescan({ context, settings, network, clock }: MockWorld, fromBlock: number) {
  clock.nowMs += 1_000
  await context.db.transaction((tx) =>
    requestRescan(context, tx, { network: network.id, fromBlock: BigInt(fromBlock) }),
  )
  using holder = createHolder(context.random)
  const rescanner = createRescanner(context, settings, { holder, onEvents: () => {} })
  while ((await rescanner.step()).more) clock.nowMs += 1
}

describe('Many payments of lost requests', () => {
  it('reconcile lists every lost payment that is worth 0.10 USD or more, above 50 per payee', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database, rates })
    using backup = await losePayments(world, database, { count: 63 })
    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world, rates })
    expect(await restored.poll(2)).toBeNull()
    expect((await reconcile(restored.context)).lost).toHaveLength(63)
  })

  it('reconcile lists more than 50 lost payments without a known value, after a noted restore', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    using backup = await losePayments(world, database, { count: 63 })
    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world })
    expect(await noteRestore(restored.context, copy.url)).toBe(true)
    expect(await restored.poll(2)).toBeNull()
    expect((await reconcile(restored.context)).lost).toHaveLength(63)
  })

  it('reconcile is incomplete after an omission until a rescan has stored the rest', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    using backup = await losePayments(world, database, { count: 1_010 })
    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world })
    const { context, network } = restored
    await noteRestore(context, copy.url)
    expect(await restored.poll(2)).toBeNull()
    const omitted = await reconcile(context)
    expect(omitted.lost).toHaveLength(1_000)
    const [blocks] = omitted.unread
    expect(omitted.unread).toMatchObject([{ network: network.id, payees: [], isOmitted: true }])
    const lines = describeReconciliation(omitted, 'host').join('\n')
    expect(lines).toContain(`host rescan ${network.id} ${blocks?.fromBlock}`)

    await rescan(restored, blocks?.fromBlock ?? 0)
    const after = await reconcile(context)
    expect(after.lost).toHaveLength(1_010)
    expect(after.unread).toEqual([])
  })

  it('the host stores at most 50 payments per payee and range below 0.10 USD, except after a restore', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database, rates })
    using _backup = await losePayments(world, database, { count: 63, units: DUST })
    await world.poll(2)
    expect((await reconcile(world.context)).lost).toHaveLength(50)
    expect(
      world.lines.filter(({ msg }) => /Omitted cheap payments/.test(String(msg))),
    ).toHaveLength(1)
  })

  it('reconcile is complete after a restore only once the operator finishes it, and --finish is rejected before', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    using backup = await losePayments(world, database, { count: 1 })
    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world, seed: 2 })
    const { context } = restored
    await noteRestore(context, copy.url)
    await restored.poll(2)
    const open = { at: expect.any(String), endedAt: null }
    expect(await reconcile(context, { ends: true })).toMatchObject({
      isComplete: false,
      restore: open,
    })
    await context.db.kysely.deleteFrom('unmatched_payments').execute()
    expect(await reconcile(context)).toMatchObject({ isComplete: false, restore: open })
    const ended = { isComplete: true, restore: { endedAt: context.now().toISOString() } }
    expect(await reconcile(context, { ends: true })).toMatchObject(ended)
    expect(await reconcile(context)).toMatchObject(ended)
  })
})
