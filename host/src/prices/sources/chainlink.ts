import { setTimeout as delay } from 'node:timers/promises'
import { findCurrency, getCurrency } from '@secure-payment/core/catalogue'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { ChainClients, Rate } from '../../chains/chainClient.ts'
import type { Rates } from '../../rates/createRates.ts'
import { usdPath } from '../../rates/usdPath.ts'
import { PriceSourceError } from '../errors.ts'
import { PRICE_SCALE } from '../prices.ts'
import type { PriceSource } from './priceSource.ts'

/** A payer waits for the price, and a read from a node that hangs would last longer. */
const DEADLINE_MS = 3_000

/**
 * Reads Chainlink's feeds over the nodes of the served networks, through the networks' conversion contracts. An asset or a fiat currency
 * may have its feed on any of these networks. A host that serves networks with real money uses no feeds of test networks.
 */
export function openChainlink(
  context: { chains: Pick<ChainClients, 'get' | 'ids'>; rates: Pick<Rates, 'read'> },
  { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {},
): PriceSource {
  const findFeed = (symbol: string): Feed | null => {
    const served = context.chains.ids.map((id) => context.chains.get(id).network)
    const real = served.filter(({ isTestnet }) => !isTestnet)
    for (const network of real.length === 0 ? served : real) {
      const feed = feedOf(network, symbol)
      if (feed !== null) return feed
    }
    return null
  }

  /** Reads the value of one unit in US dollars, in units of 10^-18, and the time of the older feed on its path. */
  async function readUsd({ network, path, decimals }: Feed): Promise<{ usd: bigint; atS: bigint }> {
    if (path.length === 1) return { usd: PRICE_SCALE, atS: NEVER_OLD_S }
    const [rate]: readonly (Rate | null)[] = await context.rates.read(network, [path])
    if (!rate) throw new PriceSourceError(`the feeds of ${network} have no rate`)
    // The contract returns dollars in units of 10^-8 per 10^18 base units.
    const usd = (rate.rate * 10n ** BigInt(decimals)) / 10n ** BigInt(FIAT_DECIMALS)
    return { usd, atS: rate.oldestTimestampS }
  }

  return {
    id: 'chainlink',
    kind: 'feed',
    lists: ({ asset, currency }) => findFeed(asset) !== null && findFeed(currency) !== null,
    async read({ asset, currency }) {
      const [ofAsset, ofCurrency] = [findFeed(asset), findFeed(currency)]
      if (ofAsset === null || ofCurrency === null)
        throw new PriceSourceError('no network has a feed')
      const reads = Promise.all([readUsd(ofAsset), readUsd(ofCurrency)])
      const [base, quote] = await within(deadlineMs, reads)
      if (base.usd === 0n || quote.usd === 0n) throw new PriceSourceError('a feed reports zero')
      const atS = base.atS < quote.atS ? base.atS : quote.atS
      return {
        source: 'chainlink',
        rate: (base.usd * PRICE_SCALE) / quote.usd,
        at: new Date(Number(atS) * 1_000),
      }
    },
  }
}

/** Returns the result of a read. Throws PriceSourceError after the deadline; the read continues, and its result is cached. */
async function within<T>(ms: number, read: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = delay(ms, null, { signal: done.signal, ref: false }).then(() => {
    throw new PriceSourceError(`deadline: ${ms} ms`)
  })
  try {
    return await Promise.race([read, late])
  } finally {
    done.abort()
  }
}

/** The path from a currency to the US dollar along the rates of one network, and the decimals of its start. */
type Feed = { network: string; path: readonly string[]; decimals: number }

/** Later than any feed: the dollar's value in dollars never ages. */
const NEVER_OLD_S = 2n ** 40n

function feedOf(network: Network, symbol: string): Feed | null {
  const currency = currencyOf(network, symbol)
  const path = currency && usdPath(network, currency)
  if (!currency || !path) return null
  const decimals = currency.type === 'ISO4217' ? FIAT_DECIMALS : currency.decimals
  return { network: network.id, path, decimals }
}

/** Finds a fiat currency by its code, or a network's own currency by its symbol; the catalogue's tokens do not count. */
function currencyOf({ nativeCurrency, tokens }: Network, symbol: string) {
  const fiat = findCurrency(symbol)?.currency
  if (fiat?.type === 'ISO4217') return fiat
  const own = [nativeCurrency, ...tokens].find((one) => one.symbol === symbol)
  return own && getCurrency(own.currencyId).currency
}
