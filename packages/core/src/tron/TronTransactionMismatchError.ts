import { BaseError } from '../errors.ts'

/**
 * A Tron transaction differs from the expected one. `field` is the path of the difference in the transaction's JSON, such as
 * `raw_data.expiration`; `expected` and `actual` are for people, never for parsing.
 */
export class TronTransactionMismatchError extends BaseError {
  readonly code = 'tron_transaction_mismatch'
  readonly kind = 'invalid'
  readonly expected: string
  readonly actual: string

  constructor(facts: { field: string; expected: string; actual: string; cause?: unknown }) {
    const { field, expected, actual, cause } = facts
    super(`The Tron transaction differs in ${field}: expected ${expected}, got ${actual}.`, {
      hint: 'Nothing was sent. Build it again, and sign it unchanged.',
      field,
      cause,
    })
    this.expected = expected
    this.actual = actual
  }
}
