/** The market prices that quotes use, from public feeds and APIs. docs/design/quotes.md has the rules. */
export type Prices = AsyncDisposable & {
  /**
   * Returns the current price, which is cached for a few seconds.
   *
   * @throws PriceUnavailableError when too few sources have a fresh price, or when they disagree
   */
  read(pair: PricePair): Promise<Price>
  /**
   * Returns the price at a past time, for a payment that arrived after its quote. Only sources that keep a history count.
   *
   * @throws PriceUnavailableError
   */
  readAt(pair: PricePair, time: Date): Promise<Price>
  /** Returns whether enough sources list a pair. Reads nothing. */
  canPrice(pair: PricePair): boolean
  /** Returns whether enough sources with a history list a pair; otherwise `readAt` never returns a price. Reads nothing. */
  canPriceAt(pair: PricePair): boolean
}

/** Two different assets by their market symbols: `{ asset: 'ETH', currency: 'EUR' }`. */
export type PricePair = {
  /** The asset that is priced. */
  asset: string
  /** The asset in which the price is stated. */
  currency: string
}

/** The price of one whole unit of an asset. */
export type Price = PricePair & {
  /** Units of `currency` per unit of `asset`, times 10^18; above 0. */
  rate: bigint
  /** The time of the oldest observation that counted. */
  at: Date
  /** The observations that counted, at least one. */
  observations: readonly Observation[]
}

/** The price that one source reported. */
export type Observation = {
  /** The id of the source: `chainlink`, `coinbase`. */
  source: string
  /** Like {@link Price.rate}, of the price's pair or of a pair from which the price was computed. */
  rate: bigint
  /** The source's own time of the price, or the response's time if the source reports none. */
  at: Date
}

/** The scale of {@link Price.rate}. */
export const PRICE_SCALE = 10n ** 18n
