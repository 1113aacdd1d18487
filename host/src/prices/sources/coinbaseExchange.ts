import { z } from 'zod'
import { parseRate } from '../parseRate.ts'
import type { HttpApi } from './openHttpSource.ts'

const tickerSchema = z.object({ price: z.string(), time: z.iso.datetime({ offset: true }) })
/** Candles: start in Unix seconds, low, high, open, close, volume; newest first. */
const candlesSchema = z.array(
  z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()], z.number()),
)
const CANDLE_S = 60
/** A market without a trade in a minute has no candle for that minute. */
const LOOKBACK_S = 300

/**
 * The last trades of Coinbase Exchange. Source:
 * https://docs.cdp.coinbase.com/api-reference/exchange-api/rest-api/products/get-product-ticker
 */
export const coinbaseExchange: HttpApi = {
  id: 'coinbase-exchange',
  url: 'https://api.exchange.coinbase.com',
  lists: ({ asset, currency }) => MARKETS.has(`${asset}-${currency}`),
  current: {
    path: ({ asset, currency }) => `/products/${asset}-${currency}/ticker`,
    parse(json) {
      const ticker = tickerSchema.safeParse(json).data
      const rate = parseRate(ticker?.price)
      return ticker === undefined || rate === null ? null : { rate, at: new Date(ticker.time) }
    },
  },
  past: (time) => ({
    path({ asset, currency }) {
      const start = new Date(time.getTime() - LOOKBACK_S * 1_000).toISOString()
      const query = new URLSearchParams({
        granularity: String(CANDLE_S),
        start,
        end: time.toISOString(),
      })
      return `/products/${asset}-${currency}/candles?${query}`
    },
    parse(json) {
      const timeS = time.getTime() / 1_000
      const candles = candlesSchema.safeParse(json).data ?? []
      const known = candles.filter(([startS]) => startS <= timeS).sort(([a], [b]) => b - a)
      const [newest] = known
      const rate = parseRate(newest?.[4])
      return newest === undefined || rate === null ? null : { rate, at: endOf(newest[0], timeS) }
    },
  }),
}

/** Returns the time of a candle's closing price, at most the requested time. */
function endOf(startS: number, timeS: number): Date {
  return new Date(Math.min(startS + CANDLE_S, timeS) * 1_000)
}

/** The markets in fiat currencies with trades in most minutes. */
const MARKETS = new Set([
  'ETH-USD',
  'ETH-EUR',
  'ETH-GBP',
  'USDT-USD',
  'USDT-EUR',
  'USDT-GBP',
  'USDC-EUR',
  'USDC-GBP',
  'DAI-USD',
  'EURC-USD',
  'EURC-EUR',
  'POL-USD',
  'POL-EUR',
  'AVAX-USD',
  'AVAX-EUR',
])
