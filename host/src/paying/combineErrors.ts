import { BaseError } from '@secure-payment/core'
import type { CombineReason } from '@secure-payment/core/api'
import type { ProblemMembers } from '../http/problem.ts'

const REASONS: { readonly [R in CombineReason]: { problem: string; hint: string } } = {
  not_outgoing: { problem: 'receives a payment.', hint: 'Combine only payout links.' },
  not_single_payment: {
    problem: 'has several payouts.',
    hint: 'Combine only links with one payout each.',
  },
  secure_payment_not_pending: {
    problem: 'was cancelled.',
    hint: 'Leave it out.',
  },
  secure_payment_expired: { problem: 'has expired.', hint: 'Create another link for its payout.' },
  already_paid: { problem: 'is paid, at least in part.', hint: 'Leave it out.' },
  request_processing: {
    problem: 'may have a payment in progress.',
    hint: 'Wait until the payment is confirmed, or leave it out. Try again in an hour.',
  },
  not_payable_child: {
    problem: 'needs an approval, pays a refund, or is paid in a way that a batch cannot use.',
    hint: 'Pay it on its own page.',
  },
}

const COMBINED = { problem: 'is part of a combined payout.', hint: 'Leave it out.' }

/** A payout link cannot be combined with others now. */
export class PayoutNotCombinableError extends BaseError implements ProblemMembers {
  readonly code = 'payout_not_combinable'
  readonly kind = 'invalid'
  readonly problemMembers: Readonly<Record<string, unknown>>

  /** `isCombined`: the link was combined earlier. */
  constructor(facts: {
    token: string
    reason: CombineReason
    field: string
    isCombined?: boolean
  }) {
    const { token, reason, field, isCombined = false } = facts
    const { problem, hint } = isCombined ? COMBINED : REASONS[reason]
    super(`The payout link ${token} ${problem}`, { hint, field })
    this.problemMembers = { token, reason }
  }
}
