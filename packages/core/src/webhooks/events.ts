import type { z } from 'zod'
import { complianceUpdated, paymentDetailUpdated } from './complianceEvents.ts'
import {
  paymentConfirmed,
  paymentFailed,
  paymentPartial,
  paymentProcessing,
  paymentRefunded,
  paymentUnmatched,
  requestRecurring,
} from './paymentEvents.ts'
import { refundCancelled, refundConfirmed, refundCreated, refundFailed } from './refundEvents.ts'
import { requestCancelled } from './requestEvents.ts'
import {
  kytScreeningCompleted,
  securePaymentAccessRejected,
  securePaymentUserEvent,
} from './securePaymentEvents.ts'

/** Every webhook event that the service sends. */
export const events = [
  paymentConfirmed,
  paymentPartial,
  paymentFailed,
  paymentProcessing,
  paymentRefunded,
  paymentUnmatched,
  requestRecurring,
  requestCancelled,
  refundCreated,
  refundConfirmed,
  refundFailed,
  refundCancelled,
  complianceUpdated,
  paymentDetailUpdated,
  securePaymentUserEvent,
  securePaymentAccessRejected,
  kytScreeningCompleted,
] as const

/** The value of a body's `event`. */
export type EventType = (typeof events)[number]['type']

/** The body of one event, or of any event; the service sends exactly `JSON.stringify(body)`. */
export type EventBody<T extends EventType = EventType> = z.input<
  Extract<(typeof events)[number], { type: T }>['schema']
>
