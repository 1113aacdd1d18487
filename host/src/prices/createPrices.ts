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
/** The currency through which an asset is priced in another one that is not fiat. */
const CROSS = 'USD'
const BPS = 10_000n

/** Creates one host's prices over its sources; disposing of the prices also disposes of the sources. */
export function createPrices(
  context: Pick<Context, 'log' | 'now'>,
  rules: PriceRules,
  sources: readonly (PriceSource & Partial<AsyncDisposable>)[],
): Prices {
  const readFiat = createFiatReader(context, rules, sources)
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
      const price = readAny(readFiat, pair, null)
      memory.set(key, { price, readAtMs: nowMs })
      price.catch(() => {
        if (memory.get(key)?.price === price) memory.delete(key)
      })
      return price
    },
    readAt: (pair, time) => readAny(readFiat, pair, time),
    canPrice: (pair) => isListed(rules, sources, pair),
    canPriceAt: (pair) => isListed(rules, sources.filter(hasHistory), pair),
    async [Symbol.asyncDispose]() {
      await Promise.all(sources.map(async (source) => source[Symbol.asyncDispose]?.()))
    },
  }
}

/** Returns whether enough of some sources list each leg of a pair. */
function isListed(rules: PriceRules, sources: readonly PriceSource[], pair: PricePair): boolean {
  return legsOf(pair).every(
    (leg) => sources.filter((source) => source.lists(leg)).length >= rules.minSources,
  )
}

function hasHistory({ readAt }: PriceSource): boolean {
  return readAt !== undefined
}

/** Reads a price in a fiat currency at a time, or now with null. */
type ReadFiat = (pair: PricePair, time: Date | null) => Promise<Price>

/** Creates a reader that calls each source once. */
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

/** Prices an asset in any other asset; both legs of a crossed price must be certain. */
async function readAny(readFiat: ReadFiat, pair: PricePair, time: Date | null): Promise<Price> {
  const [base, quote] = await Promise.all(legsOf(pair).map((leg) => readFiat(leg, time)))
  if (base === undefined) throw new PriceUnavailableError(pair, 'too_few')
  if (quote === undefined) return base
  const rate = (base.rate * PRICE_SCALE) / quote.rate
  if (rate === 0n) throw new PriceUnavailableError(pair, 'too_few')
  return {
    ...pair,
    rate,
    at: base.at < quote.at ? base.at : quote.at,
    observations: [...base.observations, ...quote.observations],
  }
}

/** Returns the fiat pairs from which a pair's price is computed: the pair itself, or its two assets in dollars. */
function legsOf({ asset, currency }: PricePair): readonly PricePair[] {
  if (isFiat(currency)) return [{ asset, currency }]
  return [asset, currency].map((leg) => ({ asset: leg, currency: CROSS }))
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
