import { BaseError } from '@secure-payment/core'

/** None of the tenant's client IDs has this id. */
export class ClientIdNotFoundError extends BaseError {
  readonly code = 'client_id_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no client ID with this id.')
  }
}

/** The client ID was revoked, which is final. */
export class ClientIdRevokedError extends BaseError {
  readonly code = 'revoked'
  readonly kind = 'invalid'

  constructor() {
    super('This client ID was permanently revoked.', {
      hint: 'Create another client ID.',
      field: 'status',
    })
  }
}
