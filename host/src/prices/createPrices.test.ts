import { describe, expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { createPrices, PRICE_LIFETIME_MS, type PriceRules } from './createPrices.ts'
import { PriceSourceError } from './errors.ts'
import { PRICE_SCALE, type PricePair } from './prices.ts'
import type { PriceSource } from './sources/priceSource.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const RULES: PriceRules = {
  minSources: 2,
  maxSpreadBps: 100,
  maxFeedSpreadBps: 200,
  maxAgeS: 120,
  maxFeedAgeS: 90_000,
}
const PAIR = { asset: 'ETH', currency: 'USD' }

/** A source with a fixed price in hundredths, or a failure. */
function source(
  id: string,
  cents: bigint | Error,
  options: { kind?: 'feed'; ageS?: number; only?: string; past?: bigint } = {},
) {
  const { kind = 'market', ageS = 0, only, past } = options
  const calls: PricePair[] = []
  const observe = (hundredths: bigint | Error, time: Date) => {
    if (hundredths instanceof Error) throw hundredths
    const at = new Date(time.getTime() - ageS * 1_000)
    return { source: id, rate: (hundredths * PRICE_SCALE) / 100n, at }
  }
  const made: PriceSource & { calls: PricePair[] } = {
    id,
    kind,
    calls,
    lists: ({ asset }) => only === undefined || asset === only,
    async read(pair) {
      calls.push(pair)
      return observe(cents, NOW)
    },
    ...(past !== undefined && {
      readAt: async (_pair: PricePair, time: Date) => observe(past, time),
    }),
  }
  return made
}

function pricesOf(sources: PriceSource[], rules: Partial<PriceRules> = {}, now = () => NOW) {
  return createPrices({ log: createLogger('silent'), now }, { ...RULES, ...rules }, sources)
}

const units = (cents: bigint) => (cents * PRICE_SCALE) / 100n

describe('a price', () => {
  test.each([
    { case: 'the middle one of three', cents: [300_000n, 301_000n, 300_500n], median: 300_500n },
    {
      case: 'the mean of the middle two of four',
      cents: [1000n, 1002n, 1004n, 1006n],
      median: 1003n,
    },
    { case: 'the mean of two', cents: [10_000n, 10_050n], median: 10_025n },
  ])('a price is $case', async ({ cents, median }) => {
    const prices = pricesOf(cents.map((each, index) => source(`s${index}`, each)))
    expect((await prices.read(PAIR)).rate).toBe(units(median))
  })

  test('a price names every observation that counted, and the oldest time', async () => {
    const prices = pricesOf([source('a', 10_000n, { ageS: 30 }), source('b', 10_010n)])
    const { observations, at, ...rest } = await prices.read(PAIR)
    expect(rest).toEqual({ ...PAIR, rate: units(10_005n) })
    expect(observations.map((one) => one.source)).toEqual(['a', 'b'])
    expect(at).toEqual(new Date(NOW.getTime() - 30_000))
  })

  test('a price comes from the feed if no market source is configured', async () => {
    const prices = pricesOf([source('chainlink', 250n, { kind: 'feed', ageS: 3_600 })], {
      minSources: 1,
    })
    expect((await prices.read(PAIR)).rate).toBe(units(250n))
  })

  test('a price does not count the feed in the median', async () => {
    const prices = pricesOf([source('a', 10_000n), source('chainlink', 10_150n, { kind: 'feed' })])
    expect((await prices.read(PAIR)).rate).toBe(units(10_000n))
  })

  test('a price of a fiat currency in another one is derived from the prices of one stablecoin in both', async () => {
    const usdc = (id: string, cents: Readonly<Record<string, bigint>>): PriceSource => ({
      id,
      kind: 'market',
      lists: ({ asset, currency }) => asset === 'USDC' && currency in cents,
      read: async ({ currency }) => ({ source: id, rate: units(cents[currency] ?? 0n), at: NOW }),
    })
    const cents = { USD: 100n, EUR: 80n, PLN: 400n }
    const prices = pricesOf([usdc('a', cents), usdc('b', cents)])
    expect((await prices.read({ asset: 'EUR', currency: 'USD' })).rate).toBe(units(125n))
    expect((await prices.read({ asset: 'EUR', currency: 'PLN' })).rate).toBe(units(500n))
    const listed = ['EUR', 'GBP'].map((asset) => prices.canPrice({ asset, currency: 'USD' }))
    expect(listed).toEqual([true, false])
    const apart = pricesOf([usdc('a', cents), usdc('b', { ...cents, EUR: 90n })])
    await expect(apart.read({ asset: 'EUR', currency: 'USD' })).rejects.toThrow()
  })

  test('a price of an asset in another asset is derived from the dollar prices of both', async () => {
    const eth = [source('a', 300_000n, { only: 'ETH' }), source('b', 300_000n, { only: 'ETH' })]
    const dai = [source('c', 99n, { only: 'DAI' }), source('d', 99n, { only: 'DAI' })]
    const prices = pricesOf([...eth, ...dai])
    const price = await prices.read({ asset: 'ETH', currency: 'DAI' })
    expect(price.rate).toBe((units(300_000n) * PRICE_SCALE) / units(99n))
    expect(price.observations).toHaveLength(4)
  })

  test('a price in a fiat currency that too few sources list is derived through the dollar', async () => {
    const few = source('few', 1n)
    const sources = [source('a', 1n), source('b', 1n), few].map((one) => ({
      ...one,
      lists: ({ asset, currency }: PricePair) =>
        asset === 'TRX' ? currency === 'USD' || one === few : asset === 'USDC' && one !== few,
      async read(pair: PricePair) {
        const cents = CROSSED[`${pair.asset} ${pair.currency}`]
        if (cents === undefined) throw new PriceSourceError('HTTP 404')
        return { source: one.id, rate: units(cents), at: NOW }
      },
    }))
    const prices = pricesOf(sources)
    const pair = { asset: 'TRX', currency: 'KRW' }
    expect(prices.canPrice(pair)).toBe(true)
    expect(prices.canPriceAt(pair)).toBe(false)
    // One TRX costs 0.25 dollars; one USDC costs 1,300 won, and 1.04 dollars.
    const { rate, observations, ...rest } = await prices.read(pair)
    expect(rate).toBe((units(25n) * units(130_000n)) / units(104n))
    expect(observations).toHaveLength(7)
    expect(rest).toEqual({ ...pair, at: NOW })
  })
})

/** Prices in hundredths. */
const CROSSED: Readonly<Record<string, bigint>> = {
  'TRX USD': 25n,
  'USDC KRW': 130_000n,
  'USDC USD': 104n,
}

describe('no price', () => {
  const failure = new PriceSourceError('HTTP 500')
  test.each([
    {
      case: 'only one of two sources responds',
      sources: [source('a', 10_000n), source('b', failure)],
      problem: 'too_few',
    },
    {
      case: 'all sources are silent',
      sources: [source('a', failure), source('b', failure)],
      problem: 'too_few',
    },
    {
      case: 'one of two prices is stale',
      sources: [source('a', 10_000n), source('b', 10_000n, { ageS: 121 })],
      problem: 'too_few',
    },
    {
      case: 'one of two prices is from the future',
      sources: [source('a', 10_000n), source('b', 10_000n, { ageS: -61 })],
      problem: 'too_few',
    },
    {
      case: 'two of three sources differ by more than one percent',
      sources: [source('a', 10_000n), source('b', 10_000n), source('c', 10_101n)],
      problem: 'disagreement',
    },
    {
      case: 'the feed on chain is more than two percent away',
      sources: [source('a', 10_000n), source('b', 10_000n), source('f', 10_205n, { kind: 'feed' })],
      problem: 'out_of_bounds',
    },
    {
      case: 'the feed is below by more than two percent',
      sources: [source('a', 10_000n), source('b', 10_000n), source('f', 9_803n, { kind: 'feed' })],
      problem: 'out_of_bounds',
    },
  ])('no price exists if $case', async ({ sources, problem }) => {
    const prices = pricesOf(sources)
    await expect(prices.read(PAIR)).rejects.toMatchObject({
      code: 'price_unavailable',
      kind: 'unavailable',
      problem,
    })
  })

  test.each([
    {
      case: 'exactly one percent between two sources',
      sources: [source('a', 10_000n), source('b', 10_100n)],
    },
    {
      case: 'a stale third source',
      sources: [source('a', 1n), source('b', 1n), source('c', 9n, { ageS: 999 })],
    },
    {
      case: 'a stale feed far away',
      sources: [source('a', 1n), source('b', 1n), source('f', 9n, { kind: 'feed', ageS: 90_001 })],
    },
  ])('a price exists despite $case', async ({ sources }) => {
    await expect(pricesOf(sources, { maxSpreadBps: 100 }).read(PAIR)).resolves.toBeDefined()
  })
})

describe('the cache', () => {
  test('the cache reads each source once for simultaneous calls, and again after its lifetime', async () => {
    let nowMs = NOW.getTime()
    const sources = [source('a', 10_000n), source('b', 10_000n)]
    const prices = pricesOf(sources, { maxAgeS: 1_000 }, () => new Date(nowMs))
    await Promise.all([prices.read(PAIR), prices.read(PAIR)])
    nowMs += PRICE_LIFETIME_MS - 1
    await prices.read(PAIR)
    expect(sources[0]?.calls).toHaveLength(1)
    nowMs += 1
    await prices.read(PAIR)
    expect(sources[0]?.calls).toHaveLength(2)
    nowMs -= 60_000
    await prices.read(PAIR)
    expect(sources[0]?.calls).toHaveLength(3)
  })

  test('the cache does not keep a failure', async () => {
    const sources = [source('a', new PriceSourceError('HTTP 500')), source('b', 10_000n)]
    const prices = pricesOf(sources)
    await expect(prices.read(PAIR)).rejects.toThrow()
    await expect(prices.read(PAIR)).rejects.toThrow()
    expect(sources[0]?.calls).toHaveLength(2)
  })
})

describe('a past price', () => {
  const then = new Date(NOW.getTime() - 3_600_000)

  test('a past price comes only from sources with a history', async () => {
    const prices = pricesOf([
      source('a', 10_000n, { past: 9_000n, ageS: 60 }),
      source('b', 10_000n, { past: 9_010n, ageS: 300 }),
      source('c', 10_000n),
    ])
    expect((await prices.readAt(PAIR, then)).rate).toBe(units(9_005n))
  })

  test('no past price exists if the history has no entry close enough to that time', async () => {
    const old = { past: 9_000n, ageS: 601 }
    const prices = pricesOf([source('a', 1n, old), source('b', 1n, old)])
    await expect(prices.readAt(PAIR, then)).rejects.toMatchObject({ problem: 'too_few' })
  })
})

test('canPrice needs the minimum number of sources for each leg', () => {
  const prices = pricesOf([source('a', 1n), source('b', 1n, { only: 'ETH' })])
  expect(prices.canPrice(PAIR)).toBe(true)
  expect(prices.canPrice({ asset: 'DAI', currency: 'USD' })).toBe(false)
  expect(prices.canPrice({ asset: 'ETH', currency: 'DAI' })).toBe(false)
})

test('canPriceAt needs the minimum number of sources with a history', () => {
  const past = { past: 1n }
  const some = pricesOf([source('a', 1n, past), source('b', 1n)])
  expect([some.canPrice(PAIR), some.canPriceAt(PAIR)]).toEqual([true, false])
  expect(pricesOf([source('a', 1n, past), source('b', 1n, past)]).canPriceAt(PAIR)).toBe(true)
})
