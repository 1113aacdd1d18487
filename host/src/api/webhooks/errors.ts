import { BaseError } from '@secure-payment/core'

/** None of the tenant's webhook endpoints has this id. */
export class WebhookNotFoundError extends BaseError {
  readonly code = 'webhook_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no webhook endpoint with this id.')
  }
}

/** The tenant already has an endpoint with this URL. */
export class DuplicateUrlError extends BaseError {
  readonly code = 'duplicate_url'
  readonly kind = 'invalid'

  constructor() {
    super('A webhook endpoint with this URL already exists.', {
      hint: 'To get a new secret, first remove that endpoint with an API key or a session: DELETE /v1/webhook/{webhookId}.',
      field: 'url',
    })
  }
}

/** The tenant does not have the client ID that the call names. */
export class UnknownClientIdError extends BaseError {
  readonly code = 'client_id_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no client ID with the value of clientId.', {
      hint: 'Send the public value, which begins with cli_.',
    })
  }
}

/** A test event has no active endpoint to receive it. */
export class NoActiveWebhookError extends BaseError {
  readonly code = 'no_active_webhook'
  readonly kind = 'not_found'

  constructor() {
    super('There is no active webhook endpoint.', {
      hint: 'Add an endpoint, or switch one on.',
    })
  }
}

/** There is nothing to promote: no rotation has begun, or it has ended. */
export class NoPendingSecretError extends BaseError {
  readonly code = 'no_pending_secret'
  readonly kind = 'conflict'

  constructor() {
    super('No new secret is waiting for promotion.', { hint: 'Rotate the secret first.' })
  }
}

/** None of the endpoint's deliveries has this id. */
export class DeliveryNotFoundError extends BaseError {
  readonly code = 'delivery_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('This webhook endpoint has no delivery with this id.')
  }
}

/** The delivery is due or in progress. */
export class DeliveryPendingError extends BaseError {
  readonly code = 'delivery_pending'
  readonly kind = 'conflict'

  constructor() {
    super('The delivery is in progress: wait for its result.')
  }
}

/** The delivery's event must not, or cannot, be sent again. */
export class EventNotSendableError extends BaseError {
  readonly code = 'event_not_sendable'
  readonly kind = 'conflict'

  constructor(reason: 'retracted' | 'unwritable') {
    super(
      reason === 'retracted'
        ? 'The event cannot be sent again: its payment has left the chain.'
        : 'The event cannot be sent: its body could not be written.',
    )
  }
}
