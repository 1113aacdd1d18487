import { BaseError } from '@secure-payment/core'

/** The key of a call to an operator's operation belongs to a merchant other than the first. */
export class OperatorOnlyError extends BaseError {
  readonly code = 'operator_only'
  readonly kind = 'forbidden'

  constructor() {
    super('Only the operator of the service may do this.', {
      hint: 'Use an API key of the first merchant, such as one that the command create-key created.',
    })
  }
}

/** No rescan has this id. */
export class RescanNotFoundError extends BaseError {
  readonly code = 'rescan_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no rescan with this id.')
  }
}
