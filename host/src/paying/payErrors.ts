import { BaseError } from '@secure-payment/core'
import type { RefundHeldReason } from '@secure-payment/core/api'
import type { Row } from '../db/schema.ts'
import type { ProblemMembers } from '../http/problem.ts'
import { askMerchant } from './askMerchant.ts'

/** The field that names the request, if a call names several: `requestIds[3]`. */
type Asked = { field?: string | undefined }

/** Names the request in a message, without any other details of the request. */
function nameRequest({ field }: Asked): string {
  return field === undefined ? 'this request' : `the request of ${field}`
}

/** A recurring payout pays the request when it is due; another payment would pay the payee twice. */
export class PaidByScheduleError extends BaseError {
  readonly code = 'paid_by_schedule'
  readonly kind = 'invalid'

  constructor(facts: Asked = {}) {
    super(`A recurring payout pays ${nameRequest(facts)}.`, {
      hint: 'Wait for the date of the payment, or cancel the recurring payout and create another request.',
      field: facts.field,
    })
  }
}

/** The request is already paid in full. */
export class AlreadyPaidError extends BaseError {
  readonly code = 'already_paid'
  readonly kind = 'invalid'

  constructor(facts: Asked = {}) {
    super('This request is already paid.', { hint: 'Do not pay again.', field: facts.field })
  }
}

/** The call's amount exceeds the amount that is left to pay. */
export class AmountExceedsRemainingError extends BaseError {
  readonly code = 'amount_exceeds_remaining'
  readonly kind = 'invalid'

  constructor(facts: { remaining: string; currency: string }) {
    const { remaining, currency } = facts
    super(
      `The amount is more than the remaining amount of this request: ${remaining} ${currency}.`,
      {
        hint: 'Pay at most the remaining amount, or omit amount to pay the whole remainder.',
        field: 'amount',
      },
    )
  }
}

/** A payment that covers the rest was seen on chain and waits for its confirmations. */
export class RequestProcessingError extends BaseError {
  readonly code = 'payment_processing'
  readonly kind = 'conflict'

  constructor(facts: Asked = {}) {
    super(`A payment of ${nameRequest(facts)} was sent and is being confirmed.`, {
      hint: 'Do not pay again.',
      field: facts.field,
    })
  }
}

/** The request's payment page has expired. */
export class RequestExpiredError extends BaseError {
  readonly code = 'payment_expired'
  readonly kind = 'forbidden'

  constructor(facts: Asked = {}) {
    super(`The payment link of ${nameRequest(facts)} has expired.`, {
      hint: 'Ask the merchant for a new link.',
      field: facts.field,
    })
  }
}

/** The request states the terms of a reusable link, which is never paid itself. */
export class RequestReusableError extends BaseError {
  readonly code = 'link_reusable'
  readonly kind = 'forbidden'

  constructor(facts: Asked = {}) {
    super(`Each payer of the reusable link of ${nameRequest(facts)} pays a separate request.`, {
      hint: 'Call POST /v2/secure-payments/{token}/open, and pay the request that it returns.',
      field: facts.field,
    })
  }
}

/** The request's payout waits for a second member's approval, or a member declined it. */
export class RequestUnapprovedError extends BaseError implements ProblemMembers {
  readonly code = 'awaiting_approval'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor({ status, ...facts }: Asked & { status: ApprovalStatus | null }) {
    const isWaiting = status === 'waiting'
    super(
      isWaiting
        ? `The payout of ${nameRequest(facts)} waits for the approval of a second member.`
        : `A member of the merchant account declined the payout of ${nameRequest(facts)}.`,
      {
        hint: isWaiting
          ? 'Have another member approve the payout, then repeat the call.'
          : 'Create another payout.',
        field: facts.field,
      },
    )
    this.problemMembers = { approvalStatus: status ?? 'declined' }
  }
}

/** The refunded payment left the chain, or other refunds returned too much of it. */
export class RefundHeldError extends BaseError implements ProblemMembers {
  readonly code = 'refund_held'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor({ reason, ...facts }: Asked & { reason: RefundHeldReason | null }) {
    const isOver = reason === 'exceeds_payment'
    super(
      isOver
        ? `Other refunds leave too little of the payment that ${nameRequest(facts)} refunds.`
        : `The payment that ${nameRequest(facts)} refunds left the chain in a reorganisation.`,
      {
        hint: isOver
          ? 'Do not pay. Cancel the refund, and create another one for the rest.'
          : 'Do not pay. Read the refund again when the payment is confirmed again, or cancel the refund.',
        field: facts.field,
      },
    )
    this.problemMembers = { reason }
  }
}

type ApprovalStatus = Row<'approvals'>['status']

/** The merchant cancelled the request. `supportUrl`: the merchant's contact. */
export class RequestCancelledError extends BaseError implements ProblemMembers {
  readonly code = 'payment_not_payable'
  readonly kind = 'gone'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor({ supportUrl, ...facts }: Asked & { supportUrl: string | null }) {
    super(`The merchant cancelled ${nameRequest(facts)}.`, {
      hint: askMerchant(supportUrl),
      field: facts.field,
    })
    this.problemMembers = { supportUrl }
  }
}
