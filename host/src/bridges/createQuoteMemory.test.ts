import { describe, expect, it } from 'vitest'
import type { BridgeQuote } from './bridge.ts'
import { createQuoteMemory, REUSE_MS } from './createQuoteMemory.ts'

const START_MS = Date.parse('2026-01-01T00:00:00Z')

function open(lifetimeS = 30) {
  const clock = { nowMs: START_MS }
  const lifetimeMs = lifetimeS * 1_000
  const asked: string[] = []
  const memory = createQuoteMemory({ now: () => new Date(clock.nowMs), lifetimeMs })
  const ask = (key: string) =>
    memory.get(key, async () => {
      asked.push(key)
      return quote(String(asked.length), clock.nowMs + lifetimeMs)
    })
  return { clock, memory, asked, ask }
}

function quote(id: string, expiresAtMs: number): BridgeQuote {
  return {
    id,
    tool: 'across',
    fromUnits: 2n,
    toUnits: 1n,
    toMinUnits: 1n,
    approvalAddress: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
    transaction: {
      to: '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE',
      data: '0xdeadbeef',
      value: 0n,
      chainId: 10,
    },
    fees: [],
    durationS: 4,
    expiresAt: new Date(expiresAtMs),
  }
}

describe('createQuoteMemory', () => {
  it('createQuoteMemory requests one quote for concurrent calls', async () => {
    const { ask, asked } = open()
    const answers = await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])
    expect(answers.map((answer) => answer?.id)).toEqual(['1', '1', '2', '1'])
    expect(asked).toEqual(['a', 'b'])
  })

  it('createQuoteMemory reuses a quote for a few seconds', async () => {
    const { ask, asked, clock } = open()
    const first = await ask('a')
    clock.nowMs += REUSE_MS - 1
    expect(await ask('a')).toBe(first)
    clock.nowMs += 1
    expect(await ask('a')).not.toBe(first)
    expect(asked).toEqual(['a', 'a'])
  })

  it('createQuoteMemory never returns a quote with less than a third of its lifetime left', async () => {
    const { ask, clock } = open(12)
    const first = await ask('a')
    clock.nowMs += 8_000
    expect(await ask('a')).toBe(first)
    clock.nowMs += 1
    const second = await ask('a')
    expect(second).not.toBe(first)
    expect(second?.expiresAt.getTime()).toBe(clock.nowMs + 12_000)
  })

  it('createQuoteMemory does not keep a quote longer when the clock is set back', async () => {
    const { ask, asked, clock } = open()
    await ask('a')
    clock.nowMs -= 60_000
    await ask('a')
    expect(asked).toHaveLength(2)
  })

  it('createQuoteMemory reuses for a few seconds the result that no route exists', async () => {
    const { memory, clock } = open()
    let asked = 0
    const ask = () =>
      memory.get('a', async () => {
        asked += 1
        return null
      })
    expect(await ask()).toBeNull()
    expect(await ask()).toBeNull()
    expect(asked).toBe(1)
    clock.nowMs += REUSE_MS
    await ask()
    expect(asked).toBe(2)
  })

  it('createQuoteMemory requests a quote again after a failure that every waiting caller received', async () => {
    const { memory, ask } = open()
    const failing = () => memory.get('a', () => Promise.reject(new Error('down')))
    const both = await Promise.allSettled([failing(), failing()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await ask('a'))?.id).toBe('1')
  })
})
