import { loadConfig } from '../../../host/src/config.ts'
import { createLogger } from '../../../host/src/log.ts'
import { createPrices } from '../../../host/src/prices/createPrices.ts'
import { PriceSourceError } from '../../../host/src/prices/errors.ts'
import { PRICE_SCALE, type Prices } from '../../../host/src/prices/prices.ts'
import type { PriceSource } from '../../../host/src/prices/sources/priceSource.ts'
import type { Random } from './random.ts'

/** A source's state: it reports the honest price, a false price, a stale price, a price from the future, or an error. */
type SourceState = 'honest' | 'lying' | 'stale' | 'ahead' | 'dead'

/** One source and its state. `offsetBps` is its honest difference from the market price, in basis points. */
export type SeededSource = {
  id: string
  kind: PriceSource['kind']
  hasHistory: boolean
  offsetBps: bigint
  state: SourceState
}

/** The prices of a history's assets over time, and the sources that report them. */
export type SeededMarket = {
  /** Prices in the history's fiat currency, by asset, oldest first, times 10^18. */
  changes: Record<string, { fromMs: number; price: bigint }[]>
  sources: SeededSource[]
}

/**
 * The factor of each source's false price, in basis points. No two false prices agree, and each differs by far more than the permitted
 * difference.
 */
const LIES: Readonly<Record<string, bigint>> = {
  alpha: 10_700n,
  beta: 9_000n,
  gamma: 12_000n,
  feed: 8_000n,
}
const MINUTE_MS = 60_000
const RULES = loadConfig({
  PAY_NETWORKS: 'devnet',
  PAY_RPC_URL_DEVNET: 'http://127.0.0.1:1',
  PAY_PRICE_SOURCES: 'coinbase,kraken',
}).prices

/** Creates a market with one feed and three market sources, two of which have a history. */
export function createSeededMarket(hasOffsets: boolean): SeededMarket {
  const source = (id: string, offsetBps: bigint, facts: Partial<SeededSource> = {}) => ({
    id,
    kind: 'market' as const,
    hasHistory: true,
    offsetBps: hasOffsets ? offsetBps : 0n,
    state: 'honest' as const,
    ...facts,
  })
  const feed = source('feed', 40n, { kind: 'feed', hasHistory: false })
  const gamma = source('gamma', -25n, { hasHistory: false })
  return { changes: {}, sources: [source('alpha', 10n), source('beta', -10n), gamma, feed] }
}

/** Multiplies the market price of an asset by a random factor between one half and two. */
export function jump(market: SeededMarket, asset: string, random: Random, nowMs: number): void {
  const ofAsset = market.changes[asset] ?? []
  const last = ofAsset.at(-1)?.price ?? drawFirst(asset)
  const factor = BigInt(random.integer(500_000_007, 2_000_000_011))
  market.changes[asset] = [...ofAsset, { fromMs: nowMs, price: (last * factor) / 1_000_000_000n }]
}

function drawFirst(asset: string): bigint {
  return asset === 'ETH' ? 2_000n * PRICE_SCALE : PRICE_SCALE
}

/** Creates a host's prices from the market's sources; `onRead` runs before and after each read. */
export function createSeededPrices(
  market: SeededMarket,
  options: { now: () => Date; onRead: () => void },
): Prices {
  if (RULES === null) throw new Error('The price sources are not configured.')
  const context = { log: createLogger('silent'), now: options.now }
  return createPrices(
    context,
    RULES,
    market.sources.map((source) => open(market, source, options)),
  )
}

function open(
  market: SeededMarket,
  source: SeededSource,
  { now, onRead }: { now: () => Date; onRead: () => void },
): PriceSource {
  const observe = async (asset: string, time: Date) => {
    onRead()
    await Promise.resolve()
    onRead()
    const change = market.changes[asset]?.findLast(({ fromMs }) => fromMs <= time.getTime())
    if (source.state === 'dead' || change === undefined) throw new PriceSourceError('HTTP 500')
    const factor = source.state === 'lying' ? (LIES[source.id] ?? 0n) : 10_000n + source.offsetBps
    const rate = (change.price * factor) / 10_000n
    return { source: source.id, rate, at: new Date(time.getTime() - lagMs(source)) }
  }
  return {
    id: source.id,
    kind: source.kind,
    lists: () => true,
    read: ({ asset }) => observe(asset, now()),
    ...(source.hasHistory && { readAt: ({ asset }, time) => observe(asset, time) }),
  }
}

/**
 * Returns the age of the price that a source reports, in milliseconds. A stale price is older than the host accepts: a day for feeds, ten
 * minutes for market prices.
 */
function lagMs({ state, kind }: SeededSource): number {
  if (state === 'ahead') return -2 * MINUTE_MS
  if (state !== 'stale') return 0
  return kind === 'feed' ? 2 * 24 * 60 * MINUTE_MS : 11 * MINUTE_MS
}
