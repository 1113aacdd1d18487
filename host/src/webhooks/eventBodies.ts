import { formatAmount } from '@secure-payment/core'
import { isCompliant } from '@secure-payment/core/offramp'
import type { EventBody, EventType } from '@secure-payment/core/webhooks'
import type { Context } from '../context.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { describeScreening } from '../screening/describeScreening.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import { clientFields } from './clientFields.ts'
import { failureFields } from './failureFields.ts'
import { paymentFields } from './paymentFields.ts'
import { arrivedFields, refundFields, refundPaid } from './refundFields.ts'
import type { WebhookEvent } from './webhookEvent.ts'

type BodyContext = Pick<Context, 'now' | 'config'>

/** The builder of each event type's body; the compiler reports a missing member that the type's schema requires. */
const eventBodies: {
  readonly [Type in EventType]: (
    context: BodyContext,
    eventId: string,
    event: WebhookEvent<Type>,
  ) => EventBody<Type>
} = {
  'payment.confirmed': (context, eventId, event) => ({
    ...requestFields(event, eventId),
    ...paymentFields(context, event),
  }),

  'payment.partial': (context, eventId, event) => ({
    ...requestFields(event, eventId),
    ...paymentFields(context, event),
  }),

  'payment.failed': ({ now }, eventId, event) => ({
    ...requestFields(event, eventId),
    ...totalFields(event),
    timestamp: now().toISOString(),
    ...failureFields(event),
    ...clientFields(event.request),
  }),

  'payment.processing': ({ now }, eventId, event) => ({
    ...requestFields(event, eventId),
    offrampId: event.offramp.id,
    timestamp: now().toISOString(),
    subStatus: event.subStatus,
    paymentProcessor: event.offramp.provider,
    rawPayload: { status: event.subStatus, provider: event.offramp.provider },
    ...clientFields(event.request),
  }),

  'payment.refunded': ({ now }, eventId, event) => ({
    ...requestFields(event, eventId),
    refundedTo: event.refundedTo,
    refundAmount: event.refundAmount,
    currency: event.currency,
    sourceNetwork: event.source.network,
    sourceTxHash: event.source.txHash,
    ...totalFields(event),
    timestamp: now().toISOString(),
    paymentProcessor: 'onchain',
    ...clientFields(event.request),
  }),

  'payment.unmatched': ({ now }, eventId, event) => ({
    ...requestFields(event, eventId),
    reason: event.unmatched.reason,
    network: event.unmatched.network,
    txHash: event.unmatched.txHash,
    logIndex: event.unmatched.logIndex,
    tokenAddress: event.unmatched.tokenAddress,
    payerAddress: event.unmatched.payer,
    payee: event.unmatched.payee,
    amountUnits: event.unmatched.amountUnits.toString(),
    timestamp: now().toISOString(),
    paymentProcessor: 'onchain',
    ...clientFields(event.request),
  }),

  'request.recurring': ({ now }, eventId, event) => ({
    ...requestFields(event, eventId),
    originalRequestId: event.original.id,
    originalRequestPaymentReference: event.original.payment_reference,
    timestamp: now().toISOString(),
    paymentProcessor: 'onchain',
    ...clientFields(event.request),
  }),

  'request.cancelled': ({ now }, eventId, event) => {
    const { secure_payment_token: token } = event.request
    return {
      ...requestFields(event, eventId),
      cancelledAt: event.cancelledAt,
      ...(token === null ? {} : { securePaymentToken: token }),
      timestamp: now().toISOString(),
      paymentProcessor: 'onchain',
      ...clientFields(event.request),
    }
  },

  'refund.created': (context, eventId, event) => ({
    ...refundFields(context, eventId, event),
    ...(event.request.approval_id === null ? {} : { isWaitingForApproval: true as const }),
  }),

  'refund.confirmed': (context, eventId, event) => ({
    ...refundFields(context, eventId, event),
    ...arrivedFields(event),
  }),

  'refund.failed': (context, eventId, event) => ({
    ...refundFields(context, eventId, event),
    failureReason: event.failureReason,
    totalAmountPaid: refundPaid(event),
  }),

  'refund.cancelled': (context, eventId, event) => ({
    ...refundFields(context, eventId, event),
    cancelledAt: event.cancelledAt,
  }),

  // The body identifies the payer only by the merchant's id.
  'compliance.updated': ({ now }, eventId, { type, payer, clientUserId }) => ({
    event: type,
    eventId,
    requestId: null,
    clientUserId,
    // A payer in an event has been submitted, so no event has the status `not_started`.
    kycStatus: payer.kyc_status === 'not_started' ? 'initiated' : payer.kyc_status,
    agreementStatus: payer.agreement_status,
    isCompliant: isCompliant({
      kycStatus: payer.kyc_status,
      agreementStatus: payer.agreement_status,
    }),
    timestamp: now().toISOString(),
    rawPayload: { provider: payer.provider },
  }),

  'payment_detail.updated': ({ now }, eventId, { type, detail, clientUserId }) => ({
    event: type,
    eventId,
    requestId: null,
    paymentDetailsId: detail.id,
    clientUserId,
    status: detail.status,
    timestamp: now().toISOString(),
    ...(detail.rejection_message !== null && { rejectionMessage: detail.rejection_message }),
    rawPayload: { provider: detail.provider, status: detail.status },
  }),

  'secure_payment.access_rejected': (context, eventId, event) => ({
    event: event.type,
    requestId: onlyRequestOf(event) ?? null,
    attemptedPayerWalletAddress: event.wallet,
    ...securePaymentFields(context, eventId, event),
  }),

  'kyt.screening.completed': (context, eventId, event) => ({
    event: event.type,
    requestId: onlyRequestOf(event) ?? null,
    walletAddress: event.screening.wallet,
    ...describeScreening(event.screening),
    ...securePaymentFields(context, eventId, event),
  }),

  'secure_payment.user_event': (context, eventId, event) => {
    const requestId = onlyRequestOf(event)
    return {
      event: event.type,
      ...event.said,
      ...(requestId === undefined ? {} : { requestId }),
      ...securePaymentFields(context, eventId, event),
    }
  },
}

/** Builds an event's body; the host stores and sends its JSON unchanged. */
export function eventBody<Type extends EventType>(
  context: BodyContext,
  eventId: string,
  event: WebhookEvent<Type>,
): EventBody<Type> {
  return eventBodies[event.type](context, eventId, event)
}

/** Builds the first members of the body of every event about a request; `request` contains the event's own sequence. */
function requestFields<Type extends EventType>(
  { type, request }: { type: Type; request: WholeRequest },
  eventId: string,
) {
  return {
    event: type,
    eventId,
    sequence: request.event_sequence,
    requestId: request.id,
    requestID: request.id,
    paymentReference: request.payment_reference,
    ...linkFields(request),
  }
}

/** Returns the token of the reusable link from which the payer opened the payment. */
function linkFields({ link_token }: { link_token: string | null }): { linkToken?: string } {
  return link_token === null ? {} : { linkToken: link_token }
}

function totalFields({ request }: { request: WholeRequest }) {
  const decimals = settlementDecimals(request)
  return {
    totalAmountPaid: formatAmount(BigInt(request.paid_units), decimals),
    expectedAmount: formatAmount(BigInt(request.expected_units), decimals),
  }
}

type SecurePaymentEvent = Pick<
  WebhookEvent<
    'kyt.screening.completed' | 'secure_payment.access_rejected' | 'secure_payment.user_event'
  >,
  'securePayment'
>

/** Builds the members about a secure payment, which may have several requests. */
function securePaymentFields(
  { now }: BodyContext,
  eventId: string,
  { securePayment }: SecurePaymentEvent,
) {
  return {
    eventId,
    securePaymentToken: securePayment.token,
    requestIds: [...securePayment.requestIds],
    ...clientFields(securePayment),
    timestamp: now().toISOString(),
  }
}

function onlyRequestOf({ securePayment }: SecurePaymentEvent): string | undefined {
  const [only, ...others] = securePayment.requestIds
  return others.length === 0 ? only : undefined
}
