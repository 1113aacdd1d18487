import { BaseError, quoteInput } from '@secure-payment/core'

/** No currency matches the requested id, or the filter with `firstOnly`. */
export class CurrencyNotFoundError extends BaseError {
  readonly code = 'currency_not_found'
  readonly kind = 'not_found'

  constructor(facts: { asked: string }) {
    super(`There is no currency ${quoteInput(facts.asked)}.`, {
      hint: 'See the list without filters.',
    })
  }
}
