import type { PaymentMetadata } from '../model.ts'

/** Whether a payment is made on Tron, whose wallets, steps and screens are separate chunks. */
export function isTron(payment: Pick<PaymentMetadata, 'network'> | null): boolean {
  return payment?.network === 'tron'
}
