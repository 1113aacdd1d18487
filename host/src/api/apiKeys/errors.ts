import { BaseError } from '@secure-payment/core'

/** None of the tenant's API keys has this id. */
export class ApiKeyNotFoundError extends BaseError {
  readonly code = 'api_key_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no API key with this id.')
  }
}

/** The API key was revoked, which is final. */
export class ApiKeyRevokedError extends BaseError {
  readonly code = 'revoked'
  readonly kind = 'invalid'

  constructor() {
    super('This API key was permanently revoked.', {
      hint: 'Create another API key.',
      field: 'status',
    })
  }
}
