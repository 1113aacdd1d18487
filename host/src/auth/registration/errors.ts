import { BaseError } from '@secure-payment/core'

/**
 * A caller tried to open a merchant account, but this service opens none without an invitation from its operator.
 */
export class RegistrationClosedError extends BaseError {
  readonly code = 'registration_closed'
  readonly kind = 'forbidden'

  constructor() {
    super('Registration is closed: only members of this service can sign in.', {
      hint: 'Ask the operator of the service for an invitation link.',
    })
  }
}

/** A caller tried to open a merchant account without an invitation, which this service requires. */
export class InvitationRequiredError extends BaseError {
  readonly code = 'invitation_required'
  readonly kind = 'forbidden'

  constructor() {
    super('An invitation is needed to open an account here.', {
      hint: 'Ask a merchant who uses this service, or its operator, for an invitation link.',
    })
  }
}

/** An invitation is unknown, used or expired. The error does not reveal which of these applies. */
export class InvitationRefusedError extends BaseError {
  readonly code = 'invitation_refused'
  readonly kind = 'forbidden'

  constructor() {
    super('This invitation link is not valid, was already used, or has expired.', {
      hint: 'Ask the sender for a new link.',
    })
  }
}

/** An invitation names another wallet or another e-mail address. The error does not reveal the address. */
export class InvitationForAnotherError extends BaseError {
  readonly code = 'invitation_for_another'
  readonly kind = 'forbidden'

  constructor() {
    super('This invitation is for another wallet or e-mail address.', {
      hint: 'Use the address that the sender named, or ask for an invitation for yours.',
    })
  }
}

/** None of the merchant account's open invitations has this id. */
export class InvitationNotFoundError extends BaseError {
  readonly code = 'invitation_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no open invitation with this id.')
  }
}

/** A wallet that has a merchant account cannot become a member of another one. */
export class WalletTakenError extends BaseError {
  readonly code = 'wallet_taken'
  readonly kind = 'conflict'

  constructor() {
    super('This wallet belongs to another merchant account.', {
      hint: 'Accept the invitation with another wallet or with an e-mail address.',
    })
  }
}

/** A merchant has created the maximum number of invitations within a day. */
export class TooManyInvitationsError extends BaseError {
  readonly code = 'too_many_invitations'
  readonly kind = 'rate_limited'
  readonly retryAfterS = 3_600

  constructor(facts: { limit: number }) {
    super(`This merchant created ${facts.limit} invitations within 24 hours, the maximum.`, {
      hint: 'Try again tomorrow, or ask the operator of the service for an invitation link.',
      retryable: true,
    })
  }
}
