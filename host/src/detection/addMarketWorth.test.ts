import { expect, test } from 'vitest'
import { PriceUnavailableError } from '../prices/errors.ts'
import { PRICE_SCALE, type PricePair, type Prices } from '../prices/prices.ts'
import type { DetectedPayment } from '../settlement/detectedPayment.ts'
import { addMarketWorth } from './addMarketWorth.ts'

// The function under test reads only these facts.
const payment = {
  paymentCurrency: 'USDT-tron',
  creditedUnits: 2_500_000n,
  blockTime: '2026-11-30T12:00:00.000Z',
  amountInUsd: null,
} as DetectedPayment

/** Returns the price of each asset in dollars, and records the queries. */
function pricesOf(rates: Readonly<Record<string, bigint>>) {
  const asked: (PricePair & { time: string })[] = []
  const prices: Prices = {
    async readAt(pair, time) {
      asked.push({ ...pair, time: time.toISOString() })
      const rate = rates[pair.asset]
      if (rate === undefined) throw new PriceUnavailableError(pair, 'too_few')
      return { ...pair, rate, at: time, observations: [{ source: 'alpha', rate, at: time }] }
    },
    read: () => Promise.reject(new Error('only past prices count')),
    canPrice: () => true,
    canPriceAt: () => true,
    async [Symbol.asyncDispose]() {},
  }
  return { prices, asked }
}

const worthsOf = async (prices: Prices | null, payments: readonly DetectedPayment[]) =>
  (await addMarketWorth(prices, payments)).map(({ amountInUsd }) => amountInUsd)

test('a payment without a rate on its chain is worth the market price of its block, rounded down', async () => {
  const { prices, asked } = pricesOf({ USDT: (PRICE_SCALE * 9_999n) / 10_000n, ETH: 1n })
  const ether = { ...payment, paymentCurrency: 'ETH-mainnet', creditedUnits: 10n ** 18n }
  expect(await worthsOf(prices, [payment, payment, ether])).toEqual(['2.49975', '2.49975', '0'])
  expect(asked).toEqual([
    { asset: 'USDT', currency: 'USD', time: payment.blockTime },
    { asset: 'ETH', currency: 'USD', time: payment.blockTime },
  ])
})

test('a payment keeps the worth that the chain states', async () => {
  const { prices, asked } = pricesOf({ USDT: PRICE_SCALE })
  expect(await worthsOf(prices, [{ ...payment, amountInUsd: '1' }])).toEqual(['1'])
  expect(asked).toEqual([])
})

test('the worth of a payment stays unknown without sources, without a price, and for a token without a market price', async () => {
  const { prices } = pricesOf({})
  const unlisted = { ...payment, paymentCurrency: 'FAU-sepolia' }
  expect(await worthsOf(null, [payment])).toEqual([null])
  expect(await worthsOf(prices, [payment, unlisted])).toEqual([null, null])
})

test('the worth of an absurdly large amount of freely minted tokens stays unknown', async () => {
  const { prices } = pricesOf({ USDT: PRICE_SCALE })
  expect(await worthsOf(prices, [{ ...payment, creditedUnits: 10n ** 36n }])).toEqual([null])
})
