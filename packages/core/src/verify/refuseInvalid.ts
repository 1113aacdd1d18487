import { BaseError } from '../errors.ts'
import { CalldataMismatchError } from './CalldataMismatchError.ts'

/**
 * Derives a value from the displayed payment, and rejects the payment when that fails.
 *
 * @throws CalldataMismatchError `invalid_expectation` in place of any error of this project; `cause` is that error.
 */
export function refuseInvalid<Result>(derive: () => Result): Result {
  try {
    return derive()
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    const facts = { expected: 'a payment that can be made', actual: cause.message }
    throw new CalldataMismatchError({ reason: 'invalid_expectation', index: 0, ...facts, cause })
  }
}
