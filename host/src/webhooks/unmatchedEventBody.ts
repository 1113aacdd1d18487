import type { Context } from '../context.ts'
import type { UnmatchedPayment } from '../payments/detectedPayment.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { clientFields } from './clientFields.ts'
import { requestFields } from './requestFields.ts'

/** Money came with the reference of a request and does not pay it; `request` holds the event's sequence. */
export type UnmatchedEvent = {
  type: 'payment.unmatched'
  request: WholeRequest
  unmatched: UnmatchedPayment
}

/** Builds the body of `payment.unmatched`. */
export function unmatchedEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  { type, request, unmatched }: UnmatchedEvent,
) {
  return {
    ...requestFields({ type, request }, eventId),
    reason: unmatched.reason,
    network: unmatched.network,
    txHash: unmatched.txHash,
    logIndex: unmatched.logIndex,
    tokenAddress: unmatched.tokenAddress,
    payerAddress: unmatched.payer,
    payee: unmatched.payee,
    amountUnits: unmatched.amountUnits.toString(),
    timestamp: context.now().toISOString(),
    paymentProcessor: 'onchain',
    ...clientFields(request),
  }
}
