import type { IncomingMessage, ServerResponse } from 'node:http'
import { currencies } from '@secure-payment/core/networks'
import { z } from 'zod'
import { dollarsOf } from '../chains/priceFeeds.ts'
import { listenLocally } from '../http/listenLocally.ts'
import { readBody } from '../http/readBody.ts'
import { sendJson } from '../http/sendJson.ts'

/** A stand-in for the public price APIs that a host reads: Coinbase's exchange rates, Kraken, and CoinGecko, each below its own path. */
export type PriceApis = AsyncDisposable & {
  /** The base URL of each API, for `PAY_PRICE_URLS`. */
  urls: Readonly<Record<PriceApi, string>>
  /** GET returns the switches. PUT changes the given members. */
  switchesUrl: string
  switches(): PriceSwitches
  setSwitches(change: Partial<PriceSwitches>): PriceSwitches
}

export const priceApis = ['coinbase', 'kraken', 'coingecko'] as const
export type PriceApi = (typeof priceApis)[number]

/**
 * The faults of the APIs, and their prices.
 *
 * - `silent`: these APIs respond with 503.
 * - `skewBps`: an API's prices differ by these basis points from the others'.
 * - `dollars`: prices in US dollars, by symbol, in place of the devnet's own.
 */
export type PriceSwitches = z.output<typeof switchesSchema>

const bps = z.int().min(-9_999).max(100_000)
const switchesSchema = z.object({
  silent: z.array(z.enum(priceApis)),
  skewBps: z.partialRecord(z.enum(priceApis), bps),
  dollars: z.record(z.string(), z.number().positive()),
})
const changeSchema = switchesSchema.partial().strict()

const BPS = 10_000
const COINS: Readonly<Record<string, string>> = {
  ethereum: 'ETH',
  'usd-coin': 'USDC',
  tether: 'USDT',
  dai: 'DAI',
  'euro-coin': 'EURC',
  'polygon-ecosystem-token': 'POL',
  binancecoin: 'BNB',
  'avalanche-2': 'AVAX',
  fantom: 'FTM',
  xdai: 'XDAI',
  mantle: 'MNT',
  tron: 'TRX',
}
const ASSETS = new Set(Object.values(COINS))
/** The currencies in which the APIs report prices. */
const FIATS = currencies.filter(({ type }) => type === 'ISO4217').map(({ id }) => id)

/** Starts the APIs on one port. Throws StartError when the port is in use. */
export async function startPrices(
  options: { port?: number; now?: () => number } = {},
): Promise<PriceApis> {
  const now = options.now ?? Date.now
  let switches: PriceSwitches = { silent: [], skewBps: {}, dollars: {} }
  const setSwitches = (change: Partial<PriceSwitches>) => {
    switches = { ...switches, ...change }
    return switches
  }
  const server = await listenLocally({
    what: 'The price APIs',
    port: options.port,
    async handle(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname === '/switches')
        return serveSwitches(request, response, { switches, setSwitches })
      const api = priceApis.find((id) => pathname.startsWith(`/${id}/`))
      if (api === undefined) return sendJson(response, 404, { message: 'unknown API' })
      if (switches.silent.includes(api)) return sendJson(response, 503, { message: 'out of order' })
      const price = (asset: string, currency: string) => priceOf(switches, api, asset, currency)
      const call = { path: pathname.slice(api.length + 1), query: searchParams, nowMs: now() }
      const answer = ANSWERS[api](call, price)
      return sendJson(response, answer === null ? 404 : 200, answer ?? { message: 'not found' })
    },
  })
  return {
    urls: {
      coinbase: `${server.origin}/coinbase`,
      kraken: `${server.origin}/kraken`,
      coingecko: `${server.origin}/coingecko`,
    },
    switchesUrl: `${server.origin}/switches`,
    switches: () => switches,
    setSwitches,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function serveSwitches(
  request: IncomingMessage,
  response: ServerResponse,
  state: { switches: PriceSwitches; setSwitches: PriceApis['setSwitches'] },
): Promise<void> {
  if (request.method === 'GET') return sendJson(response, 200, state.switches)
  if (request.method !== 'PUT') return sendJson(response, 405, { message: 'GET or PUT' })
  const body = await readBody(request)
  const change = changeSchema.safeParse(JSON.parse(body?.toString() ?? 'null'))
  if (!change.success) return sendJson(response, 400, { message: z.prettifyError(change.error) })
  const { silent, skewBps, dollars } = change.data
  const given = {
    ...(silent && { silent }),
    ...(skewBps && { skewBps }),
    ...(dollars && { dollars }),
  }
  return sendJson(response, 200, state.setSwitches(given))
}

/** Returns a parameter; if it is missing, the text `null`, which is not a name. */
function read(query: URLSearchParams, name: string): string {
  return String(query.get(name))
}

function symbolOf(coin: string | undefined): string {
  return String(COINS[String(coin)])
}

type Call = { path: string; query: URLSearchParams; nowMs: number }
type PriceOf = (asset: string, currency: string) => number | null

/** One responder per API; null for an unknown path or market. */
const ANSWERS: Readonly<Record<PriceApi, (call: Call, price: PriceOf) => object | null>> = {
  coinbase({ path, query }, price) {
    const currency = read(query, 'currency')
    if (path !== '/v2/exchange-rates' || price(currency, 'USD') === null) return null
    const rates = FIATS.map((fiat) => [fiat, String(price(currency, fiat))])
    return { data: { currency, rates: Object.fromEntries(rates) } }
  },
  kraken({ path, query, nowMs }, price) {
    const pair = read(query, 'pair')
    const value = price(pair.slice(0, -3), pair.slice(-3))
    if (value === null) return { error: ['EQuery:Unknown asset pair'] }
    const last = value.toFixed(8)
    if (path === '/0/public/Ticker') {
      return {
        error: [],
        result: { [pair]: { a: [last, '1', '1'], b: [last, '1', '1'], c: [last, '1'] } },
      }
    }
    if (path !== '/0/public/OHLC') return null
    const sinceS = Number(query.get('since'))
    const startS = Math.max(sinceS, Math.floor(nowMs / 1_000) - 43_200)
    const candles = Array.from({ length: 10 }, (_, index) => {
      const atS = Math.ceil(startS / 60) * 60 + index * 60
      return [atS, last, last, last, last, last, '1', 1]
    })
    return { error: [], result: { [pair]: candles, last: sinceS } }
  },
  coingecko({ path, query, nowMs }, price) {
    if (path === '/simple/price') {
      const [coin, currency] = [read(query, 'ids'), read(query, 'vs_currencies')]
      const value = price(symbolOf(coin), currency.toUpperCase())
      const atS = Math.floor(nowMs / 1_000)
      return value === null ? {} : { [coin]: { [currency]: value, last_updated_at: atS } }
    }
    const [, coin] = /^\/coins\/([^/]+)\/market_chart\/range$/.exec(path) ?? []
    const value = price(symbolOf(coin), read(query, 'vs_currency').toUpperCase())
    if (value === null) return null
    const times = ['from', 'to'].map((name) => Number(query.get(name)) * 1_000)
    return { prices: times.map((atMs) => [atMs, value]) }
  },
}

function priceOf(
  { dollars, skewBps }: PriceSwitches,
  api: PriceApi,
  asset: string,
  currency: string,
): number | null {
  const worth = (symbol: string) => dollars[symbol] ?? dollarsOf(symbol)
  if (!ASSETS.has(asset) || !FIATS.includes(currency)) return null
  return (worth(asset) / worth(currency)) * (1 + (skewBps[api] ?? 0) / BPS)
}
