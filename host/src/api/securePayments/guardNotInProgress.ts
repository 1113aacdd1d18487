import type { SecurePayment } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { isLive } from './attemptLease.ts'
import { PaymentInProgressError, type RequestStatusMember } from './errors.ts'
import { isCovered } from './guardNotProcessing.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'

/**
 * Stops a payment that waits for the signers of a Safe: until it is paid, its page has given it up, or its time is over (see
 * `safeLeaseAfter`). The page of that very attempt is let through.
 *
 * @throws PaymentInProgressError
 */
export function guardNotInProgress(
  payment: SecurePayment,
  stored: StoredSecurePayment,
  facts: { now: Date; attemptId?: string },
): void {
  // Its transaction was seen: the page now shows its depth.
  if (stored.requests.some((request) => isCovered(stored, request))) return
  guardNoSafeWaits(payment, stored, facts)
}

/**
 * As `guardNotInProgress`, but independent of the payments seen on chain: for a payer of one request that is still
 * open.
 *
 * @throws PaymentInProgressError
 */
export function guardNoSafeWaits(
  payment: SecurePayment,
  stored: StoredSecurePayment,
  { now, attemptId }: { now: Date; attemptId?: string },
): void {
  const waiting = findWaitingSafe(stored, now)
  if (waiting === null || waiting.id === attemptId) return
  const { chainId } = getNetwork(waiting.chain)
  const statuses = payment.items.map(
    ({ requestId, status }): RequestStatusMember => ({
      requestId,
      status,
      hasBeenPaid: status === 'paid',
      safeTxHash: waiting.safe_tx_hash ?? '',
      chainId,
      safePaymentDeadline:
        waiting.safe_deadline_s === null ? null : Number(waiting.safe_deadline_s),
    }),
  )
  throw new PaymentInProgressError(payment, statuses)
}

/** The attempt that waits for the signers of a Safe now; null when none does. */
export function findWaitingSafe(
  { safeAttempts }: Pick<StoredSecurePayment, 'safeAttempts'>,
  now: Date,
): StoredSecurePayment['safeAttempts'][number] | null {
  return safeAttempts.find((attempt) => isLive(attempt, now)) ?? null
}
