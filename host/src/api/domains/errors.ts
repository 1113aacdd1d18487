import { BaseError } from '@secure-payment/core'

/** None of the tenant's domains has this id. */
export class DomainNotFoundError extends BaseError {
  readonly code = 'domain_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no domain with this id.')
  }
}
