import { formatAmount, parseAmount } from '@secure-payment/core'
import { findCurrency, findNetwork, type Network, type Token } from '@secure-payment/core/networks'
import { type Frequency, occurrence, parseStart } from '../../calendar/occurrence.ts'
import type { ConsoleSettings } from '../../settings.ts'

/** The terms that a person agreed to in the form: the permit must contain exactly these. */
export type ScheduleTerms = {
  readonly payer: string
  readonly payee: string
  readonly currencyId: string
  /** Decimal text of one payment. */
  readonly amount: string
  readonly frequency: Frequency
  /** `2026-12-01`: the first payment is due at the first moment of this day in UTC. The API also accepts a time. */
  readonly startDate: string
  readonly totalPayments: number
  readonly reference: string | null
}

/** The terms with all derived values. */
export type ScheduleFacts = {
  readonly terms: ScheduleTerms
  readonly network: Network
  readonly token: Token
  /**
   * The contract that collects the payments from the payer's wallet: the service's own if it has one, otherwise the registry's.
   */
  readonly contract: string
  readonly amountUnits: bigint
  /** All payments. */
  readonly totalUnits: bigint
  /** Each payment's due time, in seconds since 1970. */
  readonly dueS: readonly number[]
}

/**
 * Derives the network, token, contract and due times from the terms; null if the currency has no contract for recurring
 * payouts.
 */
export function findScheduleFacts(
  terms: ScheduleTerms,
  { recurringContracts }: Pick<ConsoleSettings, 'recurringContracts'>,
): ScheduleFacts | null {
  const currency = findCurrency(terms.currencyId)
  const startMs = parseStart(terms.startDate)
  if (!currency?.token || currency.network === null || startMs === null) return null
  const { network, token } = currency
  const contract = findRecurringContract(network.id, { recurringContracts })
  if (contract === null) return null
  const amountUnits = parseAmount(terms.amount, token.decimals)
  return {
    terms,
    network,
    token,
    contract,
    amountUnits,
    totalUnits: amountUnits * BigInt(terms.totalPayments),
    dueS: Array.from({ length: terms.totalPayments }, (_, index) =>
      Math.floor(occurrence(startMs, terms.frequency, index) / 1000),
    ),
  }
}

/** Finds the contract for recurring payouts on a network; null if there is none. */
export function findRecurringContract(
  networkId: string,
  { recurringContracts }: Pick<ConsoleSettings, 'recurringContracts'>,
): string | null {
  const told = Object.hasOwn(recurringContracts, networkId)
    ? recurringContracts[networkId]
    : undefined
  return told ?? findNetwork(networkId)?.contracts.ERC20RecurringPaymentProxy?.address ?? null
}

/** Converts base units of the token to decimal text. */
export function formatUnits({ token }: Pick<ScheduleFacts, 'token'>, units: bigint): string {
  return formatAmount(units, token.decimals)
}
