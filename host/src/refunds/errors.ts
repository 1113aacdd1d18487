import { BaseError } from '@secure-payment/core'
import type { RefundStatus } from '@secure-payment/core/api'
import type { ProblemMembers } from '../http/problem.ts'

/** The merchant has no confirmed payment with this id. */
export class PaymentNotFoundError extends BaseError {
  readonly code = 'payment_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no confirmed payment with this id.', {
      hint: 'Use an id from GET /v2/payments; a payment that was never confirmed cannot be refunded.',
    })
  }
}

/** The merchant has no refund with this id. */
export class RefundNotFoundError extends BaseError {
  readonly code = 'refund_not_found'
  readonly kind = 'not_found'

  constructor({ field }: { field?: string } = {}) {
    super('There is no refund with this id.', { field })
  }
}

/** A payment's refunds would exceed the amount that the payee received. */
export class RefundExceedsPaymentError extends BaseError implements ProblemMembers {
  readonly code = 'refund_exceeds_payment'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(facts: {
    remaining: string
    currency: string
    of: 'payment' | 'request' | 'excess'
  }) {
    const { remaining, currency, of } = facts
    const whole = of === 'excess' ? 'The excess of this request' : `This ${of}`
    super(`${whole} has ${remaining} ${currency} left to refund, counting unpaid refunds.`, {
      hint: 'Refund at most this amount, or cancel an unpaid refund first.',
      field: 'amount',
    })
    this.problemMembers = { remaining, currency }
  }
}

/** The amount that may have to be refunded has changed since the caller read it. */
export class RefundCandidateChangedError extends BaseError implements ProblemMembers {
  readonly code = 'refund_candidate_changed'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor({ refundAmount, currency }: { refundAmount: string; currency: string }) {
    super(`${refundAmount} ${currency} of this request may need to be refunded now.`, {
      hint: 'Read the candidate again, and decide on its current amount.',
      field: 'amount',
    })
    this.problemMembers = { refundAmount, currency }
  }
}

/** The reason why no wallet is known that can receive a refund. */
export type RecipientDoubt = 'contract' | 'bridge' | 'payee' | 'unknown'

const DOUBTS: { readonly [D in RecipientDoubt]: string } = {
  contract: 'A contract paid, or paid for its user',
  bridge: 'The payment came over a bridge from another network',
  payee: 'The wallet that received the money paid it',
  unknown: 'The wallet that paid is unknown',
}

/** No wallet is known that can receive the money; `payer` is the wallet that paid, on its own network. */
export class RefundRecipientNeededError extends BaseError implements ProblemMembers {
  readonly code = 'refund_recipient_needed'
  readonly kind = 'conflict'
  readonly doubt: RecipientDoubt
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(facts: {
    doubt: RecipientDoubt
    payer: string | null
    /** The refunded payment, and whether it counts towards no request. */
    payment: { id: string; isUnmatched?: true }
  }) {
    const { doubt, payer, payment } = facts
    const { id, isUnmatched = false } = payment
    const path = isUnmatched ? 'unmatched-payments' : 'payments'
    const subject = isUnmatched ? { unmatchedPaymentId: id } : { paymentId: id }
    super(`${DOUBTS[doubt]}, so the service has no safe recipient.`, {
      hint: `Ask the payer for a wallet on the network of the payment, and send it as recipient to POST /v2/${path}/${id}/refunds.`,
      field: 'recipient',
    })
    this.doubt = doubt
    this.problemMembers = { reason: doubt, payerAddress: payer, ...subject }
  }
}

/** The reason why the service cannot refund a payment. */
export type RefundBar =
  | 'payout'
  | 'crypto_to_fiat'
  | 'unlisted_token'
  | 'wrong_payee'
  | 'unreadable'
  | 'claimed'

const BARS: { readonly [B in RefundBar]: { problem: string; hint: string } } = {
  payout: {
    problem: 'This payment is one of your payouts.',
    hint: 'Refund payments that you received.',
  },
  crypto_to_fiat: {
    problem: 'The money of this payment went to a provider that pays a bank account.',
    hint: 'Return the money through the provider, or create a payout.',
  },
  unlisted_token: {
    problem: 'The service does not list the token of this payment.',
    hint: 'Return the tokens with your wallet, if they are worth anything.',
  },
  wrong_payee: {
    problem: 'The money went to a wallet that is not yours.',
    hint: 'The owner of the wallet can return the money.',
  },
  unreadable: {
    problem: 'The service could not read the amount that this payment brought.',
    hint: 'Read the unmatched payments again later: the payment may count then.',
  },
  claimed: {
    problem: 'A request counts this payment.',
    hint: 'Refund the payment of that request.',
  },
}

/** No customer paid this money to the merchant's wallet, or the service cannot send the money back. */
export class RefundUnsupportedError extends BaseError implements ProblemMembers {
  readonly code = 'refund_unsupported'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(reason: RefundBar) {
    const { problem, hint } = BARS[reason]
    super(problem, { hint })
    this.problemMembers = { reason }
  }
}

/** The refund would need more payments than one call can refund. */
export class RefundSpansPaymentsError extends BaseError {
  readonly code = 'refund_spans_payments'
  readonly kind = 'conflict'

  constructor(most: number) {
    super(`This refund would need more than ${most} payments.`, {
      hint: 'Refund a smaller amount, or each payment with POST /v2/payments/{id}/refunds.',
    })
  }
}

/** One request's payments have the maximum number of refunds that the service adds up. */
export class TooManyRefundsError extends BaseError {
  readonly code = 'too_many_refunds'
  readonly kind = 'conflict'

  constructor(most: number) {
    super(`The payments of this request have ${most} refunds.`, {
      hint: 'Cancel unpaid refunds, or give the rest back with a payout.',
    })
  }
}

/** The reason why a link cannot pay a refund: its status, or a wallet that is paying an earlier link. */
export type PayObstacle = Exclude<RefundStatus, 'open'> | 'in_progress'

const PAY_OBSTACLES: { readonly [O in PayObstacle]: { problem: string; hint: string } } = {
  waiting_for_approval: {
    problem: 'waits for the approval of a second member.',
    hint: 'Have another member approve the refund first.',
  },
  processing: {
    problem: 'has a payment on chain that is being confirmed.',
    hint: 'Wait until the payment is confirmed.',
  },
  confirmed: { problem: 'is paid already.', hint: 'Omit the refund.' },
  cancelled: { problem: 'was cancelled.', hint: 'Create another refund.' },
  held: {
    problem: 'is held: its payment left the chain, or no longer covers it.',
    hint: 'See heldReason of the refund.',
  },
  in_progress: {
    problem: 'may be on its way: a wallet has begun to pay an earlier link.',
    hint: 'Continue with that link, or try again in an hour.',
  },
}

/** A link cannot pay the refund now. `field` names the refund in the call. */
export class RefundNotPayableError extends BaseError implements ProblemMembers {
  readonly code = 'refund_not_payable'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(facts: { refundId: string; reason: PayObstacle; field: string }) {
    const { refundId, reason, field } = facts
    const { problem, hint } = PAY_OBSTACLES[reason]
    super(`The refund ${refundId} ${problem}`, { hint, field })
    this.problemMembers = { refundId, reason }
  }
}

/** The reason why a refund cannot be cancelled. */
export type RefundObstacle = 'paid' | 'seen' | 'approval' | 'other'

const OBSTACLES: { readonly [O in RefundObstacle]: { problem: string; hint: string } } = {
  paid: {
    problem: 'The refund is paid in full.',
    hint: 'Ask the recipient to return the money, if it should not have been paid.',
  },
  seen: {
    problem: 'A payment of the refund is on chain and is being confirmed.',
    hint: 'Wait until the payment is confirmed, or has left the chain.',
  },
  approval: {
    problem: 'The refund waits for approval together with other refunds.',
    hint: 'Decline the approval to cancel all of its refunds, or wait for the decision.',
  },
  other: { problem: 'A wallet may be paying the refund now.', hint: 'Try again in an hour.' },
}

/** The refund is paid in full, or a payment of it may have been sent, so it cannot be cancelled now. */
export class RefundNotCancellableError extends BaseError implements ProblemMembers {
  readonly code = 'refund_not_cancellable'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(reason: RefundObstacle) {
    const { problem, hint } = OBSTACLES[reason]
    super(`This refund cannot be cancelled. ${problem}`, { hint })
    this.problemMembers = { reason }
  }
}
