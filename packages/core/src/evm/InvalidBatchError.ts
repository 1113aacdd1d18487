import { BaseError } from '../errors.ts'

/** The batch cannot be encoded. */
export class InvalidBatchError extends BaseError {
  readonly code = 'invalid_batch'
  readonly kind = 'invalid'

  constructor(problem: string) {
    super(`The batch cannot be encoded: ${problem}.`)
  }
}
