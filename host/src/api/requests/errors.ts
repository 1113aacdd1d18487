import { BaseError } from '@secure-payment/core'

/** The caller tried to stop or resume the recurrence of a request that has none. */
export class NotRecurringError extends BaseError {
  readonly code = 'not_recurring'
  readonly kind = 'invalid'

  constructor() {
    super('This request is not recurring.', {
      hint: 'Use the id of the request that was created with recurrence: its periods have none.',
    })
  }
}
