import { BaseError } from '@secure-payment/core'

/** This host has no provider that pays out in fiat. */
export class NoOfframpError extends BaseError {
  readonly code = 'unsupported_crypto_to_fiat'
  readonly kind = 'invalid'

  constructor() {
    super('This host cannot pay out in fiat.', {
      hint: 'Have the operator of the host set PAY_OFFRAMP.',
    })
  }
}

/** The tenant has no payer with this id. The id is personal, so no message repeats it. */
export class PayerNotFoundError extends BaseError {
  readonly code = 'payer_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no payer with this id.', { hint: 'Submit the payer with POST /v2/payer.' })
  }
}

/** The tenant has a payer with this id but different data. */
export class PayerExistsError extends BaseError {
  readonly code = 'payer_exists'
  readonly kind = 'conflict'

  constructor() {
    super('A payer with this id has other data.', {
      hint: 'Use the existing payer, or submit another payer under a different id.',
      field: 'clientUserId',
    })
  }
}

/** The payer has no such bank account. */
export class PaymentDetailsNotFoundError extends BaseError {
  readonly code = 'payment_details_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('The payer has no payment details with this id.', {
      hint: 'See the list of the payer’s payment details.',
    })
  }
}

/** The payer has the maximum number of bank accounts. */
export class TooManyPaymentDetailsError extends BaseError {
  readonly code = 'too_many_payment_details'
  readonly kind = 'conflict'

  constructor(facts: { limit: number }) {
    super(`The payer has ${facts.limit} payment details, the maximum.`, {
      hint: 'Use one of the existing payment details.',
    })
  }
}
