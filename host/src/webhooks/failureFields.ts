import { describeRequest } from '@secure-payment/core/ways'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { ChainFailure, OfframpFailure, PayerFailure, WebhookEvent } from './webhookEvent.ts'

/** Returns the members of `payment.failed` about the failure itself. */
export function failureFields(event: WebhookEvent<'payment.failed'>) {
  return 'offramp' in event ? offrampFields(event) : chainFields(event.request, event)
}

function offrampFields({ offramp }: OfframpFailure) {
  const { provider, status, failure_reason: reason } = offramp
  return {
    subStatus: status === 'returned' ? ('bounced' as const) : ('failed' as const),
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
    subStatus: 'failed' as const,
    failureReason,
    isCryptoToFiat: describeRequest(request.plan).isCryptoToFiat,
    paymentProcessor: 'onchain',
    ...('heldRefundIds' in failure && failure.heldRefundIds.length > 0
      ? { heldRefundIds: [...failure.heldRefundIds] }
      : {}),
    recurringPayment: pausedOf(request, failureReason),
    ...(source === undefined ? {} : { sourceNetwork: source.network, sourceTxHash: source.txHash }),
  }
}

/** Returns the recurring payout that the failure paused; null if there is none. */
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
