import type { Step } from '../step.ts'
import { adoptSpendingLimits } from './adoptSpendingLimits.ts'
import { checkApprovals } from './checkApprovals.ts'
import { checkPayment } from './checkPayment.ts'
import { type Expectation, expectedPayment } from './expectedPayment.ts'
import { findPayment } from './findPayment.ts'
import { readCalls, type WireTransaction } from './readCalls.ts'

/**
 * Checks a host's transactions before any of them is signed. They must be, in this order: for each token at most one
 * approval of the exact sum, to the contract of the shipped registry that pays (or a reset to 0 and that approval), then
 * the one payment, byte for byte what this library builds for what the payer was shown. One item is paid on its own,
 * several as a batch. Approvals may be missing, because an earlier one may suffice. Conversions may spend less than the
 * most that was shown, never more.
 *
 * Returns the steps to sign, rebuilt from the expectation: nothing of the host's answer but its choice of approvals and
 * its lower limits of spending is in them.
 *
 * @throws CalldataMismatchError for every deviation, and when the expectation itself cannot be paid.
 */
export function verifyCalldata(
  expected: Expectation,
  transactions: readonly WireTransaction[],
): { steps: readonly Step[] } {
  // What was shown is judged first, whatever was received.
  expectedPayment(expected)
  const calls = readCalls(transactions, expected.network.chainId)
  const payment = findPayment(calls)
  const { step, approvals } = expectedPayment(adoptSpendingLimits(expected, payment))
  const approvalSteps = checkApprovals(calls.slice(0, payment.index), approvals, step.spender)
  checkPayment(payment, step.transaction)
  return { steps: [...approvalSteps, step] }
}
