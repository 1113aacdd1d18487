import { BaseError } from '@secure-payment/core'

/** No member of the merchant account has this id. */
export class MemberNotFoundError extends BaseError {
  readonly code = 'member_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no member with this id.')
  }
}

/** The last member of a merchant account was to be removed: nobody could sign in to it any more. */
export class LastMemberError extends BaseError {
  readonly code = 'last_member'
  readonly kind = 'conflict'

  constructor() {
    super('The last member of a merchant account cannot be removed.', {
      hint: 'Let another member in first.',
    })
  }
}
