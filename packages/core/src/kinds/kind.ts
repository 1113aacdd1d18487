import { z } from 'zod'
import { MAX_UINT256 } from '../amount.ts'
import { BaseError } from '../errors.ts'
import { type BatchFee, isEvmAddress, type Payment, type PaymentLog } from '../evm/index.ts'
import type { Keccak } from '../id.ts'
import type { Network } from '../networks/network.ts'
import type { Step } from '../step.ts'

/**
 * A way to pay: its terms, the payer's steps, and the check of an event on chain. Settling checks one request at a time for every kind: a
 * batch emits one event per request, from the same proxies as a direct payment.
 */
export type Kind<Terms> = {
  id: string
  /** Validates terms from a store or another process. */
  terms: z.ZodType<Terms>
  /**
   * Returns the payer's steps, in order; the last one pays. The same input gives the same bytes. `batchFee` applies only to batches;
   * absent means none.
   */
  steps(network: Network, terms: Terms, payer: PayerState, batchFee?: BatchFee): Step[]
  /** `keccak`: a faster implementation than core's, where available. */
  settle(terms: PaymentTerms, log: PaymentLog, network: Network, keccak?: Keccak): Settlement
}

/** Types a kind's definition; returns its argument. */
export function defineKind<Terms>(kind: Kind<Terms>): Kind<Terms> {
  return kind
}

/**
 * One request's payment on the network with this id. With `conversion`, amount and fee are in units of the invoice's currency, as in the
 * contracts.
 */
export type PaymentTerms = Payment & { network: string }

/** The known state of the payer. Allowances are for the kind's spender, by lower-case token; null or absent means unknown. */
export type PayerState = {
  address: string | null
  allowanceUnits: Readonly<Record<string, bigint>> | null
}

/** Whether an event pays a request, and the reason when it does not. */
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
 * The basis of a credited payment's value:
 *
 * - `units`: the arrived amount.
 * - `conversion`: the amount requested from the conversion proxy.
 * - `rate`: the arrived amount at the rate of its block, for money in the right token that arrived another way.
 */
export type Valuation = 'units' | 'conversion' | 'rate'

const address = z.string().refine(isEvmAddress, { error: 'is not an EVM address' })
const uint256 = z.bigint().min(0n).max(MAX_UINT256)

/** Schema of `PaymentTerms`; amounts are bigints. */
export const paymentTermsSchema: z.ZodType<PaymentTerms> = z.object({
  network: z.string().min(1),
  token: address.nullable(),
  payee: address,
  amountUnits: uint256.min(1n),
  paymentReference: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{16}$/i)]),
  feeUnits: uint256,
  feeAddress: address.nullable(),
  conversion: z
    .object({
      path: z.array(address).min(2),
      maxToSpendUnits: uint256.min(1n),
      maxRateTimespanS: uint256,
    })
    .nullish(),
})

/** Whether a payment is made in another currency than that of its invoice. */
export function isConversion(terms: Pick<PaymentTerms, 'conversion'>): boolean {
  return terms.conversion !== null && terms.conversion !== undefined
}

/**
 * Rejects terms that belong to another network or transfer nothing.
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
