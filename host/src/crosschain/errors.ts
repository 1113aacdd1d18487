import { BaseError } from '@secure-payment/core'

/** The amount is too small: sending it from another chain would cost more. */
export class AmountTooSmallForCrosschainError extends BaseError {
  readonly code = 'amount_too_small_for_crosschain'
  readonly kind = 'invalid'

  constructor(facts: { amount: string; symbol: string; network: string }) {
    const { amount, symbol, network } = facts
    super(`${amount} ${symbol}, fee included, is too little to be paid from another chain.`, {
      hint: `Pay more than 1 ${symbol} at once, or pay on ${network}.`,
      field: 'chain',
    })
  }
}

/** The bridge reports that it currently has no route between the two tokens for the amount. */
export class NoCrosschainRouteError extends BaseError {
  readonly code = 'no_crosschain_route'
  readonly kind = 'invalid'

  constructor(facts: { chain: string; token: string; network: string }) {
    const { chain, token, network } = facts
    super(`There is no route from ${token} on ${chain} to this payment now.`, {
      hint: `Try another chain or token, try again in a few minutes, or pay on ${network}.`,
      field: 'chain',
      retryable: true,
    })
  }
}
