import type { Observation, PricePair } from '../prices.ts'

/** A source of prices of assets in fiat currencies. */
export type PriceSource = {
  id: string
  /**
   * `market` sources report prices of the last minutes, and the median is computed from them. A `feed` is on chain, is updated only after
   * larger moves, and bounds the median.
   */
  kind: 'market' | 'feed'
  /** Returns whether the source may list a pair. Reads nothing. */
  lists(pair: PricePair): boolean
  /** Returns the current price. Any failure is an error. */
  read(pair: PricePair): Promise<Observation>
  /** Returns the price at a past time; absent for a source without a history. */
  readAt?(pair: PricePair, time: Date): Promise<Observation>
}
