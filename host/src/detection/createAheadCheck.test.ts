import { getNetwork } from '@secure-payment/core/networks'
import { describe, expect, test } from 'vitest'
import type { Head } from '../chains/chainClient.ts'
import { ChainUnavailableError } from '../chains/errors.ts'
import { createAheadCheck } from './createAheadCheck.ts'
import type { Cursor } from './cursorRows.ts'

const MINUTE_MS = 60_000
const cursor = { blockNumber: 100n, blockHash: '0x1' } as Cursor

function head(latest: bigint, watched: object | null = null): Head {
  return { latest: { number: latest }, watched } as unknown as Head
}

/** Creates a check for a cursor, with the clock and the blocks that most nodes agree on. */
function open() {
  const world = { nowMs: 1_000_000_000, agreed: [null] as readonly (object | null)[] }
  const client = { network: getNetwork('devnet'), getAgreedBlocks: async () => world.agreed }
  const check = createAheadCheck({ now: () => new Date(world.nowMs) }, client as never)
  return { world, check }
}

/** Polls at intervals, and returns each poll's result; a poll that throws counts as false. */
async function pollUntilGone(polls: number, everyMs: number): Promise<boolean[]> {
  const { world, check } = open()
  const seen: boolean[] = []
  for (let poll = 0; poll < polls; poll += 1) {
    seen.push(await check(cursor, head(50n)).catch(() => false))
    world.nowMs += everyMs
  }
  return seen
}

describe('A cursor ahead of the nodes', () => {
  test('a cursor ahead of the nodes waits for a minute, and then fails with the block’s number', async () => {
    const { world, check } = open()
    expect(await check(cursor, head(50n))).toBe(false)
    world.nowMs += MINUTE_MS - 1
    expect(await check(cursor, head(50n))).toBe(false)
    world.nowMs += 1
    await expect(check(cursor, head(50n))).rejects.toThrow(ChainUnavailableError)
    await expect(check(cursor, head(50n))).rejects.toThrow('its nodes end before block 100')
  })

  test('a cursor ahead of the nodes counts the block as gone after half an hour and 30 polls', async () => {
    // The 31st poll comes 30 minutes after the first.
    expect((await pollUntilGone(31, MINUTE_MS)).indexOf(true)).toBe(30)
    // With two minutes between polls, the half hour passes before the 30th poll.
    expect((await pollUntilGone(31, 2 * MINUTE_MS)).indexOf(true)).toBe(29)
  })

  test('a cursor ahead of the nodes does not count the block as gone while most nodes have it', async () => {
    const { world, check } = open()
    world.agreed = [{ number: 100n }]
    for (let poll = 0; poll < 40; poll += 1) {
      await check(cursor, head(50n)).catch(() => false)
      world.nowMs += MINUTE_MS
    }
    await expect(check(cursor, head(50n))).rejects.toThrow(ChainUnavailableError)
  })

  test('a cursor ahead of the nodes restarts its wait once the nodes have caught up', async () => {
    const { world, check } = open()
    expect(await check(cursor, head(50n))).toBe(false)
    world.nowMs += MINUTE_MS
    expect(await check(cursor, head(100n))).toBe(false)
    expect(await check(cursor, head(50n))).toBe(false)
  })

  test('a cursor ahead of the nodes restarts its wait when the clock was set back', async () => {
    const { world, check } = open()
    expect(await check(cursor, head(50n))).toBe(false)
    world.nowMs -= 10 * MINUTE_MS
    expect(await check(cursor, head(50n))).toBe(false)
    world.nowMs += MINUTE_MS
    await expect(check(cursor, head(50n))).rejects.toThrow(ChainUnavailableError)
  })

  test('a cursor ahead of the nodes does not throw while a node has the cursor’s block, or has its head at the cursor', async () => {
    const { world, check } = open()
    for (let poll = 0; poll < 5; poll += 1) {
      expect(await check(cursor, head(50n, {}))).toBe(false)
      expect(await check(cursor, head(100n))).toBe(false)
      world.nowMs += MINUTE_MS
    }
  })
})
