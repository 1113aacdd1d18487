import { BaseError } from '../errors.ts'
import type { BatchFee, Payment, PaymentLog } from '../evm/index.ts'
import type { Keccak } from '../id.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'
import type { Expectation, WireTransaction } from '../verify/index.ts'
import type { PaymentPlan, Pricing } from './plan.ts'

/**
 * A way to pay, and the only place that defines it. It has terms, the payer's steps, the checks before a signature, the check of an event
 * on chain, and a description.
 */
export type Way<Plan extends PaymentPlan, Facts, Terms, Expected> = {
  id: Plan['way']
  /** Returns the terms of a payment by this way. */
  terms(plan: Plan, facts: Facts): Terms
  /**
   * Returns the payer's steps, in order; the last one pays. The same input gives the same bytes. `batchFee` applies only to batches;
   * absent means none.
   */
  steps(network: Network, terms: Terms, payer: PayerState, batchFee?: BatchFee): Step[]
  /**
   * Checks a host's transactions before any of them is signed, and returns the steps to sign.
   *
   * @throws CalldataMismatchError for every deviation, and if the expectation itself cannot be paid.
   */
  verify(expected: Expected, transactions: readonly WireTransaction[]): { steps: readonly Step[] }
  /**
   * Checks a payment event against one request: a batch emits one event per request. `keccak`: an implementation that is faster than
   * core's, if there is one.
   */
  settle(terms: PaymentTerms, log: PaymentLog, network: Network, keccak?: Keccak): Settlement
  /** Returns the facts by which a payment is described, priced and offered. */
  describe(plan: Plan): WayFacts
}

/** A way to pay one request. */
export type RequestWay<Plan extends PaymentPlan> = Way<
  Plan,
  PaymentFacts,
  PaymentTerms,
  Expectation
>

/** Checks the type of a way's definition, and returns the definition unchanged. */
export function defineWay<Plan extends PaymentPlan, Facts, Terms, Expected>(
  way: Way<Plan, Facts, Terms, Expected>,
): Way<Plan, Facts, Terms, Expected> {
  return way
}

/**
 * The terms of one request's payment, for any way to pay. `maxToSpendUnits` limits a conversion; if it is absent, the payer chooses the
 * limit.
 */
export type PaymentFacts = PaymentTerms & {
  conversion?: null
  maxToSpendUnits?: bigint
}

/**
 * One request's payment on the network with this id. With `conversion`, amount and fee are in units of the invoice's currency, as in the
 * contracts.
 */
export type PaymentTerms = Payment & { network: string }

/** The facts about a way to pay that a payment's description needs. */
export type WayFacts = {
  /** The currency in whose units amounts, fees and totals are counted. */
  settlesIn: 'payment_currency' | 'invoice_currency'
  /** The price at which an amount in the invoice currency becomes one in the payment currency; `chain` is a contract's rate. */
  pricing: 'none' | 'chain' | Pricing
  /** Upper bound for the gas of its items on an EVM network, measured with cold storage; excludes approvals. */
  itemsGas: bigint
  /** A schedule makes the payment; payers cannot make it themselves. */
  isScheduled: boolean
  /** The money ends up in a bank account. */
  isCryptoToFiat: boolean
  /**
   * Whether the payment can arrive over a bridge, or why it cannot. An amount in another currency is then fixed by par or by a quote, and
   * arrives as a direct payment.
   */
  bridging: 'possible' | 'impossible' | 'not_on_tron' | 'not_to_fiat'
  /** Whether the payment can be an item in a batch. */
  isBatchable: boolean
}

/**
 * The known facts about the payer's state. Allowances are for the way's spender, by token: in lower case, on Tron in Tron's text. Null or
 * absent means unknown.
 */
export type PayerState = {
  address: string | null
  allowanceUnits: Readonly<Record<string, bigint>> | null
}

/** Whether an event pays a request; if not, the reason. */
export type Settlement =
  | { credited: true; valuation: Valuation }
  | {
      credited: false
      reason:
        | 'wrong_contract'
        | 'wrong_token'
        | 'wrong_payee'
        | 'wrong_network'
        | 'wrong_reference'
        | 'rate_age_unbounded'
    }

/**
 * The basis for the value of a credited payment:
 *
 * - `units`: the arrived amount.
 * - `conversion`: the amount requested from the conversion proxy.
 * - `rate`: the arrived amount at its block's rate, for money in the right token that arrived in another way.
 * - `quote`: the arrived amount at par, at a quote, or at the market's price.
 */
export type Valuation = 'units' | 'conversion' | 'rate' | 'quote'

/** Returns whether a payment's currency differs from its invoice's. */
export function isConversion(terms: Pick<PaymentTerms, 'conversion'>): boolean {
  return terms.conversion !== null && terms.conversion !== undefined
}

/**
 * Rejects terms that belong to another network or transfer no money.
 *
 * @throws InvalidTermsError
 */
export function assertPayable(network: Network, terms: PaymentTerms): void {
  if (terms.network !== network.id)
    throw new InvalidTermsError(`they are for network ${terms.network}, not ${network.id}`)
  if (terms.amountUnits <= 0n) throw new InvalidTermsError('the amount is not above zero')
}

/** Payment terms that contradict themselves or the network. */
export class InvalidTermsError extends BaseError {
  readonly code = 'invalid_terms'
  readonly kind = 'invalid'

  constructor(problem: string) {
    super(`The payment terms cannot be used: ${problem}.`)
  }
}
