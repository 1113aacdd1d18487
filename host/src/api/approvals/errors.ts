import { BaseError } from '@secure-payment/core'
import type { Approval } from '@secure-payment/core/api'

/** The merchant account has no approval with this id. */
export class ApprovalNotFoundError extends BaseError {
  readonly code = 'approval_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no approval with this id.')
  }
}

/** The approval no longer waits for a decision. */
export class ApprovalDecidedError extends BaseError {
  readonly code = 'approval_decided'
  readonly kind = 'conflict'
  readonly problemMembers: { readonly approvalStatus: Approval['status'] }

  constructor(status: Approval['status']) {
    super(`This approval no longer waits for a decision: it is ${status}.`, {
      hint: 'Read the approval again. If the payout is still needed, create another one.',
    })
    this.problemMembers = { approvalStatus: status }
  }
}

/** The member who asked for an approval tried to give it. */
export class OwnApprovalError extends BaseError {
  readonly code = 'own_approval'
  readonly kind = 'forbidden'

  constructor() {
    super('A second member must approve this: you asked for it, or your API key did.', {
      hint: 'Ask another owner, admin or finance member.',
    })
  }
}

/** A member who is not an owner tried to change the approval limit. */
export class LimitOwnerOnlyError extends BaseError {
  readonly code = 'owner_only'
  readonly kind = 'forbidden'

  constructor() {
    super('Only an owner can change the approval limit for payouts.', {
      hint: 'Ask an owner of the merchant account.',
    })
  }
}
