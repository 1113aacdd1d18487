import { BaseError } from '../errors.ts'

/**
 * A host's transactions differ from the payment that the payer saw. None of them may be signed. `index` is the position in the list (its
 * length if an entry is missing); `expected` and `actual` are for people, never for parsing.
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

/** Creates one mismatch's error, for a caller to throw; see {@link CalldataMismatchError} for the arguments. */
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
  invalid_expectation: 'cannot be verified, because the displayed payment cannot be paid',
  // The list
  missing_transaction: 'is missing',
  extra_transaction: 'is one too many',
  duplicate_payment: 'pays twice',
  payment_before_approval: 'pays before the approval that it needs',
  // One transaction
  malformed_transaction: 'is malformed',
  malformed_value: 'has a malformed value',
  malformed_calldata: 'has calldata that is not in canonical form',
  unknown_method: 'calls an unknown method',
  unexpected_method: 'calls the wrong method',
  wrong_chain: 'is for the wrong chain',
  wrong_contract: 'calls the wrong contract',
  wrong_value: 'sends the wrong value',
  // A payment
  wrong_token: 'transfers the wrong token',
  wrong_payee: 'pays the wrong payee',
  wrong_amount: 'pays the wrong amount',
  wrong_reference: 'contains the wrong payment reference',
  wrong_fee_amount: 'charges the wrong fee',
  wrong_fee_address: 'sends the fee to the wrong address',
  // A conversion
  wrong_path: 'converts from, over or to the wrong currency',
  wrong_spending_limit: 'has a spending limit that differs from the displayed maximum',
  wrong_rate_age: 'accepts rates of the wrong age',
  // A batch
  missing_item: 'omits a payment',
  extra_item: 'adds a payment',
  item_order: 'makes the payments in the wrong order',
  wrong_group: 'groups the payments differently',
  unexpected_conversion: 'contains a conversion',
  // A payment from another chain
  wrong_source_amount: 'transfers the wrong amount from the wallet',
  wrong_destination: 'delivers on the wrong chain',
  wrong_delivery: 'delivers the wrong amount',
  wrong_target: 'calls the wrong contract on arrival',
  wrong_fallback: 'sends the money to the wrong address if the payment fails on arrival',
  wrong_gas_limit: 'gives the payment on arrival the wrong amount of gas',
  // An approval
  unexpected_approval: 'approves a token although none is spent',
  wrong_spender: 'approves the wrong spender',
  unlimited_approval: 'approves an unlimited amount',
  excessive_approval: 'approves too much',
  insufficient_approval: 'approves too little',
  duplicate_approval: 'approves twice',
  approval_order: 'approves in the wrong order',
  reset_without_approval: 'resets an approval without a new one',
} as const

/** The reason why transactions were rejected; stable, for displayed messages and tests. */
export type MismatchReason = keyof typeof PROBLEMS
