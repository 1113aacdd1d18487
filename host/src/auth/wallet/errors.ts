import { BaseError } from '@secure-payment/core'

/**
 * A wallet's sign-in was rejected. The error is the same for a wrong signature and for a challenge that is unknown, expired, used or
 * another wallet's. A caller that did not request the challenge therefore learns nothing about it.
 */
export class SignInRefusedError extends BaseError {
  readonly code = 'sign_in_refused'
  readonly kind = 'unauthenticated'

  constructor() {
    super('The sign-in was refused.', {
      hint: 'Request a challenge and sign its message, unchanged, with the wallet that it names.',
    })
  }
}
