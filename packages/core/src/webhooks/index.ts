export { complianceUpdated, paymentDetailUpdated } from './complianceEvents.ts'
export { defineEvent, type EventDefinition } from './event.ts'
export { type EventBody, type EventType, events } from './events.ts'
export {
  paymentConfirmed,
  paymentFailed,
  paymentPartial,
  paymentProcessing,
  paymentRefunded,
  paymentUnmatched,
  requestRecurring,
} from './paymentEvents.ts'
export { refundCancelled, refundConfirmed, refundCreated, refundFailed } from './refundEvents.ts'
export { requestCancelled } from './requestEvents.ts'
export { signWebhook, standardWebhookSignature, WebhookSecretError } from './sign.ts'
export {
  type StandardVerdict,
  type StandardWebhookHeaders,
  verifyStandardWebhook,
  verifyWebhook,
} from './verify.ts'
