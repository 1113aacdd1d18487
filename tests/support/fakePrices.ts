import { PriceUnavailableError } from '../../host/src/prices/errors.ts'
import {
  PRICE_SCALE,
  type Price,
  type PricePair,
  type Prices,
} from '../../host/src/prices/prices.ts'

/** Market prices that a test sets, in place of the sources. */
export type FakePrices = Prices & {
  /** Sets the price of a pair from a time on, as decimal text: `set('USDC', 'EUR', '0.92')`. */
  set(asset: string, currency: string, price: string, from?: Date): void
  /** Removes a pair's prices. */
  silence(asset: string, currency: string): void
  /** Removes the history of a pair's sources. */
  forget(asset: string, currency: string): void
  /** The number of prices that the host read. */
  readonly reads: number
}

type Change = { fromMs: number; rate: bigint }

/** Creates prices without any pair; a pair exists once a test has set it. */
export function createFakePrices(now: () => Date): FakePrices {
  const changes = new Map<string, Change[]>()
  const known = new Set<string>()
  const forgotten = new Set<string>()
  let reads = 0

  async function priceAt(pair: PricePair, time: Date): Promise<Price> {
    reads += 1
    const ofPair = changes.get(keyOf(pair)) ?? []
    const change = ofPair.findLast(({ fromMs }) => fromMs <= time.getTime())
    if (change === undefined) throw new PriceUnavailableError(pair, 'too_few')
    const observations = ['alpha', 'beta'].map((source) => ({
      source,
      rate: change.rate,
      at: time,
    }))
    return { ...pair, rate: change.rate, at: time, observations }
  }

  return {
    get reads() {
      return reads
    },
    set(asset, currency, price, from = new Date(0)) {
      const key = keyOf({ asset, currency })
      known.add(key)
      const change = { fromMs: from.getTime(), rate: parse(price) }
      const ofPair = [...(changes.get(key) ?? []), change]
      changes.set(
        key,
        ofPair.toSorted((a, b) => a.fromMs - b.fromMs),
      )
    },
    silence: (asset, currency) => void changes.delete(keyOf({ asset, currency })),
    forget: (asset, currency) => void forgotten.add(keyOf({ asset, currency })),
    read: (pair) => priceAt(pair, now()),
    readAt: priceAt,
    canPrice: (pair) => known.has(keyOf(pair)),
    canPriceAt: (pair) => known.has(keyOf(pair)) && !forgotten.has(keyOf(pair)),
    async [Symbol.asyncDispose]() {},
  }
}

function keyOf({ asset, currency }: PricePair): string {
  return `${asset} ${currency}`
}

function parse(price: string): bigint {
  const [whole = '', fraction = ''] = price.split('.')
  return BigInt(whole) * PRICE_SCALE + BigInt(fraction.padEnd(18, '0'))
}
