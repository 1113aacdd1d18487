import type { FeePlan } from '@secure-payment/core'
import type { Network } from '@secure-payment/core/networks'
import { describeRequest, type PaymentFacts } from '@secure-payment/core/ways'
import type { Hex } from 'viem'
import type { Row } from '../db/schema.ts'
import type { Quotable } from '../quotes/issueQuote.ts'
import { payeePercentage, splitOpen } from '../requests/feePayments.ts'
import type { Planned } from '../requests/requestPlan.ts'

/** The columns of a request that are needed to pay it. */
export const PAYABLE_COLUMNS = [
  'id',
  'kind',
  'network',
  'payee',
  'token_address',
  'invoice_currency',
  'payment_currency',
  'expected_units',
  'paid_units',
  'revocations',
  'fee_percentage',
  'fee_address',
  'fee_bearer',
  'fee_is_rounded',
  'payment_reference',
  'conversion_path',
  'max_rate_age_s',
] as const

/** The columns of a request that are needed to pay it, with its way to pay. */
export type PayableRequest = Planned<Pick<Row<'requests'>, (typeof PAYABLE_COLUMNS)[number]>> & {
  /** Present if the members contain the terms of a further option. */
  isFurther?: true
}

/** The amount to pay to the payee now and its fee, in settlement units. Together, they are what leaves the payer's wallet. */
export type Payable = {
  request: PayableRequest
  amountUnits: bigint
  fee: FeePlan | null
  /** The quote to pay at; by default the current one. */
  quoteId?: string
}

/** Returns a request's full remainder, with the fee set at its creation. */
export function planRemainder(request: PayableRequest): Payable {
  return { request, ...splitOpen(remainingUnits(request), request) }
}

/** Returns the amounts of a request's full remainder for a quote. The amount contains the fee if the payee bears it. */
export function quotable(
  request: PayableRequest,
): Pick<Quotable, 'amountUnits' | 'feeUnits' | 'percentage'> {
  return {
    amountUnits: remainingUnits(request),
    feeUnits: planRemainder(request).fee?.units ?? 0n,
    percentage: payeePercentage(request),
  }
}

/** Returns the remainders of the requests that are not paid in full, in order. */
export function planRemainders(requests: readonly PayableRequest[]): readonly Payable[] {
  return requests.filter((request) => remainingUnits(request) > 0n).map(planRemainder)
}

/** Returns the part of the stated amount that is still unpaid, in settlement units; never below zero. */
export function remainingUnits(
  request: Pick<Row<'requests'>, 'expected_units' | 'paid_units'>,
): bigint {
  const remaining = BigInt(request.expected_units) - BigInt(request.paid_units)
  return remaining > 0n ? remaining : 0n
}

/**
 * Returns whether a payment is a part of a request that contracts convert. A plain payment of such a part counts at the chain's rate, and
 * not at a quote.
 */
export function isPartAtRate({ request, amountUnits, fee }: Payable): boolean {
  if (describeRequest(request.plan).pricing !== 'chain') return false
  const borneUnits = payeePercentage(request) === null ? 0n : (fee?.units ?? 0n)
  return amountUnits + borneUnits < remainingUnits(request)
}

/** Returns the facts from which the request's way to pay derives the terms; amounts are in units of the invoice currency. */
export function paymentFacts(
  { request, amountUnits, fee }: Payable,
  { id }: Pick<Network, 'id'>,
): PaymentFacts {
  return {
    network: id,
    token: request.token_address,
    payee: request.payee,
    amountUnits,
    // The column contains the `Hex` that core derived.
    paymentReference: request.payment_reference as Hex,
    feeUnits: fee?.units ?? 0n,
    feeAddress: fee?.address ?? null,
  }
}
