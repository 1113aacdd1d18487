import { BaseError } from '@secure-payment/core'

/** No claim has this id, or the code does not belong to the claim. */
export class RefundClaimNotFoundError extends BaseError {
  readonly code = 'refund_claim_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no claim with this id and code.', {
      hint: 'Open the whole link, or ask the merchant for another one.',
    })
  }
}

/** An address was already stated with the code or the nonce. */
export class RefundClaimUsedError extends BaseError {
  readonly code = 'refund_claim_used'
  readonly kind = 'conflict'

  constructor() {
    super('An address was already stated for this claim.', {
      hint: 'If the address is wrong, ask the merchant for another link.',
    })
  }
}

/** A claim's link no longer works. */
export class RefundClaimOverError extends BaseError {
  readonly code = 'refund_claim_over'
  readonly kind = 'gone'

  constructor() {
    super('The link expired, a newer one replaced it, or it was tried too often.', {
      hint: 'Ask the merchant for another link.',
    })
  }
}

/** The signature does not prove that the wallet paid. The error is the same for every reason, so that a stranger learns nothing. */
export class RefundClaimRefusedError extends BaseError {
  readonly code = 'refund_claim_refused'
  readonly kind = 'forbidden'

  constructor() {
    super('The signature does not prove that this wallet paid this payment.', {
      hint: 'Sign the text of the page with the wallet that paid, within an hour, or ask the merchant for a link.',
    })
  }
}

/** A payment has the maximum number of claims. */
export class TooManyRefundClaimsError extends BaseError {
  readonly code = 'too_many_refund_claims'
  readonly kind = 'conflict'

  constructor(most: number) {
    super(`This payment has ${most} claims, the maximum.`, {
      hint: 'Use an address that was stated before, or ask the payer by other means.',
    })
  }
}
