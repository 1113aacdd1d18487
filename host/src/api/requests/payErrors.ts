import { BaseError } from '@secure-payment/core'

/** The field that named the request, where a call names several: `requestIds[3]`. */
type Asked = { field?: string | undefined }

/** Only the sentence names the request. */
function nameRequest({ field }: Asked): string {
  return field === undefined ? 'this request' : `the request of ${field}`
}

/** The request is paid by its recurring payout, in its time: paid any other way its payee would get it twice. */
export class PaidByScheduleError extends BaseError {
  readonly code = 'paid_by_schedule'
  readonly kind = 'invalid'

  constructor(facts: Asked = {}) {
    super(`A recurring payout pays ${nameRequest(facts)}.`, {
      hint: 'Wait for its date, or cancel the recurring payout and create another request.',
      field: facts.field,
    })
  }
}

/** Nothing is left to pay of the request. */
export class AlreadyPaidError extends BaseError {
  readonly code = 'already_paid'
  readonly kind = 'invalid'

  constructor(facts: Asked = {}) {
    super('This request is already paid.', { hint: 'Do not pay again.', field: facts.field })
  }
}

/** The stated part exceeds the rest of the request. */
export class AmountExceedsRemainingError extends BaseError {
  readonly code = 'amount_exceeds_remaining'
  readonly kind = 'invalid'

  constructor(facts: { remaining: string; currency: string }) {
    const { remaining, currency } = facts
    super(
      `The amount is more than the remaining amount of this request: ${remaining} ${currency}.`,
      {
        hint: 'Pay at most that, or omit amount to pay all of it.',
        field: 'amount',
      },
    )
  }
}

/** A payment that covers the rest was seen on chain and waits for its confirmations. */
export class RequestProcessingError extends BaseError {
  readonly code = 'payment_processing'
  readonly kind = 'conflict'

  constructor(facts: Asked = {}) {
    super(`A payment of ${nameRequest(facts)} was sent and is being confirmed.`, {
      hint: 'Do not pay again.',
      field: facts.field,
    })
  }
}

/** The request belongs to a payment page that no longer accepts payments. */
export class RequestNotPayableError extends BaseError {
  readonly code: 'payment_expired' | 'payment_not_payable'
  readonly kind = 'forbidden'

  constructor(status: 'expired' | 'invalidated', facts: Asked = {}) {
    const isExpired = status === 'expired'
    super(
      isExpired
        ? `The payment link of ${nameRequest(facts)} has expired.`
        : `The payment of ${nameRequest(facts)} was withdrawn.`,
      { hint: 'Ask the merchant for a new link.', field: facts.field },
    )
    this.code = isExpired ? 'payment_expired' : 'payment_not_payable'
  }
}
