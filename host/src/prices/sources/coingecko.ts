import { z } from 'zod'
import { ensureDefined } from '../../ensureDefined.ts'
import { parseRate } from '../parseRate.ts'
import type { HttpApi } from './openHttpSource.ts'

const priceSchema = z.record(z.string(), z.record(z.string(), z.number()))
/** Each price with its time in Unix milliseconds, oldest first. */
const historySchema = z.object({ prices: z.array(z.tuple([z.number(), z.number()])) })
/** The API has one price per five minutes. */
const LOOKBACK_MS = 900_000

/** The prices of CoinGecko. Source: https://docs.coingecko.com/reference/simple-price and coins-id-market-chart-range */
export const coingecko: HttpApi = {
  id: 'coingecko',
  url: 'https://api.coingecko.com/api/v3',
  lists: ({ asset, currency }) => COINS.has(asset) && CURRENCIES.has(currency),
  current: {
    path: ({ asset, currency }) =>
      `/simple/price?${new URLSearchParams({
        ids: coinOf(asset),
        vs_currencies: currency.toLowerCase(),
        include_last_updated_at: 'true',
        precision: 'full',
      })}`,
    parse(json, { asset, currency }) {
      const coin = priceSchema.safeParse(json).data?.[coinOf(asset)]
      const rate = parseRate(coin?.[currency.toLowerCase()])
      const atS = coin?.['last_updated_at']
      return rate === null || atS === undefined ? null : { rate, at: new Date(atS * 1_000) }
    },
  },
  past: (time) => ({
    path: ({ asset, currency }) =>
      `/coins/${coinOf(asset)}/market_chart/range?${new URLSearchParams({
        vs_currency: currency.toLowerCase(),
        from: String(Math.floor((time.getTime() - LOOKBACK_MS) / 1_000)),
        to: String(Math.floor(time.getTime() / 1_000)),
        precision: 'full',
      })}`,
    parse(json) {
      const prices = historySchema.safeParse(json).data?.prices ?? []
      const newest = prices.findLast(([atMs]) => atMs <= time.getTime())
      const rate = parseRate(newest?.[1])
      return newest === undefined || rate === null ? null : { rate, at: new Date(newest[0]) }
    },
  }),
}

function coinOf(asset: string): string {
  return ensureDefined(COINS.get(asset), 'The coin of an asset that `lists` accepted')
}

/** CoinGecko's id of each asset. */
const COINS: ReadonlyMap<string, string> = new Map([
  ['ETH', 'ethereum'],
  ['USDC', 'usd-coin'],
  ['USDT', 'tether'],
  ['DAI', 'dai'],
  ['EURC', 'euro-coin'],
  ['POL', 'polygon-ecosystem-token'],
  ['BNB', 'binancecoin'],
  ['AVAX', 'avalanche-2'],
  ['FTM', 'fantom'],
  ['XDAI', 'xdai'],
  ['MNT', 'mantle'],
  ['TRX', 'tron'],
])

/** The fiat currencies in which the API reports prices. Source: https://docs.coingecko.com/reference/simple-supported-currencies */
const CURRENCIES = new Set(
  'USD AED ARS AUD BDT BHD BMD BRL CAD CHF CLP CNY CZK DKK EUR GBP GEL HKD HUF IDR ILS INR JPY KRW KWD LKR MMK MXN MYR NGN NOK NZD PHP PKR PLN RUB SAR SEK SGD THB TRY TWD UAH VEF VND ZAR'.split(
    ' ',
  ),
)
