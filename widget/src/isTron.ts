import type { PaymentMetadata } from './paymentMetadata.ts'

/** Returns whether a payment is made on Tron, whose wallets, steps and screens are separate chunks. */
export function isTron(payment: Pick<PaymentMetadata, 'plan'> | null): boolean {
  return payment?.plan.way === 'tron'
}
