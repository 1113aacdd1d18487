import { expect, test } from 'vitest'
import { type MockWorld, startMockWorld } from '../flows/support/startMockWorld.ts'

const BURIED = 4
/** The lead of an invented head: more blocks than the chain mines during the test. */
const AHEAD = 1_500
/** The number of polls, a minute apart, in slightly more than half an hour. */
const HALF_AN_HOUR = 35

function mineMany(world: MockWorld, count: number, node?: number): void {
  for (let block = 0; block < count; block += 1) world.mine([], node)
}

async function cursorOf({ context }: MockWorld): Promise<bigint> {
  const { block_number } = await context.db.kysely
    .selectFrom('chain_cursors')
    .select('block_number')
    .executeTakeFirstOrThrow()
  return block_number
}

/** Starts three nodes. The first `liars` nodes serve the same blocks, which the chain does not have. */
async function startLying(liars: number) {
  const world = await startMockWorld({ nodes: 3 })
  mineMany(world, 5)
  await world.poll()
  mineMany(world, AHEAD, 0)
  world.unite(0)
  for (let node = liars; node < 3; node += 1) world.drop(node, AHEAD)
  return {
    world,
    stop() {
      for (let node = 0; node < liars; node += 1) world.drop(node, AHEAD)
    },
  }
}

async function payOne(world: MockWorld) {
  const request = await world.createRequest()
  world.mine([world.payment(request)])
  mineMany(world, BURIED)
  return request
}

test('One of three nodes cannot move the cursor past the end of the chain, where no payment would be found', async () => {
  const { world, stop } = await startLying(1)
  await using _ = world
  const before = await cursorOf(world)
  expect(await world.poll(4)).toMatchObject({ code: 'chain_unavailable' })
  expect(await cursorOf(world)).toBe(before)
  stop()
  const request = await payOne(world)
  expect(await world.poll(2)).toBeNull()
  expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
})

test('One of three nodes cannot decide where watching begins', async () => {
  await using world = await startMockWorld({ nodes: 3, startBlock: null })
  mineMany(world, 5)
  mineMany(world, AHEAD, 0)
  await world.poll(3)
  world.drop(0, AHEAD)
  const request = await payOne(world)
  await world.poll(3)
  expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
})

test('A watcher whose cursor two of three nodes moved past the end of the chain reports the error, and moves back after half an hour', async () => {
  const { world, stop } = await startLying(2)
  await using _ = world
  expect(await world.poll(4)).toBeNull()
  expect(await cursorOf(world)).toBeGreaterThan(1_000n)
  stop()
  const request = await payOne(world)
  expect(String(await world.poll(6))).toContain('its nodes end before block')
  // The nodes may merely lag, so the watcher waits.
  expect(await cursorOf(world)).toBeGreaterThan(1_000n)
  expect(await world.poll(HALF_AN_HOUR)).toBeNull()
  expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  // The cursor of the watcher's second read has moved back as well.
  mineMany(world, BURIED)
  expect(await world.poll(12)).toBeNull()
})

test('The watcher skips a node with an impossible head', async () => {
  const lie = { isTold: false }
  await using world = await startMockWorld({
    nodes: 3,
    wrap: (node, index) => ({
      ...node,
      async send(calls, deadlineMs) {
        const outcomes = await node.send(calls, deadlineMs)
        if (index > 0 || !lie.isTold) return outcomes
        return outcomes.map((outcome, at) => {
          if (calls[at]?.params[0] !== 'latest' || !('result' in outcome)) return outcome
          return { result: Object.assign({}, outcome.result, { number: `0x${'f'.repeat(64)}` }) }
        })
      },
    }),
  })
  mineMany(world, 5)
  await world.poll()
  lie.isTold = true
  const request = await payOne(world)
  await world.poll(3)
  expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
})

test('A stalled first node delays no payment while the others continue', async () => {
  await using world = await startMockWorld({ nodes: 3 })
  mineMany(world, 5)
  await world.poll()
  const [first] = world.nodes
  if (first === undefined) throw new Error('there are no nodes')
  first.faults.staleRate = 1
  const request = await payOne(world)
  for (let minute = 0; minute < 5; minute += 1) {
    mineMany(world, 5)
    await world.poll()
  }
  expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  const told = world.lines.filter(({ msg }) => msg === 'Skipped a stalled node')
  expect(told).toMatchObject([{ network: 'devnet', first: '5' }])
})

test('A first node with a stalled finalized block delays no payment for longer than 45 minutes', async () => {
  const frozen: { at: bigint | null } = { at: null }
  await using world = await startMockWorld({
    nodes: 3,
    finality: { mode: 'finalized', depth: 2 },
    wrap: (node, index) => ({
      ...node,
      send(calls, deadlineMs) {
        const newest = BigInt(world.blocks.length - 3)
        const height = index === 0 ? (frozen.at ?? newest) : newest
        const asked = calls.map(({ method, params }) => {
          const [tag, ...rest] = params
          return {
            method,
            params: [tag === 'finalized' ? `0x${height.toString(16)}` : tag, ...rest],
          }
        })
        return node.send(asked, deadlineMs)
      },
    }),
  })
  mineMany(world, 8)
  await world.poll(2)
  frozen.at = BigInt(world.blocks.length - 3)
  const request = await payOne(world)
  for (let minute = 0; minute < 50; minute += 1) {
    mineMany(world, 1)
    await world.poll()
  }
  expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
})
