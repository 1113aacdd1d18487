import { BaseError } from '@secure-payment/core'

/** A payment that is not complete has no receipt to send. */
export class ReceiptNotReadyError extends BaseError {
  readonly code = 'receipt_not_ready'
  readonly kind = 'conflict'

  constructor() {
    super('The payment is not complete, so its receipt cannot be sent.', {
      hint: 'Send the receipt after the payment is confirmed.',
    })
  }
}

/** The merchant stated no usable e-mail address of the customer. */
export class CustomerEmailMissingError extends BaseError {
  readonly code = 'customer_email_missing'
  readonly kind = 'conflict'

  constructor() {
    super('The payment states no usable e-mail address of its customer.', {
      hint: 'Give the payer the receipt’s address, receiptUrl, by other means.',
    })
  }
}

/** The payment, or the merchant, has sent the maximum number of receipts for now. */
export class TooManyReceiptsError extends BaseError {
  readonly code = 'too_many_receipts'
  readonly kind = 'rate_limited'
  readonly retryAfterS: number

  constructor({ retryAfterS }: { retryAfterS: number }) {
    super('Too many receipts were sent for this payment or by this merchant.', {
      hint: 'Try again later, or give the payer the receipt’s address, receiptUrl.',
    })
    this.retryAfterS = retryAfterS
  }
}
