import { BaseError } from '../errors.ts'

/**
 * A host's transactions differ from the payment that the payer saw. None of them may be signed. `index` is the place in the list (its
 * length when something is missing); `expected` and `actual` are for people, never for parsing.
 */
export class CalldataMismatchError extends BaseError {
  readonly code = 'calldata_mismatch'
  readonly kind = 'invalid'
  readonly reason: MismatchReason
  readonly index: number
  readonly expected: string
  readonly actual: string

  constructor(facts: Mismatch & { index: number; cause?: unknown }) {
    const { reason, index, expected, actual, cause } = facts
    super(
      `Transaction ${index + 1} ${PROBLEMS[reason]}: expected ${expected || 'nothing'}, got ${actual || 'nothing'}.`,
      { hint: 'Do not sign it; nothing was sent. Inform the merchant.', cause },
    )
    this.reason = reason
    this.index = index
    this.expected = expected
    this.actual = actual
  }
}

/** Creates the error of one mismatch, for a caller to throw; see {@link CalldataMismatchError} for the arguments. */
export function refuse(
  reason: MismatchReason,
  index: number,
  expected: string,
  actual: string,
  cause?: unknown,
): CalldataMismatchError {
  return new CalldataMismatchError({ reason, index, expected, actual, cause })
}

/** One difference between the displayed and the received payment. */
export type Mismatch = { reason: MismatchReason; expected: string; actual: string }

const PROBLEMS = {
  // The expectation itself
  invalid_expectation: 'cannot be judged, because the payment shown cannot be paid',
  // The list
  missing_transaction: 'is missing',
  extra_transaction: 'is one too many',
  duplicate_payment: 'pays a second time',
  payment_before_approval: 'pays before the approval that it needs',
  // One transaction
  malformed_transaction: 'is malformed',
  malformed_value: 'has a malformed value',
  malformed_calldata: 'has calldata in a form that no honest encoder writes',
  unknown_method: 'calls an unknown method',
  unexpected_method: 'calls another method',
  wrong_chain: 'is for another chain',
  wrong_contract: 'goes to another contract',
  wrong_value: 'sends another value',
  // A payment
  wrong_token: 'moves another token',
  wrong_payee: 'pays another payee',
  wrong_amount: 'pays another amount',
  wrong_reference: 'contains another payment reference',
  wrong_fee_amount: 'charges another fee',
  wrong_fee_address: 'sends the fee to another address',
  // A conversion
  wrong_path: 'converts from, over or to another currency',
  wrong_spending_limit: 'may spend another amount than the most that was shown',
  wrong_rate_age: 'accepts rates of another age',
  // A batch
  missing_item: 'leaves out a payment',
  extra_item: 'adds a payment',
  item_order: 'makes the payments in another order',
  wrong_group: 'groups the payments in another way',
  unexpected_conversion: 'contains a conversion',
  // A payment from another chain
  wrong_source_amount: 'transfers another amount from the wallet',
  wrong_destination: 'delivers on another chain',
  wrong_delivery: 'delivers another amount',
  wrong_target: 'calls another contract on arrival',
  wrong_fallback: 'sends the money to another address if the payment fails on arrival',
  wrong_gas_limit: 'gives the payment on arrival another amount of gas',
  // An approval
  unexpected_approval: 'approves a token, though none is spent',
  wrong_spender: 'approves another spender',
  unlimited_approval: 'approves an unlimited amount',
  excessive_approval: 'approves too much',
  insufficient_approval: 'approves too little',
  duplicate_approval: 'approves a second time',
  approval_order: 'approves in another order',
  reset_without_approval: 'resets an approval without the new one',
} as const

/** The reason why transactions were rejected; stable, for texts and tests. */
export type MismatchReason = keyof typeof PROBLEMS
