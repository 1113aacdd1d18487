import { BaseError } from '@secure-payment/core'

/** No member in the merchant account has this id. */
export class MemberNotFoundError extends BaseError {
  readonly code = 'member_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no member with this id.')
  }
}

/** A call tried to remove the last member of a merchant account, which would leave the account without a sign-in. */
export class LastMemberError extends BaseError {
  readonly code = 'last_member'
  readonly kind = 'conflict'

  constructor() {
    super('The last member of a merchant account cannot be removed.', {
      hint: 'Add another member first.',
    })
  }
}

/** A call tried to remove or demote the last owner, without whom no member could make another owner. */
export class LastOwnerError extends BaseError {
  readonly code = 'last_owner'
  readonly kind = 'conflict'

  constructor() {
    super('The last owner of a merchant account cannot leave, be removed or get another role.', {
      hint: 'Make another member an owner first.',
    })
  }
}

/** A member who is not an owner tried to make, change or remove an owner. */
export class OwnerOnlyError extends BaseError {
  readonly code = 'owner_only'
  readonly kind = 'forbidden'

  constructor() {
    super('Only an owner can make, change, remove or invite an owner.', {
      hint: 'Ask an owner of the merchant account.',
    })
  }
}
