import { BaseError } from '../errors.ts'

/** The reason why an amount cannot be converted: the network lacks the contracts, or they lack a chain of rates. */
export type NoPathReason = 'no_contracts' | 'no_path'

/** An invoice in one currency cannot be paid in another on a network; `reason` is the cause. */
export class NoConversionPathError extends BaseError {
  readonly code = 'no_conversion_path'
  readonly kind = 'invalid'
  readonly reason: NoPathReason

  constructor(facts: {
    network: string
    from: string
    to: string
    reason: NoPathReason
    field?: string
  }) {
    const { network, from, to, reason, field } = facts
    super(`${from} cannot be paid in ${to}: ${PROBLEMS[reason](network)}.`, {
      hint: `See GET /v2/currencies/${from}/conversion-routes for its payment currencies.`,
      field: field ?? 'paymentCurrency',
    })
    this.reason = reason
  }
}

const PROBLEMS: Readonly<Record<NoPathReason, (network: string) => string>> = {
  no_contracts: (network) => `the conversion contracts for it are not deployed on ${network}`,
  no_path: (network) => `the conversion contracts on ${network} have no path of rates between them`,
}
