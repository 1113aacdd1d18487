import { BaseError, InvalidInputError } from '@secure-payment/core'

/**
 * Returns the result of `parse`. Reports an input error from core under the parsed field's name: `errors[0].field` and `.code` of the
 * problem.
 *
 * @throws InvalidInputError
 */
export function atField<T>(field: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof BaseError) || error.kind !== 'invalid') throw error
    throw new InvalidInputError([{ field, code: error.code, message: error.message }], {
      cause: error,
    })
  }
}
