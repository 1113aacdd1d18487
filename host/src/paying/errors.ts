import { BaseError, quoteInput } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import type { Contacts } from '../branding/branding.ts'
import type { Row } from '../db/schema.ts'
import type { ProblemMembers } from '../http/problem.ts'
import { askMerchant } from './askMerchant.ts'

/** The call names a chain or token other than the payment's own. */
export class UnsupportedCrosschainError extends BaseError {
  readonly code = 'unsupported_crosschain'
  readonly kind = 'invalid'

  constructor(facts: {
    chain: string
    token: string
    ownChain: string
    ownToken: string
    /** The reason why no other chain can pay; absent if only this chain or token cannot. */
    because?: 'batch' | 'tron' | 'fiat'
    /** The currencies that can pay from other chains, such as `USDC on BASE`. */
    sources?: readonly string[]
  }) {
    const { chain, token, ownChain, ownToken, because, sources = [] } = facts
    const ways = [`${ownToken} on ${ownChain}`, ...sources]
    super(
      `This payment cannot be paid with ${quoteInput(token)} on ${quoteInput(chain)}${because === undefined ? '' : CROSSCHAIN_PROBLEMS[because].problem}.`,
      {
        hint:
          because === undefined
            ? `Use ${ways.join(', ')}.`
            : `Omit chain and token: ${CROSSCHAIN_PROBLEMS[because].hint} on ${ownChain}.`,
        field: 'chain',
      },
    )
  }
}

const CROSSCHAIN_PROBLEMS = {
  batch: { problem: ': it is a batch', hint: 'a batch is paid in its own tokens' },
  fiat: { problem: ': it is paid out in fiat', hint: 'it is paid in its own token' },
  tron: { problem: ': no bridge leads to Tron', hint: 'it is paid in its own token' },
} as const

/** No secure payment has this token or contains a request with this id, or the payment belongs to another tenant. */
export class SecurePaymentNotFoundError extends BaseError implements ProblemMembers {
  readonly code = 'secure_payment_not_found'
  readonly kind = 'not_found'
  readonly problemMembers: Readonly<Record<string, unknown>>

  /** `contacts`: those of the calling page's merchant. */
  constructor(
    facts: { by?: 'token' | 'requestId'; contacts?: Contacts | undefined; field?: string } = {},
  ) {
    const isToken = facts.by !== 'requestId'
    super(`There is no secure payment with this ${isToken ? 'token' : 'requestId'}.`, {
      field: facts.field,
      ...(isToken && { hint: 'Check the link.' }),
    })
    this.problemMembers = { ...facts.contacts }
  }
}

/** The payout link waits for a second member's approval, or a member declined it. */
export class PayoutUnapprovedError extends BaseError implements ProblemMembers {
  readonly code = 'awaiting_approval'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(status: Row<'approvals'>['status']) {
    const isWaiting = status === 'waiting'
    super(
      isWaiting
        ? 'This payout waits for the approval of a second member of the merchant account.'
        : 'A member of the merchant account declined this payout.',
      {
        hint: isWaiting
          ? 'Have another member approve the payout, then open the link again.'
          : 'Create another payout.',
      },
    )
    this.problemMembers = { approvalStatus: status }
  }
}

/** The secure payment can be read but not paid: the link has expired, or the merchant cancelled it. */
export class PaymentNotPayableError extends BaseError implements ProblemMembers {
  readonly code: 'payment_expired' | 'payment_not_payable'
  readonly kind: 'forbidden' | 'gone'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(payment: SecurePayment) {
    const isExpired = payment.status === 'expired'
    const { supportUrl, supportEmail } = payment.merchant
    super(isExpired ? 'This payment link has expired.' : describeEnd(payment), {
      hint: isExpired ? 'Ask the merchant for a new link.' : adviseAfterEnd(payment),
    })
    this.code = isExpired ? 'payment_expired' : 'payment_not_payable'
    this.kind = isExpired ? 'forbidden' : 'gone'
    this.problemMembers = {
      paymentStatus: payment.status,
      payment,
      ...(!isExpired && { supportUrl, supportEmail }),
    }
  }
}

/** Returns the reason why a link is invalid. A payout leaves its link when the merchant combines the link with others. */
function describeEnd({ flow, combinedInto }: SecurePayment): string {
  if (combinedInto !== undefined)
    return 'This payout is part of a combined payout, which has its own link.'
  return flow === 'pay'
    ? 'The merchant cancelled this payout.'
    : 'The merchant cancelled this payment.'
}

function adviseAfterEnd({ combinedInto, merchant }: SecurePayment): string {
  if (combinedInto === undefined) return askMerchant(merchant.supportUrl)
  const { securePaymentUrl } = combinedInto
  return securePaymentUrl === undefined
    ? 'Ask the merchant for the link of the combined payout.'
    : `Use ${securePaymentUrl}.`
}

/** The secure payment is paid in full. */
export class PaymentCompletedError extends BaseError implements ProblemMembers {
  readonly code = 'payment_completed'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(payment: SecurePayment) {
    super('This payment is already completed.', { hint: 'Do not pay again.' })
    this.problemMembers = { paymentStatus: payment.status, payment }
  }
}

/** A reusable link is never paid itself: each payer pays a copy. */
export class LinkReusableError extends BaseError implements ProblemMembers {
  readonly code = 'link_reusable'
  readonly kind = 'forbidden'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(payment: SecurePayment, facts: { securePaymentUrl: string }) {
    super('Any number of payers can pay this link, each with a separate payment.', {
      hint: 'Open the page of the link, or call POST /v2/secure-payments/{token}/open and use the token that it returns.',
    })
    this.problemMembers = { paymentStatus: payment.status, payment, ...facts }
  }
}

/** The call opens a copy of a link that is not reusable. */
export class LinkNotReusableError extends BaseError {
  readonly code = 'link_not_reusable'
  readonly kind = 'conflict'

  constructor() {
    super('This link is paid once, so it has no further payments to open.', {
      hint: 'Use the token of the link itself.',
    })
  }
}

/** A reusable link's payee destination was deactivated, so payers can open no further payments. */
export class LinkInactiveError extends BaseError implements ProblemMembers {
  readonly code = 'destination_inactive'
  readonly kind = 'forbidden'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor({ merchant: { supportUrl } }: SecurePayment) {
    super('The payee destination of this link accepts no new payments.', {
      hint: askMerchant(supportUrl),
    })
    this.problemMembers = { supportUrl }
  }
}

/** A reusable link has the maximum number of open, unpaid copies, so no other payer can open it now. */
export class TooManyOpenCopiesError extends BaseError {
  readonly code = 'too_many_open_copies'
  readonly kind = 'rate_limited'
  readonly retryAfterS = COPIES_RETRY_AFTER_S

  constructor(facts: { limit: number }) {
    super(`This link has ${facts.limit} unpaid payments that payers opened, the maximum.`, {
      hint: 'Try again in a few minutes.',
      retryable: true,
    })
  }
}

const COPIES_RETRY_AFTER_S = 60

/** A payment that covers the rest was seen on chain and waits for its confirmations, or is in transit over a bridge. */
export class PaymentProcessingError extends BaseError implements ProblemMembers {
  readonly code = 'payment_processing'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(payment: SecurePayment) {
    super('This payment was sent and is being confirmed.', { hint: 'Do not pay again.' })
    this.problemMembers = { paymentStatus: payment.status, payment }
  }
}

/** Another payer's attempt holds the secure payment's lock. */
export class AttemptInProgressError extends BaseError implements ProblemMembers {
  readonly code = 'attempt_in_progress'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(attempt: { ageSeconds: number; wallet: string; phase: string }) {
    super('Another payment attempt is in progress.', {
      hint: 'Finish the attempt where it began, or wait until it is released.',
    })
    this.problemMembers = { attempt }
  }
}

/** The state of a request that waits for a Safe's signers, with the member names that existing clients expect. */
export type RequestStatusMember = {
  requestId: string
  status: string
  hasBeenPaid: boolean
  safeTxHash: string
  chainId: number
  /** Unix seconds. */
  safePaymentDeadline: number | null
}

/** The transaction of the payment waits for the signers of a Safe. */
export class PaymentInProgressError extends BaseError implements ProblemMembers {
  readonly code = 'payment_in_progress'
  readonly kind = 'locked'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(payment: SecurePayment, requestStatuses: readonly RequestStatusMember[]) {
    super('This payment is waiting for the signers of a Safe.', { hint: 'Do not pay again.' })
    this.problemMembers = { paymentStatus: payment.status, payment, requestStatuses }
  }
}

/** The payment has no attempt with this id. */
export class AttemptNotFoundError extends BaseError {
  readonly code = 'attempt_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no attempt with this id.')
  }
}

/** The attempt has ended: it was released, it failed, or its lease has ended. */
export class AttemptEndedError extends BaseError {
  readonly code = 'attempt_ended'
  readonly kind = 'conflict'

  constructor() {
    super('This attempt has ended.', { hint: 'Begin another attempt with a new attemptId.' })
  }
}

/** The attempt has sent a transaction, so its lock stays until the payment is recorded or the lease ends. */
export class AttemptAlreadySentError extends BaseError {
  readonly code = 'attempt_already_sent'
  readonly kind = 'conflict'

  constructor() {
    super('The attempt has sent a transaction and cannot be released.', {
      hint: 'Wait until the transaction is confirmed or dropped.',
    })
  }
}
