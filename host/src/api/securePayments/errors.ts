import { BaseError, quoteInput } from '@secure-payment/core'
import type { SecurePayment } from '@secure-payment/core/api'
import type { ProblemMembers } from '../../http/problem.ts'

/** The items of one secure payment, or of one batch of payouts, are on more than one network. */
export class MixedNetworksError extends BaseError {
  readonly code = 'mixed_networks'
  readonly kind = 'invalid'

  constructor(facts: { first: string; other: string; field: string }) {
    super(`A batch is paid on one network, got ${facts.first} and ${facts.other}.`, {
      hint: 'Send one batch per network.',
      field: facts.field,
    })
  }
}

/** A conversion from a currency of the catalogue: the payment element converts from those of its registry alone. */
export class UnverifiableCurrencyError extends BaseError {
  readonly code = 'unverifiable_currency'
  readonly kind = 'invalid'

  constructor(facts: {
    currency: string
    network: string
    verifiable: readonly string[]
    field: string
  }) {
    super(
      `The payment element cannot check conversions from ${quoteInput(facts.currency)}, so no secure payment is made with one.`,
      {
        hint: `Pay it in ${quoteInput(facts.currency)} itself; or on ${facts.network} invoice in fiat or in one of: ${facts.verifiable.join(', ')}; or create the request with POST /v2/request and pay it through the API.`,
        field: facts.field,
      },
    )
  }
}

/** The call names another chain or token than the payment's own. */
export class UnsupportedCrosschainError extends BaseError {
  readonly code = 'unsupported_crosschain'
  readonly kind = 'invalid'

  constructor(facts: {
    chain: string
    token: string
    ownChain: string
    ownToken: string
    /** The reason why it is impossible from any other chain; absent when only this chain or token is. */
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
  fiat: { problem: ': it is paid out in fiat money', hint: 'it is paid in its own token' },
  tron: { problem: ': no bridge leads to Tron', hint: 'it is paid in its own token' },
} as const

/** No secure payment has this token, or a request with this id, or it is another tenant's. */
export class SecurePaymentNotFoundError extends BaseError {
  readonly code = 'secure_payment_not_found'
  readonly kind = 'not_found'

  constructor(facts: { by: 'token' | 'requestId' } = { by: 'token' }) {
    const isToken = facts.by === 'token'
    super(`There is no secure payment with this ${isToken ? 'token' : 'requestId'}.`, {
      ...(isToken && { hint: 'Check the link.' }),
    })
  }
}

/** The secure payment can be shown but not paid: the link has expired, or it was withdrawn. */
export class PaymentNotPayableError extends BaseError implements ProblemMembers {
  readonly code: 'payment_expired' | 'payment_not_payable'
  readonly kind = 'forbidden'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(payment: SecurePayment) {
    const isExpired = payment.status === 'expired'
    super(isExpired ? 'This payment link has expired.' : 'This payment was withdrawn.', {
      hint: 'Ask the merchant for a new link.',
    })
    this.code = isExpired ? 'payment_expired' : 'payment_not_payable'
    this.problemMembers = { paymentStatus: payment.status, payment }
  }
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

/** A payment that covers the rest was seen on chain and waits for its confirmations, or is on its way over a bridge. */
export class PaymentProcessingError extends BaseError implements ProblemMembers {
  readonly code = 'payment_processing'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(payment: SecurePayment) {
    super('This payment was sent and is being confirmed.', { hint: 'Do not pay again.' })
    this.problemMembers = { paymentStatus: payment.status, payment }
  }
}

/** Another payer's attempt holds the lock of the secure payment. */
export class AttemptInProgressError extends BaseError implements ProblemMembers {
  readonly code = 'attempt_in_progress'
  readonly kind = 'conflict'
  readonly problemMembers: Readonly<Record<string, unknown>>

  constructor(attempt: { ageSeconds: number; wallet: string; phase: string }) {
    super('Another payment attempt is in progress.', {
      hint: 'Finish it where it began, or wait until it is released.',
    })
    this.problemMembers = { attempt }
  }
}

/** The part of a payment that waits for the signers of a Safe, under the names of existing clients. */
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

/** No attempt of this payment has this id. */
export class AttemptNotFoundError extends BaseError {
  readonly code = 'attempt_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no attempt with this id.')
  }
}

/** The attempt is over: it was released, it failed, or its time has run out. */
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
