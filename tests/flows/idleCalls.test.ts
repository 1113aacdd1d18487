import { getNetwork, networks } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import { type MockWorld, startMockWorld } from './support/startMockWorld.ts'

/** The project's limit on JSON-RPC calls per network in any minute without open requests. */
const MAX_IDLE_CALLS = 20
const MINUTE_MS = 60_000
/** The watched time: long enough for two of the watcher's periodic rechecks. */
const IDLE_MINUTES = 11
const DAY_MS = 24 * 3_600_000

/** `IDLE_NETWORKS=all` watches every network; the additional networks differ only in block time and finality tag. */
const WATCHED =
  process.env['IDLE_NETWORKS'] === 'all'
    ? networks.filter(({ family, isLocal }) => family === 'evm' && !isLocal).map(({ id }) => id)
    : ['base', 'arbitrum-one', 'mainnet', 'sepolia']

/** Starts a world at a host's default pace, and records the calls per tick. */
async function startPaced(networkId: string) {
  const network = getNetwork(networkId)
  const world = await startMockWorld({ nodes: 1, paced: { network, tagDepth: 4 } })
  const ticks: { atMs: number; calls: number }[] = []
  let [atMs, minedMs] = [0, 0]
  /** Advances time in ticks, with a block whenever one is due. */
  async function pass(durationMs: number, tickMs: number): Promise<void> {
    for (const endMs = atMs + durationMs; atMs < endMs; ) {
      atMs += tickMs
      for (; minedMs + network.blockTimeMs <= atMs; minedMs += network.blockTimeMs) world.mine()
      const before = callsOf(world)
      await world.tick(tickMs)
      ticks.push({ atMs, calls: callsOf(world) - before })
    }
  }
  for (let block = 0; block < 10; block += 1) world.mine()
  await pass(5_000, 1_000)
  return { world, network, ticks, pass, nowMs: () => atMs }
}

function callsOf({ nodes }: MockWorld): number {
  return nodes.reduce((sum, { counts }) => sum + counts.calls, 0)
}

/** Returns the maximum number of calls in any minute. */
function busiestMinute(ticks: readonly { atMs: number; calls: number }[]): number {
  const sums = ticks.map(({ atMs }) =>
    ticks
      .filter((tick) => tick.atMs > atMs - MINUTE_MS && tick.atMs <= atMs)
      .reduce((sum, { calls }) => sum + calls, 0),
  )
  return Math.max(...sums)
}

async function age(world: MockWorld, requestId: string, days: number): Promise<void> {
  const { context } = world
  const updated_at = new Date(context.now().getTime() - days * DAY_MS).toISOString()
  await context.db.kysely
    .updateTable('requests')
    .set({ updated_at })
    .where('id', '=', requestId)
    .execute()
}

describe.each(WATCHED)('The network %s without open requests', (id) => {
  test(`an idle network receives at most ${MAX_IDLE_CALLS} calls in any minute`, async () => {
    const { world, ticks, pass } = await startPaced(id)
    await using _ = world
    await pass(IDLE_MINUTES * MINUTE_MS, 5_000)
    // The calls at startup are not counted.
    const idle = ticks.filter(({ atMs }) => atMs > 2 * MINUTE_MS)
    expect(busiestMinute(idle)).toBeLessThanOrEqual(MAX_IDLE_CALLS)
    expect(world.lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})

describe('An idle network', () => {
  test('an idle network is polled within a second of a new request, even on another host, and then at its poll interval', async () => {
    const { world, ticks, pass, nowMs } = await startPaced('base')
    await using _ = world
    await pass(5 * MINUTE_MS, 5_000)
    // The request is inserted directly into the database, without any notification of the watcher.
    await world.createRequest()
    const createdMs = nowMs()
    await pass(10_000, 100)
    const polls = ticks.filter(({ atMs, calls }) => atMs > createdMs && calls > 0)
    expect(polls[0]?.atMs).toBeLessThanOrEqual(createdMs + 1_000)
    const gaps = polls.slice(1).map(({ atMs }, index) => atMs - (polls[index]?.atMs ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(world.settings.pollIntervalMs + 500)
  })

  test('an idle network records the payment for an old request within the idle interval', async () => {
    const { world, pass } = await startPaced('sepolia')
    await using _ = world
    const request = await world.createRequest()
    await age(world, request.id, 30)
    await pass(3 * MINUTE_MS, 5_000)
    world.mine([world.payment(request)])
    for (let block = 0; block < 3; block += 1) world.mine()
    await pass(world.settings.idlePollIntervalMs + 5_000, 5_000)
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
  })

  test('an idle network is idle again immediately after its requests are paid', async () => {
    const { world, ticks, pass, nowMs } = await startPaced('sepolia')
    await using _ = world
    const request = await world.createRequest()
    world.mine([world.payment(request)])
    for (let block = 0; block < 4; block += 1) world.mine()
    await pass(MINUTE_MS, 1_000)
    expect(await world.request(request.id)).toMatchObject({ status: 'paid' })
    const paidMs = nowMs()
    await pass(2 * MINUTE_MS, 1_000)
    const polls = ticks.filter(({ atMs, calls }) => atMs > paidMs && calls > 0)
    expect(polls.length).toBeLessThanOrEqual(5)
  })

  test('an idle network still reports that it is watched', async () => {
    const { world, pass } = await startPaced('mainnet')
    await using _ = world
    await pass(3 * MINUTE_MS + 20_000, 5_000)
    const { updated_at } = await world.context.db.kysely
      .selectFrom('chain_cursors')
      .select('updated_at')
      .executeTakeFirstOrThrow()
    const silentMs = world.context.now().getTime() - Date.parse(updated_at)
    expect(silentMs).toBeLessThanOrEqual(15_000)
  })
})
