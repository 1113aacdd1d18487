import { describe, expect, test } from 'vitest'
import type { RpcNode } from '../../host/src/chains/openRpcNode.ts'
import { type MockWorld, startMockWorld } from '../flows/support/startMockWorld.ts'

const BURIED = 4

function mineMany(world: MockWorld, count: number, node?: number): void {
  for (let block = 0; block < count; block += 1) world.mine([], node)
}

async function cursorOf({ context }: MockWorld) {
  return context.db.kysely
    .selectFrom('chain_cursors')
    .select(['block_number', 'block_hash'])
    .executeTakeFirstOrThrow()
}

describe('A balancer that returns one chain’s head and the logs from a fork', () => {
  /** Starts two nodes behind the first URL: while `isSplit`, the second node responds to log queries. */
  async function startBalanced() {
    const balancer = { isSplit: false }
    const nodes: RpcNode[] = []
    const world = await startMockWorld({
      nodes: 2,
      wrap(node, index) {
        nodes[index] = node
        if (index > 0) return node
        return {
          ...node,
          send(calls, deadlineMs) {
            const asksForLogs = calls.some(({ method }) => method === 'eth_getLogs')
            const other = balancer.isSplit && asksForLogs ? nodes[1] : undefined
            return (other ?? node).send(calls, deadlineMs)
          },
        }
      },
    })
    return { world, balancer }
  }

  test('a balancer with logs from a fork does not move the cursor: the range must continue the recorded block', async () => {
    const { world, balancer } = await startBalanced()
    await using _ = world
    mineMany(world, 5)
    await world.poll(2)
    const before = await cursorOf(world)
    const request = await world.createRequest()
    // From the block before the cursor on, the second node has different blocks.
    world.drop(1, BURIED)
    mineMany(world, 30, 1)
    world.mine([world.payment(request)], 0)
    mineMany(world, 24, 0)
    balancer.isSplit = true
    expect(String(await world.poll())).toContain('is in dispute')
    expect(await cursorOf(world)).toEqual(before)
    balancer.isSplit = false
    world.unite(0)
    await world.poll(2)
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  })
})

describe('A recorded block that most nodes no longer have', () => {
  async function startPaid(nodes: number) {
    const world = await startMockWorld({ nodes })
    mineMany(world, 5)
    const request = await world.createRequest()
    world.mine([world.payment(request)])
    mineMany(world, BURIED)
    await world.poll(2)
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    return { world, request }
  }

  /** Puts a node on a fork that begins before the recorded block. */
  function fork(world: MockWorld, node: number): void {
    world.drop(node, BURIED + 2)
    mineMany(world, BURIED + 4, node)
  }

  test('a recorded block that most nodes no longer have reverts a payment at the third consecutive poll, but not earlier', async () => {
    const { world, request } = await startPaid(2)
    await using _ = world
    fork(world, 0)
    world.unite(0)
    for (const poll of ['first', 'second']) {
      expect(String(await world.poll()), poll).toContain('2 of 2 nodes have another')
      expect(await world.request(request.id), poll).toMatchObject({ status: 'paid' })
    }
    expect(await world.poll()).toBeNull()
    expect(await world.request(request.id)).toMatchObject({ status: 'created', paid_units: '0' })
  })

  test('a recorded block that returns before the third poll keeps its payment, and the count of polls restarts', async () => {
    const { world, request } = await startPaid(3)
    await using _ = world
    for (const _round of [1, 2]) {
      fork(world, 0)
      fork(world, 1)
      for (const poll of ['first', 'second']) {
        expect(String(await world.poll()), poll).toContain('2 of 3 nodes have another')
        expect(await world.request(request.id), poll).toMatchObject({ status: 'paid' })
      }
      world.unite(2)
      expect(await world.poll()).toBeNull()
    }
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  })
})
