import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, it } from 'vitest'
import { createRescanner } from '../../host/src/detection/createRescanner.ts'
import { rescanNetwork } from '../../host/src/detection/rescanNetwork.ts'
import { createHolder } from '../../host/src/leases/leases.ts'
import { findUniquePayments, pairsOf, parsePairs } from '../../host/src/reconcile/claimPairs.ts'
import { describeReconciliation, reconcile } from '../../host/src/reconcile/reconcile.ts'
import { requestRescan } from '../../host/src/rescans/requestRescan.ts'
import { noteRestore } from '../../host/src/restores/noteRestore.ts'
import { claimAll, countAndList } from '../../host/src/runReconcile.ts'
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

/** Reads blocks as the command `rescan` does, without its record, and returns the counts that it prints. */
async function countAgain({ context, settings }: MockWorld, fromBlock: number) {
  using holder = createHolder(context.random)
  return rescanNetwork(context, settings, { fromBlock: BigInt(fromBlock), holder })
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

    const counts = await countAgain(restored, blocks?.fromBlock ?? 0)
    expect(counts).toMatchObject({ paymentCount: 0, unmatchedCount: 10 })
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

  it('reconcile counts each lost payment that exactly one request matches, and leaves ambiguous ones to the operator', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    using backup = await losePayments(world, database, { count: 0 })
    const amounts = [UNITS, UNITS + 1n, UNITS + 2n, UNITS + 3n, UNITS + 3n]
    const orders = await Promise.all(
      amounts.map((units) => world.createRequest(undefined, { units })),
    )
    const paid = orders.map((order, index) => world.payment(order, amounts[index]))
    world.mine(paid)
    for (let block = 0; block < 3; block += 1) world.mine()
    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world, seed: 2 })
    const { context, blocks } = restored
    await restored.poll(2)
    for (const units of amounts.slice(1)) await restored.createRequest(undefined, { units })

    const { lost } = await reconcile(context)
    const first = lost.find(({ amount }) => amount.startsWith('1 '))
    const block = blocks.find(({ number }) => Number(number) === first?.blockNumber)
    const time = new Date(Number(block?.timestampS) * 1_000).toISOString()
    expect(first).toMatchObject({
      blockTime: time,
      payer: expect.stringMatching(/^0x/),
      requests: [],
    })
    const lines = describeReconciliation(await reconcile(context), 'host').join('\n')
    expect(lines).toContain(`from ${first?.payer} to`)
    expect(lines).toContain(`at ${time}, transaction ${first?.txHash}`)

    const pairs = pairsOf(findUniquePayments(lost))
    expect(pairs).toHaveLength(2)
    const printed: string[] = []
    for (let time = 0; time < 2; time += 1) {
      expect(await claimAll(context, pairs, (line) => printed.push(line))).toBe(true)
    }
    expect(printed).toEqual(['Counted 2 of 2 payments.', 'Counted 2 of 2 payments.'])
    const { db } = context
    const counted = await db.kysely.selectFrom('payments').select('amount_units').execute()
    expect(counted.map((row) => row.amount_units).sort()).toEqual(['1000001', '1000002'])
    const entries = await db.kysely
      .selectFrom('audit_log')
      .select(['action', 'object_id'])
      .where('action', '=', 'unmatched_payment.claimed')
      .execute()
    expect(entries.map(({ object_id }) => object_id).sort()).toEqual(
      pairs.map(({ paymentId }) => paymentId).sort(),
    )
    expect((await reconcile(context)).lost).toHaveLength(3)
  })

  it('reconcile --unique prints its pairs and changes nothing, and counts them only with --yes', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    using backup = await losePayments(world, database, { count: 1 })
    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world, seed: 2 })
    const { context } = restored
    await restored.poll(2)
    const { id, created_at: createdAt } = await restored.createRequest()
    const reference = 'NEW 1'
    await context.db.kysely
      .updateTable('requests')
      .set({ reference })
      .where('id', '=', id)
      .execute()
    const [payment] = (await reconcile(context)).lost
    expect(payment?.requests).toEqual([{ id, reference, createdAt }])

    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    expect(await countAndList(context, { unique: true, given: [] }, print)).toBe(false)
    const text = printed.splice(0).join('\n')
    expect(text).toContain(`${payment?.id}  1 USDC from ${payment?.payer} to`)
    expect(text).toContain(`at ${payment?.blockTime}, transaction`)
    expect(text).toContain(`${id}  # reference "NEW 1", created ${createdAt}`)
    expect(text).toContain('reconcile --unique --yes')
    expect(await countAndList(context, { unique: true, json: true, given: [] }, print)).toBe(false)
    expect(JSON.parse(printed.splice(0).join(''))).toMatchObject({
      pairs: [{ paymentId: payment?.id, requestId: id }],
    })
    expect((await restored.request(id)).paid_units).toBe('0')

    expect(await countAndList(context, { unique: true, yes: true, given: [] }, print)).toBe(true)
    expect(printed[0]).toBe('Counted 1 of 1 payments.')
    expect((await restored.request(id)).status).toBe('paid')
  })

  it('a failed claim of several is reported, and the others count', async () => {
    await using database = await openTestDatabase()
    await using world = await startMockWorld({ fills: database })
    using backup = await losePayments(world, database, { count: 1 })
    await using copy = await backup.restore()
    await using restored = await startMockWorld({ fills: copy, continues: world, seed: 2 })
    const { context } = restored
    await restored.poll(2)
    const { id: requestId } = await restored.createRequest()
    const [payment] = (await reconcile(context)).lost
    const paymentId = payment?.id ?? 'none'
    const printed: string[] = []
    const pairs = [
      { paymentId: '01KB5A11B2C3D4E5F6G7H8J9KB', requestId },
      { paymentId, requestId },
    ]
    expect(await claimAll(context, pairs, (line) => printed.push(line))).toBe(false)
    expect(printed.at(-1)).toBe('Counted 1 of 2 payments.')
    expect(printed[0]).toMatch(/^01KB5A11B2C3D4E5F6G7H8J9KB was not counted/)
    expect((await restored.request(requestId)).status).toBe('paid')
  })

  it('a file of claims with a wrong line is rejected before any claim', () => {
    const id = '01KB5A11B2C3D4E5F6G7H8J9KB'
    expect(parsePairs(`${id} one\n\n ${id}\ttwo \n`)).toEqual([
      { paymentId: id, requestId: 'one' },
      { paymentId: id, requestId: 'two' },
    ])
    for (const line of [id, `${id} one two`, 'x one']) {
      expect(() => parsePairs(`${id} one\n${line}`)).toThrow(/Line 2/)
    }
  })
})
