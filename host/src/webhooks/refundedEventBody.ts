import { formatAmount } from '@secure-payment/core'
import type { Context } from '../context.ts'
import { settlementDecimals } from '../payments/settlementDecimals.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { clientFields } from './clientFields.ts'
import { requestFields } from './requestFields.ts'

/** A bridge gave a payer the money back; `request` holds its `event_sequence` after that. */
export type RefundedEvent = {
  type: 'payment.refunded'
  request: WholeRequest
  /** Checksummed. */
  refundedTo: string
  /** Decimal text in units of `currency`, which is a symbol. */
  refundAmount: string
  currency: string
  source: TransferSource
}

/** The transaction that a transfer over a bridge began with. */
export type TransferSource = { network: string; txHash: string }

/** Builds the body of `payment.refunded`. */
export function refundedEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  { type, request, refundedTo, refundAmount, currency, source }: RefundedEvent,
) {
  const decimals = settlementDecimals(request)
  return {
    ...requestFields({ type, request }, eventId),
    refundedTo,
    refundAmount,
    currency,
    sourceNetwork: source.network,
    sourceTxHash: source.txHash,
    totalAmountPaid: formatAmount(BigInt(request.paid_units), decimals),
    expectedAmount: formatAmount(BigInt(request.expected_units), decimals),
    timestamp: context.now().toISOString(),
    paymentProcessor: 'onchain',
    ...clientFields(request),
  }
}
