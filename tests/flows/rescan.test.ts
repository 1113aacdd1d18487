import { describe, expect, it } from 'vitest'
import { ChainUnavailableError, RpcCallError } from '../../host/src/chains/errors.ts'
import type { RpcNode } from '../../host/src/chains/openRpcNode.ts'
import { openMachineClock } from '../../host/src/clock/openMachineClock.ts'
import { loadConfig } from '../../host/src/config.ts'
import { createRescanner, MAX_FAILURES } from '../../host/src/detection/createRescanner.ts'
import { rescanNetwork } from '../../host/src/detection/rescanNetwork.ts'
import { rescanRange } from '../../host/src/detection/rescanRange.ts'
import { acquireLease, createHolder } from '../../host/src/leases/leases.ts'
import { requestRescan } from '../../host/src/rescans/requestRescan.ts'
import { RescanRefusedError } from '../../host/src/rescans/rescanRefusedError.ts'
import { runRescan } from '../../host/src/runRescan.ts'
import { type MockWorld, startMockWorld, UNITS } from './support/startMockWorld.ts'

/** More blocks than the host reads header by header, because the blooms of headers would reveal the missing logs. */
const BLOCKS = 100
/** A number of blocks above the confirmation depth. */
const BURIED = 4

/** The behaviour of a world's only node, which can omit all logs and reject queries. */
type Sight = { isBlind: boolean; isRefused: boolean }

async function startBlindWorld(): Promise<{ world: MockWorld; sight: Sight }> {
  const sight = { isBlind: false, isRefused: false }
  const wrap = (node: RpcNode): RpcNode => ({
    ...node,
    async send(calls, deadlineMs) {
      const answers = await node.send(calls, deadlineMs)
      if (sight.isRefused) {
        const error = new RpcCallError(node.name, 'eth_getLogs', -32_000, 'history is pruned')
        return answers.map(() => ({ error }))
      }
      return answers.map((answer, index) =>
        sight.isBlind && calls[index]?.method === 'eth_getLogs' ? { result: [] } : answer,
      )
    },
  })
  return { world: await startMockWorld({ nodes: 1, wrap }), sight }
}

async function again(world: MockWorld, fromBlock: bigint) {
  const { context, network } = world
  using holder = createHolder(context.random)
  const finality = { mode: 'depth', depth: 2 } as const
  return rescanNetwork(context, { network, finality }, { fromBlock, holder })
}

const cursorOf = (world: MockWorld) =>
  world.context.db.kysely
    .selectFrom('chain_cursors')
    .select(['block_number', 'block_hash'])
    .executeTakeFirstOrThrow()

describe('A rescan of recorded blocks', () => {
  it('a rescan of recorded blocks records payments that no node had returned, reports them once, and leaves the cursor', async () => {
    const { world, sight } = await startBlindWorld()
    await using _ = world
    world.mine()
    await world.poll()
    const request = await world.createRequest()
    sight.isBlind = true
    world.mine([world.payment(request)])
    for (let block = 0; block < BLOCKS; block += 1) world.mine()
    await world.poll()
    expect(await world.request(request.id)).toMatchObject({ status: 'created' })
    const before = await cursorOf(world)

    sight.isBlind = false
    expect(await again(world, 1n)).toEqual({
      fromBlock: 1n,
      toBlock: before.block_number,
      paymentCount: 1,
      unmatchedCount: 0,
      unreadableCount: 0,
    })
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    expect(await again(world, 0n)).toMatchObject({ paymentCount: 0 })
    expect(await cursorOf(world)).toEqual(before)
    const events = await world.context.db.kysely.selectFrom('events').select('type').execute()
    expect(events).toEqual([{ type: 'payment.confirmed' }])
    expect(await world.poll()).toBeNull()
  })

  it('a rescan of recorded blocks keeps a request paid until the chain has lost both the confirmed and the rescanned payment', async () => {
    const { world, sight } = await startBlindWorld()
    await using _ = world
    const { kysely } = world.context.db
    const told = async () =>
      (await kysely.selectFrom('events').select('type').orderBy('sequence').execute()).map(
        ({ type }) => type,
      )
    const mine = (count: number) => {
      for (let block = 0; block < count; block += 1) world.mine()
    }
    world.mine()
    await world.poll()
    const request = await world.createRequest()
    sight.isBlind = true
    world.mine([world.payment(request)])
    mine(BLOCKS)
    await world.poll()
    sight.isBlind = false
    world.mine([world.payment(request)])
    mine(BURIED)
    await world.poll(2)
    expect(await told()).toEqual(['payment.confirmed'])
    await kysely
      .updateTable('webhook_deliveries')
      .set({ status: 'delivered', attempt: 1 })
      .execute()
    expect(await again(world, 1n)).toMatchObject({ paymentCount: 1 })

    world.drop(0, BURIED + 2)
    mine(BURIED + 4)
    await world.poll(6)
    expect(await world.request(request.id)).toMatchObject({
      status: 'paid',
      has_been_paid: 1,
      paid_units: UNITS.toString(),
    })
    expect(await told()).toEqual(['payment.confirmed'])

    world.drop(0, world.blocks.length - 2)
    mine(BLOCKS + 4 * BURIED)
    await world.poll(6)
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
    expect(await told()).toEqual(['payment.confirmed', 'payment.failed'])
  })

  it('a rescan of recorded blocks is rejected for blocks that are not recorded yet, and while another rescan runs', async () => {
    await using world = await startMockWorld({ nodes: 1 })
    await expect(again(world, 0n)).rejects.toThrow(
      'The network "devnet" has no recorded block from that one on.',
    )
    for (let block = 0; block < BLOCKS; block += 1) world.mine()
    await world.poll()
    const { block_number: recorded } = await cursorOf(world)
    await expect(again(world, recorded + 1n)).rejects.toThrow(RescanRefusedError)
    using other = createHolder(world.context.random)
    await acquireLease(world.context, 'rescan:devnet', other.name)
    await expect(again(world, 0n)).rejects.toMatchObject({ reason: 'running' })
  })

  it('a rescan of recorded blocks replaces a rescan whose process died in another container, even when the host has only the machine’s clock', async () => {
    await using world = await startMockWorld({ nodes: 1 })
    for (let block = 0; block < BLOCKS; block += 1) world.mine()
    await world.poll()
    const { now, log, random } = world.context
    await using clock = openMachineClock({ log, random, wallClock: now })
    const context = { ...world.context, clock }
    await acquireLease(context, 'rescan:devnet', 'elsewhere:1:died')
    await expect(again({ ...world, context }, 0n)).rejects.toMatchObject({ reason: 'running' })
    const expires_at = now().toISOString()
    const { kysely } = context.db
    await kysely
      .updateTable('leases')
      .set({ expires_at })
      .where('name', '=', 'rescan:devnet')
      .execute()
    expect(await again({ ...world, context }, 0n)).toMatchObject({ paymentCount: 0 })
  })

  it.each([
    [['base', '1'], 'not_served'],
    [[], 'not_served'],
    [['devnet'], 'no_block'],
    [['devnet', '-1'], 'no_block'],
    [['devnet', '0x10'], 'no_block'],
  ])('a rescan of recorded blocks rejects the arguments %j by name', async (args, reason) => {
    const config = loadConfig({ PAY_NETWORKS: 'devnet', PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' })
    await expect(runRescan(config, args, () => {})).rejects.toMatchObject({ reason })
  })
})

/** A step is so small that a world's blocks need several steps. */
const STEP_BLOCKS = 40

/** Starts a world with two missed payments, a hundred blocks apart, and an operator's request to rescan everything. */
async function startMissedWorld() {
  const { world, sight } = await startBlindWorld()
  world.mine()
  await world.poll()
  const requests = [await world.createRequest(), await world.createRequest()]
  sight.isBlind = true
  for (const request of requests) {
    world.mine([world.payment(request)])
    for (let block = 0; block < BLOCKS; block += 1) world.mine()
  }
  await world.poll()
  sight.isBlind = false
  const { id } = await ask(world, 1n)
  return { world, sight, id }
}

function ask({ context }: MockWorld, fromBlock: bigint) {
  return context.db.transaction((tx) =>
    requestRescan(context, tx, { network: 'devnet', fromBlock }),
  )
}

function settingsOf({ network }: MockWorld) {
  const finality = { mode: 'depth', depth: 2 } as const
  return { network: { ...network, maxLogRange: STEP_BLOCKS }, finality }
}

/** Starts the jobs of a separate host. Disposal simulates a crash: it releases no lease, and leaves a dead host's name as the holder. */
function startHostOf(world: MockWorld) {
  const holder = createHolder(world.context.random)
  let notified = 0
  const rescanner = createRescanner(world.context, settingsOf(world), {
    holder,
    onEvents: () => (notified += 1),
  })
  return {
    rescanner,
    holder,
    notifications: () => notified,
    async finish() {
      while ((await rescanner.step()).more);
    },
    [Symbol.dispose]: () => holder[Symbol.dispose](),
  }
}

const read = ({ context }: MockWorld, id: string) =>
  context.db.kysely.selectFrom('rescans').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('A rescan that an operator requested', () => {
  it('a rescan that an operator requested runs in steps and ends with its counts', async () => {
    const { world, id } = await startMissedWorld()
    await using _ = world
    const { block_number: recorded } = await cursorOf(world)
    using host = startHostOf(world)
    await host.rescanner.step()
    expect(await read(world, id)).toMatchObject({ status: 'running', to_block: recorded })
    await host.rescanner.step()
    expect(await read(world, id)).toMatchObject({ status: 'running', next_block: 41n })
    await host.finish()
    expect(await read(world, id)).toMatchObject({
      status: 'done',
      from_block: 1n,
      next_block: recorded + 1n,
      to_block: recorded,
      payment_count: 2,
      unreadable_count: 0,
      failure: null,
    })
    expect(host.notifications()).toBe(2)
    await ask(world, 1n)
    await host.finish()
    const counts = await world.context.db.kysely
      .selectFrom('rescans')
      .select('payment_count')
      .execute()
    expect(counts.map((row) => row.payment_count).sort()).toEqual([0, 2])
  })

  it.each([
    ['before a step', false],
    ['between recording a range and storing the progress', true],
  ])(
    'a rescan that an operator requested continues on another host after a crash %s, and counts the found payments once',
    async (_, isRecorded) => {
      const { world, id } = await startMissedWorld()
      await using __ = world
      {
        using crashed = startHostOf(world)
        await crashed.rescanner.step()
        if (isRecorded) {
          const lease = await acquireLease(world.context, 'rescan:devnet', crashed.holder.name)
          if (lease === null) throw new Error('The host did not hold its lease.')
          const range = { fromBlock: 1n, toBlock: BigInt(STEP_BLOCKS) }
          const found = await rescanRange(world.context, settingsOf(world), { lease, range })
          expect(found.paymentCount).toBe(1)
        }
      }
      expect(await read(world, id)).toMatchObject({ next_block: 1n, payment_count: 0 })
      using host = startHostOf(world)
      await host.finish()
      expect(await read(world, id)).toMatchObject({ status: 'done', payment_count: 2 })
      const payments = await world.context.db.kysely.selectFrom('payments').select('id').execute()
      expect(payments).toHaveLength(2)
    },
  )

  it('a rescan that an operator requested fails when nodes keep rejecting its reads, and then allows another rescan', async () => {
    const { world, sight, id } = await startMissedWorld()
    await using _ = world
    using host = startHostOf(world)
    await host.rescanner.step()
    sight.isRefused = true
    for (let failed = 1; failed < MAX_FAILURES; failed += 1) {
      await expect(host.rescanner.step()).rejects.toBeInstanceOf(ChainUnavailableError)
    }
    expect(await read(world, id)).toMatchObject({ status: 'running', next_block: 1n })
    expect(await host.rescanner.step()).toEqual({ more: true })
    const failed = await read(world, id)
    expect(failed).toMatchObject({ status: 'failed', next_block: 1n })
    expect(failed.failure).toContain('devnet')
    expect(failed.ended_at).not.toBeNull()

    sight.isRefused = false
    const { id: next } = await ask(world, 1n)
    await host.finish()
    expect(await read(world, next)).toMatchObject({ status: 'done', payment_count: 2 })
  })

  it('a rescan that an operator requested runs only on the host that holds its lease', async () => {
    const { world, id } = await startMissedWorld()
    await using _ = world
    using other = createHolder(world.context.random)
    await acquireLease(world.context, 'rescan:devnet', other.name)
    using host = startHostOf(world)
    expect(await host.rescanner.step()).toEqual({ more: false })
    expect(await read(world, id)).toMatchObject({ status: 'pending' })
  })

  it('a rescan that an operator requested is rejected for blocks that are not recorded, and while another rescan is open', async () => {
    const { world } = await startMissedWorld()
    await using _ = world
    await expect(ask(world, 1n)).rejects.toMatchObject({ reason: 'running' })
    using host = startHostOf(world)
    await host.finish()
    const { block_number: recorded } = await cursorOf(world)
    await expect(ask(world, recorded + 1n)).rejects.toMatchObject({ reason: 'not_recorded' })
    await expect(ask(world, recorded)).resolves.toMatchObject({ status: 'pending' })
  })
})
