import { BaseError } from '../errors.ts'

/** A batch cannot be encoded as it stands. */
export class InvalidBatchError extends BaseError {
  readonly code = 'invalid_batch'
  readonly kind = 'invalid'

  constructor(problem: string) {
    super(`The batch cannot be encoded: ${problem}.`)
  }
}
