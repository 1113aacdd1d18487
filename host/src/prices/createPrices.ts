import { findCurrency } from '@secure-payment/core/catalogue'
import type { PriceConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { type PriceProblem, PriceUnavailableError } from './errors.ts'
import { type Observation, PRICE_SCALE, type Price, type PricePair, type Prices } from './prices.ts'
import type { PriceSource } from './sources/priceSource.ts'

/** The rules by which observations become a price. */
export type PriceRules = Pick<
  PriceConfig,
  'minSources' | 'maxSpreadBps' | 'maxFeedSpreadBps' | 'maxAgeS' | 'maxFeedAgeS'
>

/** The time for which a price is reused. */
export const PRICE_LIFETIME_MS = 5_000
/** A source's clock may be this far ahead. */
const MAX_AHEAD_MS = 60_000
/** Some sources store past prices only every five minutes. */
const MAX_PAST_AGE_MS = 600_000
/** The maximum number of cached prices, about 500 bytes each. */
const MAX_PRICES = 1_000
/** The currency through which an asset is priced in another one if no sources list the pair itself. */
const CROSS = 'USD'
/** The asset that gives a fiat currency's price in dollars, because most sources list it in both. */
const PIVOT = 'USDC'
const BPS = 10_000n

/** Creates one host's prices over its sources; disposing of the prices also disposes of the sources. */
export function createPrices(
  context: Pick<Context, 'log' | 'now'>,
  rules: PriceRules,
  sources: readonly (PriceSource & Partial<AsyncDisposable>)[],
): Prices {
  const readFiat = createFiatReader(context, rules, sources)
  const withHistory = sources.filter(({ readAt }) => readAt !== undefined)
  const memory = new Map<string, { price: Promise<Price>; readAtMs: number }>()

  return {
    async read(pair) {
      const key = `${pair.asset} ${pair.currency}`
      const nowMs = context.now().getTime()
      const known = memory.get(key)
      const ageMs = known === undefined ? -1 : nowMs - known.readAtMs
      // A clock that was set back must not extend a price's lifetime.
      if (known !== undefined && ageMs >= 0 && ageMs < PRICE_LIFETIME_MS) return known.price
      if (memory.size >= MAX_PRICES) memory.clear()
      const price = readLegs(readFiat, { pair, legs: legsOf(rules, sources, pair), time: null })
      memory.set(key, { price, readAtMs: nowMs })
      price.catch(() => {
        if (memory.get(key)?.price === price) memory.delete(key)
      })
      return price
    },
    readAt: (pair, time) =>
      readLegs(readFiat, { pair, legs: legsOf(rules, withHistory, pair), time }),
    canPrice: (pair) => isPriced(rules, sources, pair),
    canPriceAt: (pair) => isPriced(rules, withHistory, pair),
    async [Symbol.asyncDispose]() {
      await Promise.all(sources.map(async (source) => source[Symbol.asyncDispose]?.()))
    },
  }
}

/** Returns whether enough of some sources list each leg of a pair. */
function isPriced(rules: PriceRules, sources: readonly PriceSource[], pair: PricePair): boolean {
  return legsOf(rules, sources, pair).every((leg) => isListed(rules, sources, leg))
}

/** Returns whether enough of some sources list a pair itself. */
function isListed(rules: PriceRules, sources: readonly PriceSource[], pair: PricePair): boolean {
  return sources.filter((source) => source.lists(pair)).length >= rules.minSources
}

/** Reads a price in a fiat currency at a time, or now with null. */
type ReadFiat = (pair: PricePair, time: Date | null) => Promise<Price>

/** Creates a reader that calls each source of a pair once per read, and judges the results together. */
function createFiatReader(
  context: Pick<Context, 'log' | 'now'>,
  rules: PriceRules,
  sources: readonly PriceSource[],
): ReadFiat {
  return async (pair, time) => {
    const listed = sources.filter((source) => source.lists(pair))
    const observed = await Promise.all(
      listed.map(async (source): Promise<Observed[]> => {
        try {
          const observation = await (time === null
            ? source.read(pair)
            : source.readAt?.(pair, time))
          return observation === undefined ? [] : [{ kind: source.kind, observation }]
        } catch (error) {
          // A chain client throws its own errors.
          const reason = error instanceof Error ? error.message : String(error)
          context.log.warn({ source: source.id, ...pair, reason }, 'Could not read a price')
          return []
        }
      }),
    )
    const facts = { pair, observed: observed.flat(), isPast: time !== null }
    return judge(context, rules, { ...facts, time: time ?? context.now() })
  }
}

/** Multiplies and divides the prices of a pair's legs; every leg must have a price. */
async function readLegs(
  readFiat: ReadFiat,
  { pair, legs, time }: { pair: PricePair; legs: readonly Leg[]; time: Date | null },
): Promise<Price> {
  const prices = await Promise.all(
    legs.map(async (leg) => ({ ...(await readFiat(leg, time)), divides: leg.divides })),
  )
  const rate = prices.reduce(
    (all, price) =>
      price.divides === true ? (all * PRICE_SCALE) / price.rate : (all * price.rate) / PRICE_SCALE,
    PRICE_SCALE,
  )
  if (rate === 0n) throw new PriceUnavailableError(pair, 'too_few')
  return {
    ...pair,
    rate,
    at: new Date(Math.min(...prices.map(({ at }) => at.getTime()))),
    observations: prices.flatMap(({ observations }) => observations),
  }
}

/** A fiat pair whose price is a factor of another pair's price, or its divisor. */
type Leg = PricePair & { divides?: true }

/**
 * Returns the fiat pairs from which a pair's price is computed:
 *
 * - a fiat pair that enough sources list: itself
 * - a fiat currency in another one: the pivot's prices in both
 * - another fiat pair: the asset in dollars, and the dollar in the fiat currency, which is the pivot's price in both
 * - any other pair: both assets in dollars
 */
function legsOf(
  rules: PriceRules,
  sources: readonly PriceSource[],
  pair: PricePair,
): readonly Leg[] {
  const { asset, currency } = pair
  const inDollars = { asset, currency: CROSS }
  if (!isFiat(currency)) return [inDollars, { asset: currency, currency: CROSS, divides: true }]
  if (isListed(rules, sources, pair)) return [pair]
  if (isFiat(asset))
    return [
      { asset: PIVOT, currency },
      { asset: PIVOT, currency: asset, divides: true },
    ]
  if (currency === CROSS || asset === PIVOT) return [pair]
  return [inDollars, { asset: PIVOT, currency }, { asset: PIVOT, currency: CROSS, divides: true }]
}

function isFiat(symbol: string): boolean {
  return findCurrency(symbol)?.currency.type === 'ISO4217'
}

type Observed = { kind: PriceSource['kind']; observation: Observation }

/**
 * Returns the median of the fresh market prices, or the feeds' if no market source is fresh.
 *
 * @throws PriceUnavailableError
 */
function judge(
  { log }: Pick<Context, 'log'>,
  rules: PriceRules,
  facts: { pair: PricePair; observed: readonly Observed[]; time: Date; isPast: boolean },
): Price {
  const { pair, observed } = facts
  const fresh = observed.filter((one) => isFresh(rules, one, facts))
  const [markets, feeds] = ['market', 'feed'].map((wanted) =>
    fresh.flatMap(({ kind, observation }) => (kind === wanted ? [observation] : [])),
  )
  const counted = markets?.length ? markets : (feeds ?? [])
  const rates = counted.map(({ rate }) => rate).toSorted(ascending)
  const rate = medianOf(rates)
  const problem = findProblem(rules, { rate, rates, feeds: feeds ?? [], count: fresh.length })
  if (rate === null || problem !== null) {
    const observations = fresh.map(({ observation }) => observation.source)
    log.warn({ ...pair, problem, rates: rates.map(String), observations }, 'Rejected a price')
    throw new PriceUnavailableError(pair, problem ?? 'too_few')
  }
  const at = new Date(Math.min(...counted.map((one) => one.at.getTime())))
  return { ...pair, rate, at, observations: fresh.map(({ observation }) => observation) }
}

/** Returns the reason why sorted rates with this median yield no price; null if they do. */
function findProblem(
  rules: PriceRules,
  facts: {
    rate: bigint | null
    rates: readonly bigint[]
    feeds: readonly Observation[]
    count: number
  },
): PriceProblem | null {
  const { rate, rates } = facts
  const [least, most] = [rates[0], rates.at(-1)]
  if (rate === null || least === undefined || most === undefined) return 'too_few'
  if (facts.count < rules.minSources) return 'too_few'
  if (isBeyond(most - least, rate, rules.maxSpreadBps)) return 'disagreement'
  const isFar = ({ rate: feed }: Observation) =>
    isBeyond(feed > rate ? feed - rate : rate - feed, feed, rules.maxFeedSpreadBps)
  return facts.feeds.some(isFar) ? 'out_of_bounds' : null
}

/** Returns whether a difference is more than some basis points of a rate. */
function isBeyond(difference: bigint, rate: bigint, bps: number): boolean {
  return difference * BPS > rate * BigInt(bps)
}

/** Returns the median of sorted rates, rounded down: for an even number, the mean of the middle two. Null without rates. */
function medianOf(rates: readonly bigint[]): bigint | null {
  const low = rates[Math.floor((rates.length - 1) / 2)]
  const high = rates[Math.floor(rates.length / 2)]
  return low === undefined || high === undefined ? null : (low + high) / 2n
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b)
}

function isFresh(
  { maxAgeS, maxFeedAgeS }: PriceRules,
  { kind, observation }: Observed,
  { time, isPast }: { time: Date; isPast: boolean },
): boolean {
  const ageMs = time.getTime() - observation.at.getTime()
  if (isPast) return ageMs >= 0 && ageMs <= MAX_PAST_AGE_MS
  return ageMs >= -MAX_AHEAD_MS && ageMs <= (kind === 'feed' ? maxFeedAgeS : maxAgeS) * 1_000
}
