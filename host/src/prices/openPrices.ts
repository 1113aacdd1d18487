import type { PriceConfig } from '../config.ts'
import type { Rates } from '../rates/createRates.ts'
import { createPrices } from './createPrices.ts'
import type { PriceContext } from './priceContext.ts'
import type { Prices } from './prices.ts'
import { openChainlink } from './sources/chainlink.ts'
import { coinbase } from './sources/coinbase.ts'
import { coinbaseExchange } from './sources/coinbaseExchange.ts'
import { coingecko } from './sources/coingecko.ts'
import { kraken } from './sources/kraken.ts'
import { openHttpSource } from './sources/openHttpSource.ts'
import type { PriceSource } from './sources/priceSource.ts'

/** Opens the configured sources; null if there are none. Nothing is sent before the first read. */
export function openPrices(
  context: PriceContext & { rates: Pick<Rates, 'read'> },
  config: PriceConfig | null,
): Prices | null {
  if (config === null) return null
  const sources = config.sources.map((id) => openSource(context, config, id))
  return createPrices(context, config, sources)
}

function openSource(
  context: PriceContext & { rates: Pick<Rates, 'read'> },
  { urls, coingeckoApiKey }: PriceConfig,
  id: PriceConfig['sources'][number],
): PriceSource {
  const options = { url: urls[id] }
  switch (id) {
    case 'chainlink':
      return openChainlink(context)
    case 'coinbase':
      return openHttpSource(context, coinbase, options)
    case 'coinbase-exchange':
      return openHttpSource(context, coinbaseExchange, options)
    case 'kraken':
      return openHttpSource(context, kraken, options)
    case 'coingecko': {
      const headers = coingeckoApiKey === null ? {} : { 'x-cg-demo-api-key': coingeckoApiKey }
      return openHttpSource(context, coingecko, { ...options, headers })
    }
    default:
      return id satisfies never
  }
}
