import { BaseError } from '@secure-payment/core'

/** The password is wrong. At sign-in, the error does not reveal whether an account with this address exists. */
export class WrongCredentialsError extends BaseError {
  readonly code = 'wrong_credentials'
  readonly kind = 'unauthenticated'

  constructor(facts: { asked: 'e-mail and password' | 'current password' }) {
    super(
      facts.asked === 'current password'
        ? 'The current password is wrong.'
        : 'The e-mail address or the password is wrong.',
    )
  }
}

/** A signed-in caller tried to open another account. */
export class AlreadySignedInError extends BaseError {
  readonly code = 'already_signed_in'
  readonly kind = 'invalid'

  constructor() {
    super('You are already signed in.', { hint: 'Sign out first.' })
  }
}

/** There is an account with this e-mail address. */
export class EmailTakenError extends BaseError {
  readonly code = 'email_taken'
  readonly kind = 'conflict'

  constructor() {
    super('An account with this e-mail address already exists.', { hint: 'Sign in instead.' })
  }
}
