import type { ServerAnswer } from '../machine/fact.ts'
import type { PaymentMetadata } from '../paymentMetadata.ts'
import { isCovered } from './isCovered.ts'

/** Returns the state of a payment according to its description: paid, being paid in full, or open. */
export function standing(payment: PaymentMetadata): ServerAnswer {
  if (payment.status === 'completed') return { kind: 'completed', payment }
  return { kind: isCovered(payment) ? 'processing' : 'payment', payment }
}
