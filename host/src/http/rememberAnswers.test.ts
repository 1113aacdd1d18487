import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { loadConfig } from '../config.ts'
import { type Facts, rememberAnswers } from './rememberAnswers.ts'

const NOON = new Date('2026-01-01T12:00:00.000Z')
const LATER = new Date('2026-01-01T12:00:01.000Z')

function hostAt(now: Date) {
  const config = loadConfig({ PAY_NETWORKS: 'base', PAY_RPC_URL_BASE: 'http://127.0.0.1:1' })
  return { config, now: () => now }
}

/** Creates a host that counts the responses that it builds. */
function startHost(now = NOON) {
  const context = hostAt(now)
  const writeAnswer = rememberAnswers()
  const described = vi.fn((facts: Facts): object => ({ ...facts, serverTime: now.toISOString() }))
  const ask = (facts: Facts, host = context) =>
    writeAnswer(host, { key: 'a', facts, describe: () => described(facts) })
  return { ask, described, context }
}

describe('The response cache', () => {
  it('the response cache is bounded by the size of the responses, because a batch is a hundred times as large as a single payment', () => {
    const { context } = startHost()
    const writeAnswer = rememberAnswers()
    const described = vi.fn((text: string) => ({ text }))
    const ask = (key: string, length: number) => {
      const text = key.padEnd(length, '.')
      return writeAnswer(context, { key, facts: { text }, describe: () => described(text) })
    }
    const fill = (count: number, length: number) => {
      for (let index = 0; index < count; index += 1) ask(`${length} ${index}`, length)
    }
    const isKept = (key: string, length: number) => {
      described.mockClear()
      ask(key, length)
      return described.mock.calls.length === 0
    }
    fill(1_000, 2_000)
    expect(isKept('2000 0', 2_000)).toBe(true)
    // These responses have 32 MB in all, more than the cache may store.
    fill(256, 125_000)
    expect(isKept('2000 0', 2_000)).toBe(false)
    expect(isKept('125000 0', 125_000)).toBe(false)
    expect(isKept('125000 255', 125_000)).toBe(true)
  })
})

describe('A cached response', () => {
  it('a cached response is served with the current time while its facts are unchanged', () => {
    const { ask, described, context } = startHost()
    const first = ask({ row: { status: 'created' }, list: [{ units: '5' }] })
    const second = ask(
      { row: { status: 'created' }, list: [{ units: '5' }] },
      { config: context.config, now: () => LATER },
    )
    expect(described).toHaveBeenCalledTimes(1)
    expect(JSON.parse(second.text)).toEqual({
      ...JSON.parse(first.text),
      serverTime: LATER.toISOString(),
    })
    expect(second.etag).toBe(first.etag)
  })

  it.each<[string, Facts, Facts]>([
    ['a value', { row: { status: 'created' } }, { row: { status: 'paid' } }],
    ['a value that became known', { row: { hash: null } }, { row: { hash: '0x1' } }],
    ['an added row', { list: [] }, { list: [{ id: 1 }] }],
    ['a removed row', { list: [{ id: 1 }, { id: 2 }] }, { list: [{ id: 1 }] }],
    ['the order of rows', { list: [1, 2] }, { list: [2, 1] }],
    ['an added member', { row: {} }, { row: { late: 1 } }],
    ['a removed member', { row: { late: 1 } }, { row: {} }],
    ['a number that became text', { units: 5 }, { units: '5' }],
    ['a list that became a row', { row: [] }, { row: {} }],
  ])('a cached response is built again after a change of %s', (_what, before, after) => {
    const { ask, described } = startHost()
    ask(before)
    expect(JSON.parse(ask(after).text)).toMatchObject(after)
    expect(described).toHaveBeenCalledTimes(2)
  })

  it('a cached response is replaced if only the last digit of a 64-bit number changes', () => {
    const { described, context } = startHost()
    const writeAnswer = rememberAnswers()
    for (const number of [2n ** 62n, 2n ** 62n + 1n, 2n ** 62n + 1n]) {
      const facts = { number }
      writeAnswer(context, { key: 'a', facts, describe: () => described({}) })
    }
    expect(described).toHaveBeenCalledTimes(2)
  })

  it('a cached response is never served for different facts', () => {
    const { ask } = startHost()
    const facts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(facts, (some) => {
        const { serverTime: _now, ...told } = JSON.parse(ask(some).text)
        expect(told).toEqual(JSON.parse(JSON.stringify(some)))
      }),
      { numRuns: 500 },
    )
  })

  it('a cached response is not served by another host', () => {
    const { ask, described } = startHost()
    ask({ a: 1 })
    ask({ a: 1 }, hostAt(NOON))
    expect(described).toHaveBeenCalledTimes(2)
  })

  it('a cached response leaves times other than the clock unchanged', () => {
    const { ask } = startHost()
    const reference = '"serverTime":"never"'
    expect(JSON.parse(ask({ reference }).text)).toEqual({
      reference,
      serverTime: NOON.toISOString(),
    })
  })
})

it('the response cache does not store an error response', () => {
  const writeAnswer = rememberAnswers()
  const context = hostAt(NOON)
  const refuse = () => {
    throw new Error('no')
  }
  expect(() => writeAnswer(context, { key: 'a', facts: {}, describe: refuse })).toThrow('no')
  const { text } = writeAnswer(context, { key: 'a', facts: {}, describe: () => ({ paid: 1 }) })
  expect(text).toBe('{"paid":1}')
})
