import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import type { Head } from '../chains/chainClient.ts'
import { createHeadReader } from './createHeadReader.ts'

const MINUTE_MS = 60_000
const FINALITY = { mode: 'depth', depth: 5 } as const

function headAt(number: bigint): Head {
  const latest = { number, hash: `0x${number}` } as unknown as Head['latest']
  return { latest, safe: 'unsupported', finalized: 'unsupported', watched: null }
}

/** Creates a reader of two tips: the first node's, and the tip that most nodes have reached. */
function open({ rpcUrls = ['a', 'b'] } = {}) {
  const world = { nowMs: 1_000_000_000, first: 100n, most: 100n as bigint | null, warnings: 0 }
  const client = {
    getHead: async () => headAt(world.first),
    getAgreedHead: async () => (world.most === null ? null : headAt(world.most)),
  }
  const log = { warn: () => (world.warnings += 1) }
  const readHead = createHeadReader({ now: () => new Date(world.nowMs), log } as never, client, {
    network: getNetwork('devnet'),
    finality: FINALITY,
    rpcUrls,
  })
  const read = async (afterMs = 0) => {
    world.nowMs += afterMs
    return (await readHead(undefined)).latest.number
  }
  return { world, read }
}

describe('A watcher at the tip', () => {
  test('a watcher at the tip skips a node that has stalled for a minute, and reports it once', async () => {
    const { world, read } = open()
    world.most = 120n
    expect(await read()).toBe(100n)
    expect(await read(MINUTE_MS - 1)).toBe(100n)
    expect(await read(1)).toBe(120n)
    expect(await read(MINUTE_MS)).toBe(120n)
    expect(world.warnings).toBe(1)
  })

  test('a watcher at the tip returns to the node once its head rises, and reports it again when it stalls again', async () => {
    const { world, read } = open()
    world.most = 120n
    await read()
    await read(MINUTE_MS)
    world.first = 121n
    expect(await read()).toBe(121n)
    world.most = 150n
    expect(await read(MINUTE_MS)).toBe(150n)
    expect(world.warnings).toBe(2)
  })

  test('a watcher at the tip keeps a stalled node if no other node is ahead', async () => {
    for (const most of [null, 100n, 99n]) {
      const { world, read } = open()
      world.most = most
      await read()
      expect(await read(MINUTE_MS)).toBe(100n)
      expect(world.warnings).toBe(0)
    }
  })

  test('a watcher at the tip keeps the only node', async () => {
    const { world, read } = open({ rpcUrls: ['a'] })
    world.most = 120n
    await read()
    expect(await read(60 * MINUTE_MS)).toBe(100n)
  })

  test('a watcher at the tip treats a small drop in height as a stall, and a large drop as another chain', async () => {
    const { world, read } = open()
    world.most = 500n
    world.first = 400n
    await read()
    // A reorganisation of 128 blocks: the node's head has still not risen.
    world.first = 272n
    expect(await read(MINUTE_MS)).toBe(500n)
    // A height that falls by more was never on the chain, so the wait restarts.
    world.first = 271n
    expect(await read()).toBe(271n)
    expect(await read(MINUTE_MS - 1)).toBe(271n)
    expect(await read(1)).toBe(500n)
  })
})
