import { describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { askChain, REST_MS, takeAnswer } from './askChain.ts'

const silence = new Promise<never>(() => {})
const answers = async () => 'told'
const fails = async () => null

function createHost() {
  let nowMs = 0
  const refuse = () => {
    throw new Error('These chains are not read.')
  }
  const chains: Context['chains'] = {
    ids: ['base'],
    get: refuse,
    getTron: refuse,
    async [Symbol.asyncDispose]() {},
  }
  return {
    chains,
    now: () => new Date(nowMs),
    advance: (ms: number) => {
      nowMs += ms
    },
  }
}

describe('A chain', () => {
  test('a caller waits for a chain that responds', async () => {
    const host = createHost()
    for (let round = 0; round < 2; round += 1) {
      const asked = askChain(host, 'base', answers)
      expect(asked.isAwaited).toBe(true)
      expect(await takeAnswer(asked)).toBe('told')
    }
  })

  test.each([
    ['failed', fails],
    ['is silent', () => silence],
  ])('a chain that %s is not queried again before its pause has ended', async (_, ask) => {
    const host = createHost()
    expect(await takeAnswer(askChain(host, 'base', ask))).toBeNull()
    const second = askChain(host, 'base', () => silence)
    expect(second.isAwaited).toBe(false)
    expect(await takeAnswer(second)).toBeNull()
    expect(askChain(host, 'optimism', answers).isAwaited).toBe(true)
    expect(askChain(createHost(), 'base', answers).isAwaited).toBe(true)
    host.advance(REST_MS)
    expect(askChain(host, 'base', answers).isAwaited).toBe(true)
  })

  test('a chain is probed by one call at a time during its pause', async () => {
    const host = createHost()
    await askChain(host, 'base', fails).answer
    const trial = Promise.withResolvers<null>()
    let trials = 0
    const tryIt = () => {
      trials += 1
      return trial.promise
    }
    const asked = [0, 1, 2].map(() => askChain(host, 'base', tryIt))
    expect(trials).toBe(1)
    expect(asked.map(({ isAwaited }) => isAwaited)).toEqual([false, false, false])
    trial.resolve(null)
    await asked[0]?.answer
    askChain(host, 'base', tryIt)
    expect(trials).toBe(2)
  })

  test('a response during a pause ends the pause, so callers wait for the chain again', async () => {
    const host = createHost()
    await askChain(host, 'base', fails).answer
    const asked = askChain(host, 'base', answers)
    await asked.answer
    expect(await takeAnswer(asked)).toBe('told')
    expect(askChain(host, 'base', answers).isAwaited).toBe(true)
  })

  test('a chain’s pause does not become longer when the clock is set back', async () => {
    const host = createHost()
    await askChain(host, 'base', fails).answer
    host.advance(-1)
    expect(askChain(host, 'base', answers).isAwaited).toBe(true)
  })

  test('an unexpected error from a chain starts no pause', async () => {
    const host = createHost()
    const broken = askChain(host, 'base', async () => {
      throw new TypeError('A fault of this host')
    })
    await expect(takeAnswer(broken)).rejects.toThrow('A fault of this host')
    expect(askChain(host, 'base', answers).isAwaited).toBe(true)
  })
})
