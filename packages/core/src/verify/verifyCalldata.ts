import type { Step } from '../step.ts'
import { adoptSpendingLimits } from './adoptSpendingLimits.ts'
import { CalldataMismatchError } from './CalldataMismatchError.ts'
import { checkApprovals } from './checkApprovals.ts'
import { checkPayment } from './checkPayment.ts'
import { type Expectation, expectedPayment } from './expectedPayment.ts'
import { type ReceivedCall, readCalls, type WireTransaction } from './readCalls.ts'

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

/** The one call that pays: there must be exactly one, and nothing behind it. */
function findPayment(calls: readonly ReceivedCall[]): ReceivedCall {
  const [payment, second] = calls.filter(({ call }) => call.kind !== 'approve')
  const last = calls.length - 1
  if (payment === undefined) {
    const facts = { expected: 'a payment', actual: '' }
    throw new CalldataMismatchError({
      reason: 'missing_transaction',
      index: calls.length,
      ...facts,
    })
  }
  if (second !== undefined) {
    const isRepeated = second.transaction.data === payment.transaction.data
    const reason = isRepeated ? 'duplicate_payment' : 'extra_transaction'
    const facts = { expected: 'one payment', actual: `a second ${second.call.kind}` }
    throw new CalldataMismatchError({ reason, index: second.index, ...facts })
  }
  if (payment.index !== last) {
    const facts = { expected: 'approvals first', actual: `${last - payment.index} behind it` }
    throw new CalldataMismatchError({
      reason: 'payment_before_approval',
      index: payment.index,
      ...facts,
    })
  }
  return payment
}
