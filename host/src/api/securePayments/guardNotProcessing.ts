import type { SecurePayment } from '@secure-payment/core/api'
import { PaymentProcessingError } from './errors.ts'
import type { StoredItem, StoredSecurePayment } from './loadSecurePayment.ts'
import { remainingUnits } from './remainingUnits.ts'

/**
 * Stops a payer from paying what is on its way already: no calldata and no lock while a payment that was seen on chain, but is not
 * deep enough to count, covers what is left of an item. When that payment vanishes in a reorganisation the way is free again. A
 * seen payment of less than what is left stops nobody, or a stranger's dust would.
 *
 * @throws PaymentProcessingError
 */
export function guardNotProcessing(payment: SecurePayment, stored: StoredSecurePayment): void {
  if (stored.requests.some((request) => isCovered(stored, request))) {
    throw new PaymentProcessingError(payment)
  }
}

function isCovered({ payments, pending }: StoredSecurePayment, request: StoredItem): boolean {
  const remaining = remainingUnits(request)
  if (remaining === 0n) return false
  // Between recording a payment and the next look at the chain's tip, its row stands in both tables.
  const recorded = new Set(payments.map(logKey))
  const seenUnits = pending
    .filter((row) => row.request_id === request.id && !recorded.has(logKey(row)))
    .reduce((sum, row) => sum + BigInt(row.amount_units), 0n)
  return seenUnits >= remaining
}

function logKey(row: { tx_hash: string; log_index: number }): string {
  return `${row.tx_hash} ${row.log_index}`
}
