import { BaseError, quoteInput } from '@secure-payment/core'
import { MAX_BATCH_FEE_BPS } from '@secure-payment/core/evm'

/** No request has this id, or it belongs to another tenant. */
export class RequestNotFoundError extends BaseError {
  readonly code = 'request_not_found'
  readonly kind = 'not_found'

  /** `field` names the request if a call is about several: `requestIds[3]`. */
  constructor(facts: { field?: string } = {}) {
    const { field } = facts
    const id = field === undefined ? 'this id' : `the id of ${field}`
    super(`There is no request with ${id}.`, { field })
  }
}

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

/** A conversion from a catalogue currency; the payment element converts only from currencies of its registry. */
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
      `The payment element cannot verify conversions from ${quoteInput(facts.currency)}, so a secure payment cannot use one.`,
      {
        hint: `Pay it in ${quoteInput(facts.currency)} itself; or on ${facts.network} invoice in fiat or in one of: ${facts.verifiable.join(', ')}; or create the request with POST /v2/request and pay it through the API.`,
        field: facts.field,
      },
    )
  }
}

/** This host does not accept payments on the network. */
export class UnsupportedNetworkError extends BaseError {
  readonly code = 'unsupported_network'
  readonly kind = 'invalid'

  constructor(facts: { network: string; served: readonly string[]; field: string }) {
    super(`This host does not accept payments on ${quoteInput(facts.network)}.`, {
      hint: `Use one of: ${facts.served.join(', ')}.`,
      field: facts.field,
    })
  }
}

/** The requested amount exceeds the limit for a single node. */
export class SingleNodeLimitError extends BaseError {
  readonly code = 'single_node_limit'
  readonly kind = 'invalid'

  constructor(facts: {
    network: string
    limitUsd: number
    field: string
    /** `unknown`: the value could not be read. */
    because: 'more' | 'unknown'
  }) {
    const { network, limitUsd, field, because } = facts
    const limit = `at most ${limitUsd} US dollars per call on ${network}, where only one node confirms payments`
    super(
      because === 'more'
        ? `This host accepts ${limit}.`
        : `This host accepts ${limit}, and the value of this payment cannot be determined now.`,
      { hint: 'Request less, or have the operator list nodes from other providers.', field },
    )
  }
}

/** Several payments require a batch on a network that has no batch contract. */
export class BatchUnsupportedError extends BaseError {
  readonly code = 'batch_unsupported'
  readonly kind = 'invalid'

  constructor(facts: { network: string; field: string }) {
    super(`Payments on ${facts.network} are made one at a time, so batches are not supported.`, {
      hint: 'Create one payment per item.',
      ...(facts.field !== '' && { field: facts.field }),
    })
  }
}

/** The batch contract returns a fee above the maximum that its owner can set, so no batch uses the contract. */
export class BatchFeeSetError extends BaseError {
  readonly code = 'batch_fee_set'
  readonly kind = 'invalid'

  constructor(facts: {
    network: string
    /** The fee in basis points. */
    fee: number
  }) {
    super(
      `The batch contract on ${facts.network} charges a fee of ${facts.fee / 100} %, above the ${MAX_BATCH_FEE_BPS / 100} % that its owner can set. Therefore no batch uses it.`,
      { hint: 'Create one payment per item.' },
    )
  }
}

/** The network's native coin pays for transactions, and no contract accepts it as a payment. */
export class UnpayableCurrencyError extends BaseError {
  readonly code = 'unpayable_currency'
  readonly kind = 'invalid'

  constructor(facts: {
    currency: string
    network: string
    payable: readonly string[]
    field: string
  }) {
    super(
      `${quoteInput(facts.currency)} cannot be used to pay: no payment contract on ${facts.network} accepts its native coin.`,
      { hint: `Use one of: ${facts.payable.join(', ')}.`, field: facts.field },
    )
  }
}

/** The reason why no contract could ever settle an invoice in a payment currency. */
export type UnsupportedConversionReason = 'fiat_payment' | 'other_network'

/** An invoice in one currency cannot be paid in another, on any network. */
export class UnsupportedConversionError extends BaseError {
  readonly code = 'unsupported_conversion'
  readonly kind = 'invalid'

  constructor(facts: {
    invoiceCurrency: string
    paymentCurrency: string
    reason: UnsupportedConversionReason
    field: string
  }) {
    const { problem, hint } = CONVERSION_PROBLEMS[facts.reason]
    super(
      `An invoice in ${quoteInput(facts.invoiceCurrency)} cannot be paid in ${quoteInput(facts.paymentCurrency)}: ${problem}.`,
      { hint, field: facts.field },
    )
  }
}

const CONVERSION_PROBLEMS: Readonly<
  Record<UnsupportedConversionReason, { problem: string; hint: string }>
> = {
  fiat_payment: {
    problem: 'a fiat currency cannot be paid on chain',
    hint: 'Use a token or a native coin as paymentCurrency.',
  },
  other_network: {
    problem: 'they are on different networks',
    hint: 'Use currencies of one network, or a fiat invoiceCurrency.',
  },
}

/** A client ID has the maximum number of running recurring invoices. */
export class TooManyRecurrencesError extends BaseError {
  readonly code = 'too_many_recurrences'
  readonly kind = 'invalid'

  constructor(facts: { limit: number }) {
    super(`This client ID has ${facts.limit} running recurring invoices, the maximum.`, {
      hint: 'Stop an unneeded invoice, or create this one with an API key.',
      field: 'recurrence',
    })
  }
}

/** The client ID is bound to another payee destination. */
export class DestinationNotAllowedError extends BaseError {
  readonly code = 'destination_not_allowed'
  readonly kind = 'forbidden'

  constructor(facts: { field: string }) {
    super(`${facts.field} is not the destination that this client ID is bound to.`, {
      hint: 'Omit the destination: the service uses the bound one.',
    })
  }
}

/** The client ID is bound to no destination and may pay only its own merchant. */
export class PayeeNotAllowedError extends BaseError {
  readonly code = 'payee_not_allowed'
  readonly kind = 'forbidden'

  constructor(facts: { field: string }) {
    super(`${facts.field} is not a wallet or payee destination of this client ID’s merchant.`, {
      hint: 'Bind the client ID to a payee destination, let it pay any payee with allowAnyPayee, or create the payment with an API key.',
      field: facts.field,
    })
  }
}

/**
 * The payment's payee destination was deactivated, or another destination of its wallet replaced it. The call names the destination in
 * `field`, or the client ID is bound to it.
 */
export class DestinationInactiveError extends BaseError {
  readonly code = 'destination_inactive'
  readonly kind = 'forbidden'

  constructor({ field }: { field?: string } = {}) {
    const isNamed = field !== undefined
    super(
      isNamed
        ? `${field} is a payee destination that accepts no new payments.`
        : 'This client ID is bound to a payee destination that accepts no new payments.',
      {
        hint: isNamed
          ? 'Reactivate the destination, or name another one.'
          : 'Reactivate the destination, or bind the client ID to another one.',
        ...(isNamed && { field }),
      },
    )
  }
}

/** The payee of a payment into a bank account would bear the fee. */
export class FeeBearerUnsupportedError extends BaseError {
  readonly code = 'fee_bearer_unsupported'
  readonly kind = 'invalid'

  constructor() {
    super('The payee of a payment into a bank account cannot bear a fee.', {
      hint: 'The provider pays out exactly the stated amount: let the payer bear the fee.',
      field: 'defaultFeeBearer',
    })
  }
}

/** The call states a fee that its client ID or the payout does not allow. */
export class FeeNotAllowedError extends BaseError {
  readonly code = 'fee_not_allowed'
  readonly kind = 'forbidden'

  constructor({ because = 'client_id' }: { because?: keyof typeof FEE_PROBLEMS } = {}) {
    const [summary, hint] = FEE_PROBLEMS[because]
    super(summary, { hint, field: because === 'bearer' ? 'defaultFeeBearer' : 'feePercentage' })
  }
}

const FEE_PROBLEMS = {
  bearer: [
    'A page may not make the payee bear the fee.',
    'Omit defaultFeeBearer, set feeBearer on the client ID, or create the payment on a server.',
  ],
  client_id: [
    'This client ID accepts no fee from calls.',
    'Omit feePercentage and feeAddress, or set the fee on the client ID.',
  ],
  payout: [
    'This payout accepts no fee when it is paid, because its worth counts towards the approval limit.',
    'Omit feePercentage and feeAddress, or create another payout with the fee.',
  ],
} as const
