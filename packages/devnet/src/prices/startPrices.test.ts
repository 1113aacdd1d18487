import { expect, test } from 'vitest'
import { createLogger } from '../../../../host/src/log.ts'
import { createPrices } from '../../../../host/src/prices/createPrices.ts'
import { coinbase } from '../../../../host/src/prices/sources/coinbase.ts'
import { coingecko } from '../../../../host/src/prices/sources/coingecko.ts'
import { kraken } from '../../../../host/src/prices/sources/kraken.ts'
import { openHttpSource } from '../../../../host/src/prices/sources/openHttpSource.ts'
import { type PriceApis, startPrices } from './startPrices.ts'

const NOW_MS = Date.parse('2026-03-01T12:00:30.000Z')
const rules = {
  minSources: 3,
  maxSpreadBps: 100,
  maxFeedSpreadBps: 200,
  maxAgeS: 120,
  maxFeedAgeS: 1,
}

/** The host's own sources on the stand-ins; each read creates new prices, because prices are cached. */
function pricesFrom({ urls }: PriceApis) {
  const context = { log: createLogger('silent'), now: () => new Date(NOW_MS) }
  const chains = {
    ids: [],
    get: () => {
      throw new Error('no network')
    },
  }
  const apis = [coinbase, kraken, coingecko] as const
  const sources = apis.map((api) =>
    openHttpSource({ ...context, chains }, api, {
      url: Object.entries(urls).find(([id]) => id === api.id)?.[1],
    }),
  )
  return createPrices(context, rules, sources)
}

test("the host's sources read the same price from each stand-in", async () => {
  await using apis = await startPrices({ now: () => NOW_MS })
  await using prices = pricesFrom(apis)
  const { rate, observations } = await prices.read({ asset: 'ETH', currency: 'GBP' })
  expect(observations.map(({ source }) => source)).toEqual(['coinbase', 'kraken', 'coingecko'])
  // 2,500 dollars at 1.25 dollars per pound, by hand.
  expect(Number(rate) / 1e18).toBeCloseTo(2000, 5)
})

test('the stand-ins for Kraken and CoinGecko return past prices', async () => {
  await using apis = await startPrices({ now: () => NOW_MS })
  const context = {
    log: createLogger('silent'),
    now: () => new Date(NOW_MS),
    chains: {
      ids: [],
      get: () => {
        throw new Error('no network')
      },
    },
  }
  for (const api of [kraken, coingecko]) {
    const url = Object.entries(apis.urls).find(([id]) => id === api.id)?.[1]
    await using source = openHttpSource(context, api, { url })
    const observed = await source.readAt?.(
      { asset: 'USDC', currency: 'EUR' },
      new Date(NOW_MS - 600_000),
    )
    expect(Number(observed?.rate) / 1e18).toBeCloseTo(0.9090909, 6)
  }
})

test.each([
  { change: { silent: ['kraken'] }, problem: 'too_few' },
  { change: { skewBps: { coingecko: 200 } }, problem: 'disagreement' },
])('after PUT $change, the host has no price', async ({ change, problem }) => {
  await using apis = await startPrices({ now: () => NOW_MS })
  await using prices = pricesFrom(apis)
  const put = await fetch(apis.switchesUrl, { method: 'PUT', body: JSON.stringify(change) })
  expect(put.status).toBe(200)
  await expect(prices.read({ asset: 'ETH', currency: 'EUR' })).rejects.toMatchObject({ problem })
})

test('PUT sets a price, and rejects unknown switches', async () => {
  await using apis = await startPrices({ now: () => NOW_MS })
  await using prices = pricesFrom(apis)
  const put = (body: unknown) =>
    fetch(apis.switchesUrl, { method: 'PUT', body: JSON.stringify(body) })
  await put({ dollars: { ETH: 4000 } })
  expect((await prices.read({ asset: 'ETH', currency: 'USD' })).rate).toBe(4000n * 10n ** 18n)
  expect((await put({ dollar: {} })).status).toBe(400)
  expect((await put({ silent: ['nasdaq'] })).status).toBe(400)
})
