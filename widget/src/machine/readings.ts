import type { PaymentMetadata, PaymentTransaction } from '../model.ts'

/** Decimal strings are canonical, so zero needs no arithmetic. */
function isZero(amount: string): boolean {
  return /^0*(\.0*)?$/.test(amount)
}

/** Whether something is paid and something is left. */
export function isPartlyPaid(payment: PaymentMetadata): boolean {
  return (
    payment.items.some((item) => !isZero(item.amountPaid)) &&
    payment.items.some((item) => !isZero(item.remainingAmount))
  )
}

/** Whether the service has an attempt that may still become a payment. */
export function isAttemptLive(payment: PaymentMetadata): boolean {
  const last = payment.lastAttempt
  if (last === null || ENDED_PHASE.test(last.phase)) return false
  return Date.parse(last.leaseUntil) > Date.parse(payment.serverTime)
}

/** Whether another payer may be paying: their payment must be checked before anyone pays. */
export function isTaken(payment: PaymentMetadata): boolean {
  const hasTransfers = 'transfers' in Object(payment.raw)
  return hasTransfers || isAttemptLive(payment) || findConfirming(payment) !== undefined
}

/** Phases of the service's attempt that cannot become a payment any more. */
const ENDED_PHASE = /^(done|abandoned|reverted|dropped)$/

/** The first transaction that the service saw and that waits for its confirmations. */
export function findConfirming(payment: PaymentMetadata): PaymentTransaction | undefined {
  return payment.transactions.find((one) => one.status === 'confirming')
}
