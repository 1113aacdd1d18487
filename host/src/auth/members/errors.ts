import { BaseError } from '@secure-payment/core'

/** No member of the merchant account has this id. */
export class MemberNotFoundError extends BaseError {
  readonly code = 'member_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no member with this id.')
  }
}

/** A request tried to remove the last member of a merchant account, which would then have no sign-in. */
export class LastMemberError extends BaseError {
  readonly code = 'last_member'
  readonly kind = 'conflict'

  constructor() {
    super('The last member of a merchant account cannot be removed.', {
      hint: 'Add another member first.',
    })
  }
}
