import { BaseError } from '@secure-payment/core'

/** The conversion for which a rate is needed. */
type Conversion = { invoiceCurrency: string; paymentCurrency: string; network: string }

/** The network's contracts currently have no rate for a request's conversion. */
export class ConversionUnavailableError extends BaseError {
  readonly code = 'conversion_unavailable'
  readonly kind = 'invalid'

  constructor(facts: Conversion & { reason: ConversionUnavailableReason }) {
    const { invoiceCurrency, paymentCurrency, network, reason } = facts
    super(
      `${invoiceCurrency} cannot be converted to ${paymentCurrency} on ${network} now: ${PROBLEMS[reason]}.`,
      { hint: 'Try again later, or create a request in another payment currency.' },
    )
  }
}

/** `no_rate`: the contract has no rate along the path. `no_amount`: a contract cannot transfer the converted amount. */
export type ConversionUnavailableReason = 'no_rate' | 'no_amount'

const PROBLEMS: Readonly<Record<ConversionUnavailableReason, string>> = {
  no_rate: 'the conversion contract has no rate along its path',
  no_amount: 'the amount is zero at this rate, or more than a contract can transfer',
}

/** The oldest price on a request's path is older than the request allows, so the contract would reject the payment. */
export class RateTooOldError extends BaseError {
  readonly code = 'rate_too_old'
  readonly kind = 'invalid'

  constructor(facts: Conversion & { ageS: bigint; maxAgeS: number }) {
    const { invoiceCurrency, paymentCurrency, network, ageS, maxAgeS } = facts
    super(
      `The rate of ${invoiceCurrency} in ${paymentCurrency} on ${network} is ${ageS} s old; ${maxAgeS} s are allowed.`,
      { hint: 'Try again after the price feed’s next update.' },
    )
  }
}
