import { z } from 'zod'
import { parseRate } from '../parseRate.ts'
import type { HttpApi } from './openHttpSource.ts'

const ratesSchema = z.object({ data: z.object({ rates: z.record(z.string(), z.string()) }) })

/**
 * The exchange rates of Coinbase's public data API, in every fiat currency. Source:
 * https://docs.cdp.coinbase.com/coinbase-business/track-apis/exchange-rates
 */
export const coinbase: HttpApi = {
  id: 'coinbase',
  url: 'https://api.coinbase.com',
  lists: ({ asset }) => LISTED.has(asset),
  current: {
    path: ({ asset }) => `/v2/exchange-rates?currency=${asset}`,
    parse(json, { currency }) {
      const rates = ratesSchema.safeParse(json).data?.data.rates
      const rate = parseRate(rates?.[currency])
      return rate === null ? null : { rate }
    },
  },
}

/** The assets that have separate rates. The API has no rate for xDAI, for example. */
const LISTED = new Set(['ETH', 'USDC', 'USDT', 'DAI', 'EURC', 'POL', 'AVAX', 'BNB', 'MNT'])
