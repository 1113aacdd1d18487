import { BaseError } from '@secure-payment/core'

/**
 * A wallet's sign-in was rejected. The error is the same for an unknown, expired, used or foreign challenge and for a wrong signature. A
 * caller that did not request the challenge therefore learns nothing about it.
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
