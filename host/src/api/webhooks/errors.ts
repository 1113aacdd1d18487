import { BaseError } from '@secure-payment/core'

/** No webhook endpoint of the tenant has this id. */
export class WebhookNotFoundError extends BaseError {
  readonly code = 'webhook_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no webhook endpoint with this id.')
  }
}

/** The tenant has an endpoint with this URL already. */
export class DuplicateUrlError extends BaseError {
  readonly code = 'duplicate_url'
  readonly kind = 'invalid'

  constructor() {
    super('A webhook endpoint with this URL exists already.', {
      hint: 'Remove it first to get a new secret.',
      field: 'url',
    })
  }
}

/** The endpoint was to be scoped to a client ID that the tenant does not have. */
export class UnknownClientIdError extends BaseError {
  readonly code = 'client_id_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no client ID with the value of clientId.', {
      hint: 'Send the public value, which begins with cli_.',
    })
  }
}
