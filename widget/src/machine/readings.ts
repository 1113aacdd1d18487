import type { PaymentMetadata, PaymentTransaction } from '../paymentMetadata.ts'

function isZero(amount: string): boolean {
  return /^0*(\.0*)?$/.test(amount)
}

/** Returns whether a part is paid and a part is left. */
export function isPartlyPaid(payment: PaymentMetadata): boolean {
  return (
    payment.items.some((item) => !isZero(item.amountPaid)) &&
    payment.items.some((item) => !isZero(item.remainingAmount))
  )
}

/** Returns whether the service has an attempt that may still become a payment. */
export function isAttemptLive(payment: PaymentMetadata): boolean {
  const last = payment.lastAttempt
  if (last === null || ENDED_PHASE.test(last.phase)) return false
  return Date.parse(last.leaseUntil) > Date.parse(payment.serverTime)
}

/** Returns whether another payer may be paying: their payment must be checked before any payer pays. */
export function isTaken(payment: PaymentMetadata): boolean {
  const hasTransfers = 'transfers' in Object(payment.raw)
  return hasTransfers || isAttemptLive(payment) || findConfirming(payment) !== undefined
}

/** Phases in which the service's attempt can no longer become a payment. */
const ENDED_PHASE = /^(done|abandoned|reverted|dropped)$/

/** Finds the first transaction that the service saw and that waits for its confirmations; undefined without one. */
export function findConfirming(payment: PaymentMetadata): PaymentTransaction | undefined {
  return payment.transactions.find((one) => one.status === 'confirming')
}
