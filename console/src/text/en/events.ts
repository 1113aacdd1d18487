import type { EventType } from '@secure-payment/core/webhooks'

/** The English sentences about webhook events, by type; part of {@link en}. */
export const events = {
  'payment.confirmed': 'The whole amount has arrived',
  'payment.partial': 'A part has arrived',
  'payment.failed': 'A payment failed, or left the chain',
  'payment.processing': 'A bank payment moved to its next step',
  'payment.refunded': 'The payer was refunded',
  'payment.unmatched': 'A payment arrived that matches no request',
  'request.recurring': 'A recurring request opened its next period',
  'request.cancelled': 'You cancelled a request',
  'refund.created': 'A refund was created',
  'refund.confirmed': 'A refund arrived',
  'refund.failed': 'A refund left the chain',
  'refund.cancelled': 'You cancelled a refund',
  'compliance.updated': 'The status of a payer’s checks changed',
  'payment_detail.updated': 'A bank account was checked',
  'secure_payment.user_event': 'A payer’s progress, if you switched it on',
  'secure_payment.access_rejected': 'A wallet that may not pay tried to pay',
  'kyt.screening.completed': 'A wallet that tried to pay was screened',
} satisfies Record<EventType, string> as Record<EventType, string>
