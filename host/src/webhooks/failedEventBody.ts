import { formatAmount } from '@secure-payment/core'
import { describeRequest } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { settlementDecimals } from '../payments/settlementDecimals.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { clientFields } from './clientFields.ts'
import type { TransferSource } from './refundedEventBody.ts'
import { requestFields } from './requestFields.ts'

/**
 * A payment failed, or an earlier event about one is no longer true; `request` holds the state after that, its
 * `event_sequence` included.
 */
export type FailedEvent = { type: 'payment.failed'; request: WholeRequest } & (
  | ChainFailure
  | OfframpFailure
)

type ChainFailure =
  | {
      /** The block of the last of its payments, whose hash this is, fell out of the chain: that corrects an earlier event. */
      failureReason: 'reorganised'
      orphanedBlock: string
    }
  | PaymentFailure

type PaymentFailure = {
  /** The reason why a recurring payout was paused, or why a bridge failed. */
  failureReason: PayerFailure | BridgeFailure
  /** Only of a transfer over a bridge. */
  source?: TransferSource
}

/**
 * The money arrived on chain and will not arrive in the bank account: the offramp is `failed`, or `returned` by the
 * bank permanently.
 */
type OfframpFailure = { offramp: Pick<Row<'offramps'>, 'provider' | 'status' | 'failure_reason'> }

/**
 * The failure of a payment from another chain. `bridge_other_token`: the payee got a token that the request does not ask for.
 */
export type BridgeFailure = 'bridge_failed' | 'bridge_other_token'

/** The reason, on the payer's side, why a recurring payout cannot be made. */
export type PayerFailure =
  | 'insufficient_balance'
  | 'insufficient_allowance'
  | 'permit_expired'
  | 'permit_cancelled'
  | 'transfer_refused'

/** Builds the body of `payment.failed`. */
export function failedEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  event: FailedEvent,
) {
  const { request } = event
  const decimals = settlementDecimals(request)
  return {
    ...requestFields(event, eventId),
    totalAmountPaid: formatAmount(BigInt(request.paid_units), decimals),
    expectedAmount: formatAmount(BigInt(request.expected_units), decimals),
    timestamp: context.now().toISOString(),
    ...('offramp' in event ? offrampFields(event) : chainFields(request, event)),
    ...clientFields(request),
  }
}

function offrampFields({ offramp }: OfframpFailure) {
  const { provider, status, failure_reason: reason } = offramp
  return {
    subStatus: status === 'returned' ? 'bounced' : 'failed',
    ...(reason !== null && { failureReason: reason }),
    isCryptoToFiat: true,
    paymentProcessor: provider,
    recurringPayment: null,
  }
}

function chainFields(request: WholeRequest, failure: ChainFailure) {
  const { failureReason } = failure
  const source = 'source' in failure ? failure.source : undefined
  return {
    subStatus: 'failed',
    failureReason,
    isCryptoToFiat: describeRequest(request.plan).isCryptoToFiat,
    paymentProcessor: 'onchain',
    recurringPayment: pausedOf(request, failureReason),
    ...(source === undefined ? {} : { sourceNetwork: source.network, sourceTxHash: source.txHash }),
  }
}

/** The recurring payout that the failure paused. */
function pausedOf(
  { plan }: WholeRequest,
  failureReason: ChainFailure['failureReason'],
): { id: string } | null {
  if (plan.way !== 'scheduled' || !isPayerFailure(failureReason)) return null
  return { id: plan.recurringPaymentId }
}

function isPayerFailure(reason: ChainFailure['failureReason']): reason is PayerFailure {
  switch (reason) {
    case 'reorganised':
    case 'bridge_failed':
    case 'bridge_other_token':
      return false
    default:
      return true
  }
}
