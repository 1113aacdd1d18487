import { BaseError } from '../errors.ts'

/**
 * A host's offer of a signed payment differs from the payment that the payer saw, so it must not be signed. `field` is the path of the
 * difference in the offer, such as `typedData.message.value`; `expected` and `actual` are for people, never for parsing.
 */
export class SignedPaymentMismatchError extends BaseError {
  readonly code = 'signed_payment_mismatch'
  readonly kind = 'invalid'
  readonly expected: string
  readonly actual: string

  constructor(facts: { field: string; expected: string; actual: string; cause?: unknown }) {
    const { field, expected, actual, cause } = facts
    super(`The message to sign differs in ${field}: expected ${expected}, got ${actual}.`, {
      hint: 'Do not sign it; nothing was sent. Inform the merchant.',
      field,
      cause,
    })
    this.expected = expected
    this.actual = actual
  }
}
