import { z } from 'zod'
import { parseRate } from '../parseRate.ts'
import type { HttpApi } from './openHttpSource.ts'

const errorsSchema = z.array(z.string()).max(0)
/** `c` is the last trade: price, then volume. The key is Kraken's own name for the market, which differs from the requested one. */
const tickerSchema = z.object({
  error: errorsSchema,
  result: z.record(z.string(), z.object({ c: z.tuple([z.string()], z.string()) })),
})
/** Candles: start in Unix seconds, open, high, low, close, and more; oldest first. */
const candle = z.tuple([z.number(), z.string(), z.string(), z.string(), z.string()], z.unknown())
const candlesSchema = z.object({
  error: errorsSchema,
  result: z.record(z.string(), z.union([z.array(candle), z.number()])),
})
const CANDLE_S = 60
const LOOKBACK_S = 300

/** The last trades of Kraken. Source: https://docs.kraken.com/api/docs/rest-api/get-ticker-information and get-ohlc-data */
export const kraken: HttpApi = {
  id: 'kraken',
  url: 'https://api.kraken.com',
  lists: ({ asset, currency }) => MARKETS.has(asset + currency),
  current: {
    path: ({ asset, currency }) => `/0/public/Ticker?pair=${asset}${currency}`,
    parse(json) {
      const answer = tickerSchema.safeParse(json).data
      const markets = Object.values(answer?.result ?? {})
      const rate = markets.length === 1 ? parseRate(markets[0]?.c[0]) : null
      return rate === null ? null : { rate }
    },
  },
  past: (time) => ({
    path({ asset, currency }) {
      const sinceS = Math.floor(time.getTime() / 1_000) - LOOKBACK_S
      return `/0/public/OHLC?pair=${asset}${currency}&interval=1&since=${sinceS}`
    },
    parse(json) {
      const timeS = time.getTime() / 1_000
      const lists = Object.values(candlesSchema.safeParse(json).data?.result ?? {})
      const [candles] = lists.filter((list) => typeof list !== 'number')
      const newest = candles?.findLast(([startS]) => startS <= timeS)
      const rate = parseRate(newest?.[4])
      if (newest === undefined || rate === null) return null
      return { rate, at: new Date(Math.min(newest[0] + CANDLE_S, timeS) * 1_000) }
    },
  }),
}

/** The markets in fiat currencies. */
const MARKETS = new Set(
  Object.entries({
    ETH: ['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'AUD', 'JPY'],
    USDC: ['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'AUD'],
    USDT: ['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'AUD', 'JPY'],
    DAI: ['USD', 'EUR'],
    EURC: ['USD', 'EUR'],
    POL: ['USD', 'EUR'],
    AVAX: ['USD', 'EUR'],
    BNB: ['USD', 'EUR'],
    TRX: ['USD', 'EUR'],
    MNT: ['USD', 'EUR'],
  }).flatMap(([asset, fiats]) => fiats.map((fiat) => asset + fiat)),
)
