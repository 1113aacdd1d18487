import type { PaymentMetadata } from '../model.ts'
import type { ServerAnswer } from './fact.ts'
import { isCovered } from './isCovered.ts'

/** The state in a payment's description: paid, being paid in full, or open. */
export function standing(payment: PaymentMetadata): ServerAnswer {
  if (payment.status === 'completed') return { kind: 'completed', payment }
  return { kind: isCovered(payment) ? 'processing' : 'payment', payment }
}
