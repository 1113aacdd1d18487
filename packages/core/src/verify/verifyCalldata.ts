import type { Step } from '../step.ts'
import { adoptSpendingLimits } from './adoptSpendingLimits.ts'
import { checkApprovals } from './checkApprovals.ts'
import { checkPayment } from './checkPayment.ts'
import { type Expectation, expectedPayment } from './expectedPayment.ts'
import { findPayment } from './findPayment.ts'
import { readCalls, type WireTransaction } from './readCalls.ts'

/**
 * Checks a host's transactions before any of them is signed. They must be, in this order:
 *
 * - for each token at most one approval of the exact sum, to the paying contract of the shipped registry; a reset to 0 may precede it;
 * - the one payment, which must equal, byte for byte, this library's call for the displayed one.
 *
 * One item is paid singly, several as a batch. Approvals may be missing, because an earlier one may suffice. Conversions may spend less
 * than the displayed maximum, never more.
 *
 * Returns the steps to sign, rebuilt from the expectation: of the host's response they contain only its choice of approvals and its lower
 * spending limits.
 *
 * @throws CalldataMismatchError for every deviation, and when the expectation itself cannot be paid.
 */
export function verifyCalldata(
  expected: Expectation,
  transactions: readonly WireTransaction[],
): { steps: readonly Step[] } {
  // The displayed payment is checked first, independent of the received transactions.
  expectedPayment(expected)
  const calls = readCalls(transactions, expected.network.chainId)
  const payment = findPayment(calls)
  const { step, approvals } = expectedPayment(adoptSpendingLimits(expected, payment))
  const approvalSteps = checkApprovals(calls.slice(0, payment.index), approvals, step.spender)
  checkPayment(payment, step.transaction)
  return { steps: [...approvalSteps, step] }
}
