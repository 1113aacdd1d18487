import { BaseError } from '@secure-payment/core'

/**
 * A proof by passkey was rejected. The error is the same for an invalid challenge, an unknown or another member's passkey, and a wrong
 * origin, counter or signature.
 */
export class PasskeyRefusedError extends BaseError {
  readonly code = 'passkey_refused'
  readonly kind = 'forbidden'

  constructor(options: { cause?: unknown } = {}) {
    super('The passkey was refused.', {
      hint: 'Request new options and use a passkey of this service.',
      cause: options.cause,
    })
  }
}

/** A recovery code is not one of the member's codes, or was used already. */
export class RecoveryCodeRefusedError extends BaseError {
  readonly code = 'recovery_code_refused'
  readonly kind = 'forbidden'

  constructor() {
    super('The recovery code is not valid, or was used already.', { hint: 'Each code works once.' })
  }
}

/** No sign-in in the browser waits for a second factor: none began, or it ended, expired or had too many attempts. */
export class SignInEndedError extends BaseError {
  readonly code = 'sign_in_ended'
  readonly kind = 'unauthenticated'

  constructor() {
    super('No sign-in waits for a second factor.', { hint: 'Begin the sign-in again.' })
  }
}

/** A change needs a recent proof that the signed-in person is the member. */
export class ConfirmationRequiredError extends BaseError {
  readonly code = 'confirmation_required'
  readonly kind = 'forbidden'

  constructor(facts: { isByPasskey: boolean }) {
    super('This change needs a session that was confirmed within ten minutes.', {
      hint: facts.isByPasskey
        ? 'Confirm the session with a passkey or a recovery code.'
        : 'Confirm the session with the password or a passkey, or sign in again.',
    })
  }
}

/** The member has no passkey with this id. */
export class PasskeyNotFoundError extends BaseError {
  readonly code = 'passkey_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no passkey with this id.')
  }
}

/** The credential is already registered, for this member or another one. */
export class PasskeyTakenError extends BaseError {
  readonly code = 'passkey_taken'
  readonly kind = 'conflict'

  constructor() {
    super('This passkey is registered already.')
  }
}

/** A member has the maximum number of passkeys. */
export class TooManyPasskeysError extends BaseError {
  readonly code = 'too_many_passkeys'
  readonly kind = 'conflict'

  constructor({ max }: { max: number }) {
    super(`A member can have at most ${max} passkeys.`, { hint: 'Remove a passkey first.' })
  }
}

/** A member without a passkey cannot require one. */
export class PasskeyMissingError extends BaseError {
  readonly code = 'passkey_missing'
  readonly kind = 'conflict'

  constructor() {
    super('A second factor needs a passkey.', { hint: 'Add a passkey first.' })
  }
}

/** The second factor is already on. */
export class SecondFactorOnError extends BaseError {
  readonly code = 'second_factor_on'
  readonly kind = 'conflict'

  constructor() {
    super('The second factor is on.')
  }
}

/** The operation needs the second factor, which is off. */
export class SecondFactorOffError extends BaseError {
  readonly code = 'second_factor_off'
  readonly kind = 'conflict'

  constructor() {
    super('The second factor is off.')
  }
}
