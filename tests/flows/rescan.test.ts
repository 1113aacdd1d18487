import { describe, expect, it } from 'vitest'
import type { RpcNode } from '../../host/src/chains/openRpcNode.ts'
import { loadConfig } from '../../host/src/config.ts'
import { RescanRefusedError, rescanNetwork } from '../../host/src/detection/rescanNetwork.ts'
import { rescan } from '../../host/src/rescan.ts'
import { acquireLease, createHolder } from '../../host/src/scheduling/leases.ts'
import { type MockWorld, startMockWorld } from './support/startMockWorld.ts'

/** Too many for a range that is read header by header, whose blooms would give the node away. */
const BLOCKS = 100

/** A world whose only node can leave out all logs. */
async function startBlindWorld(): Promise<{ world: MockWorld; sight: { isBlind: boolean } }> {
  const sight = { isBlind: false }
  const wrap = (node: RpcNode): RpcNode => ({
    ...node,
    async send(calls, deadlineMs) {
      const answers = await node.send(calls, deadlineMs)
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

describe('Reading recorded blocks again', () => {
  it('records what no node had delivered, tells the merchant once, and leaves the cursor', async () => {
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
      unreadableCount: 0,
    })
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    expect(await again(world, 0n)).toMatchObject({ paymentCount: 0 })
    expect(await cursorOf(world)).toEqual(before)
    const events = await world.context.db.kysely.selectFrom('events').select('type').execute()
    expect(events).toEqual([{ type: 'payment.confirmed' }])
    expect(await world.poll()).toBeNull()
  })

  it('is refused for blocks that are not recorded yet, and while another one runs', async () => {
    await using world = await startMockWorld({ nodes: 1 })
    await expect(again(world, 0n)).rejects.toThrow(
      'The network "devnet" has nothing recorded from that block on.',
    )
    for (let block = 0; block < BLOCKS; block += 1) world.mine()
    await world.poll()
    const { block_number: recorded } = await cursorOf(world)
    await expect(again(world, recorded + 1n)).rejects.toThrow(RescanRefusedError)
    using other = createHolder(world.context.random)
    await acquireLease(world.context, 'rescan:devnet', other.name)
    await expect(again(world, 0n)).rejects.toMatchObject({ reason: 'running' })
  })

  it.each([
    [['base', '1'], 'not_served'],
    [[], 'not_served'],
    [['devnet'], 'no_block'],
    [['devnet', '-1'], 'no_block'],
    [['devnet', '0x10'], 'no_block'],
  ])('refuses the arguments %j by name', async (args, reason) => {
    const config = loadConfig({ PAY_NETWORKS: 'devnet', PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1' })
    await expect(rescan(config, args, () => {})).rejects.toMatchObject({ reason })
  })
})
