import { BaseError } from '@secure-payment/core'
import type { PricePair } from './prices.ts'

/** No price is certain enough to quote: the sources do not respond, are stale, or disagree. */
export class PriceUnavailableError extends BaseError {
  readonly code = 'price_unavailable'
  readonly kind = 'unavailable'
  readonly problem: PriceProblem

  constructor({ asset, currency }: PricePair, problem: PriceProblem) {
    super(`${asset} has no reliable price in ${currency} now: ${SENTENCES[problem]}.`, {
      hint: 'Try again shortly, or pay in the currency of the invoice.',
      retryable: true,
    })
    this.problem = problem
  }
}

/** The reason why a pair has no price. */
export type PriceProblem = 'too_few' | 'disagreement' | 'out_of_bounds'

const SENTENCES: Readonly<Record<PriceProblem, string>> = {
  too_few: 'too few price sources have a fresh price',
  disagreement: 'the price sources disagree',
  out_of_bounds: 'the price sources differ too much from the price feed on chain',
}

/** A source has no usable price; the message is for the log. */
export class PriceSourceError extends Error {
  override readonly name = 'PriceSourceError'
}
