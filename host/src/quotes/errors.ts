import { BaseError } from '@secure-payment/core'

/** The payment's amount depends on a market price, and no current quote fixes that amount. */
export class QuoteRequiredError extends BaseError {
  readonly code = 'quote_required'
  readonly kind = 'conflict'

  constructor(facts: { invoiceCurrency: string; paymentCurrency: string }) {
    const { invoiceCurrency, paymentCurrency } = facts
    super(
      `There is no current quote for the remaining amount in ${invoiceCurrency}, paid in ${paymentCurrency}.`,
      { hint: 'Create a quote with POST .../quotes, show it to the payer, then call again.' },
    )
  }
}

/** The payment's amount in its payment currency depends on no market price of this host. */
export class QuoteNotNeededError extends BaseError {
  readonly code = 'quote_not_needed'
  readonly kind = 'invalid'

  constructor() {
    super('This payment is not made at a quoted price.', {
      hint: 'Request its transactions without a quote.',
    })
  }
}

/** A request has the maximum number of quotes in one currency. */
export class TooManyQuotesError extends BaseError {
  readonly code = 'too_many_quotes'
  readonly kind = 'rate_limited'

  constructor(facts: { most: number }) {
    super(`This request has ${facts.most} quotes in this currency, the most that it may have.`, {
      hint: 'Create another request.',
    })
  }
}
