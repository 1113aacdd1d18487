import { CalldataMismatchError } from './CalldataMismatchError.ts'
import type { ReceivedTransaction } from './readCalls.ts'

/**
 * Returns the one call that pays, which is any but an approval: there must be exactly one, and nothing after it.
 *
 * @throws CalldataMismatchError
 */
export function findPayment<Call extends ReceivedTransaction & { call: { kind: string } }>(
  calls: readonly Call[],
): Call {
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
