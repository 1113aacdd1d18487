import type { EventBody } from '@secure-payment/core/webhooks'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { clientFields } from './clientFields.ts'

/** A report from a payer's page, or a wallet that was refused; the row holds the sequence of this event. */
export type SecurePaymentEvent = {
  securePayment: Pick<
    Row<'secure_payments'>,
    'token' | 'tenant_id' | 'client_id' | 'origin' | 'created_at' | 'event_sequence'
  > & { requestIds: readonly string[] }
} & (
  | { type: 'secure_payment.access_rejected'; wallet: string }
  | {
      type: 'secure_payment.user_event'
      said: Pick<
        EventBody<'secure_payment.user_event'>,
        'userEvent' | 'occurredAt' | 'properties' | 'orchestratorId'
      >
    }
)

/** Builds the body of an event about a secure payment itself, which may have several requests. */
export function securePaymentEventBody(
  context: Pick<Context, 'now'>,
  eventId: string,
  event: SecurePaymentEvent,
): EventBody<'secure_payment.access_rejected' | 'secure_payment.user_event'> {
  const { token, requestIds } = event.securePayment
  const [only] = requestIds.length === 1 ? requestIds : []
  const common = {
    eventId,
    securePaymentToken: token,
    requestIds: [...requestIds],
    ...clientFields(event.securePayment),
    timestamp: context.now().toISOString(),
  }
  if (event.type === 'secure_payment.access_rejected') {
    return {
      event: event.type,
      requestId: only ?? null,
      attemptedPayerWalletAddress: event.wallet,
      ...common,
    }
  }
  return {
    event: event.type,
    ...event.said,
    ...(only === undefined ? {} : { requestId: only }),
    ...common,
  }
}
