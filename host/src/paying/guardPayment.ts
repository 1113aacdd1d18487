import type { SecurePayment } from '@secure-payment/core/api'
import { getNetwork } from '@secure-payment/core/networks'
import { isPayerAccepted, missingPayer } from '../access/accessPolicy.ts'
import { PayerNotAllowedError } from '../access/errors.ts'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { isOpenSigned } from '../signed/signedRows.ts'
import { isLive } from './attemptLease.ts'
import { describeSecurePayment } from './describeSecurePayment.ts'
import {
  PaymentCompletedError,
  PaymentInProgressError,
  PaymentNotPayableError,
  PaymentProcessingError,
  type RequestStatusMember,
} from './errors.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'
import { noteRejection } from './noteRejection.ts'
import { remainingUnits } from './payable.ts'
import { RefundHeldError } from './payErrors.ts'

/**
 * Rejects a further transaction for a payment that cannot be paid now, is covered by pending payments, or waits for the
 * signers of a Safe. `attemptId` is the calling page's attempt.
 *
 * @throws RefundHeldError, PaymentCompletedError, PaymentNotPayableError, PaymentProcessingError, PaymentInProgressError
 */
export function guardPayment(
  payment: SecurePayment,
  stored: StoredSecurePayment,
  facts: { now: Date; attemptId?: string },
): void {
  guardUnheld(stored)
  guardPayable(payment)
  guardNotProcessing(payment, stored)
  guardNotInProgress(payment, stored, facts)
}

/** Rejects a link whose refund is held now; the link can be paid once the refund is released. @throws RefundHeldError */
export function guardUnheld({ heldReason }: Pick<StoredSecurePayment, 'heldReason'>): void {
  if (heldReason !== null) throw new RefundHeldError({ reason: heldReason })
}

/**
 * Rejects a payment that cannot be paid now. Both errors carry the payment, so that a page can show it.
 *
 * @throws PaymentCompletedError, PaymentNotPayableError
 */
export function guardPayable(payment: SecurePayment): void {
  switch (payment.status) {
    case 'pending':
      return
    case 'completed':
      throw new PaymentCompletedError(payment)
    case 'expired':
    case 'invalidated':
      throw new PaymentNotPayableError(payment)
  }
}

/** The member of a call that names the payer. */
export type PayerField = 'wallet' | 'walletAddress' | 'payer'

/**
 * Accepts only a wallet that the payment's access policy accepts; for others, the merchant receives an event. The policy guards only the
 * responses of this service: a payment that another wallet still sends on chain counts as usual. `field` is the member of the call that
 * names the payer.
 *
 * @throws PayerNotAllowedError, InvalidInputError without a wallet, and what `guardPayable` throws, before the merchant is notified
 */
export function guardPayer(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random'>,
  stored: StoredSecurePayment,
  wallet: string | null,
  field: PayerField = 'wallet',
): void {
  const { securePayment, requests } = stored
  if (isPayerAccepted(stored, wallet)) return
  const payment = describeSecurePayment(context.config, stored, context.now())
  guardPayable(payment)
  if (wallet === null) throw missingPayer(field)
  const subject = { ...securePayment, requestIds: requests.map(({ id }) => id) }
  noteRejection(context, { subject, wallet })
  throw new PayerNotAllowedError(payment)
}

/**
 * Prevents double payments: rejects calls for calldata or a lock while pending payments cover the rest of an item. Such a payment is on
 * chain but not deep enough to count, a bridge carries it from another chain, or a payer signed it and anyone may still send it. If it vanishes in a reorganisation, or its bridge refunds
 * it or reports nothing for a day, the payer can pay again. Smaller payments do not block payers; otherwise, dust from a stranger would.
 * After a reorganisation, any pending payment blocks payers (see `isCovered`).
 *
 * @throws PaymentProcessingError
 */
export function guardNotProcessing(payment: SecurePayment, stored: StoredSecurePayment): void {
  const isSigned = stored.signedPayment !== null && isOpenSigned(stored.signedPayment)
  if (isSigned || stored.requests.some((request) => isCovered(stored, request))) {
    throw new PaymentProcessingError(payment)
  }
}

/**
 * Returns whether pending payments that are not yet recorded cover the rest of a request. `payments`, `pending` and `transfers` may also
 * belong to other requests. A delivery on chain counts in addition to its transfer until it is recorded: a short overcount is better than a
 * double payment.
 *
 * Once a reorganisation has removed a payment of the request, any pending payment covers the rest. It may come from calldata for the
 * earlier remainder.
 */
export function isCovered(
  {
    payments,
    pending,
    transfers,
  }: {
    payments: readonly Recorded[]
    pending: readonly Pending[]
    transfers: readonly Transfer[]
  },
  request: Pick<Row<'requests'>, 'id' | 'expected_units' | 'paid_units' | 'revocations'>,
): boolean {
  const remaining = remainingUnits(request)
  if (remaining === 0n) return false
  // After a payment is recorded, its row is in both tables until the watcher next reads the chain's tip.
  const recorded = new Set(payments.map(logKey))
  const seen = pending.filter((row) => row.request_id === request.id && !recorded.has(logKey(row)))
  if (request.revocations > 0 && seen.length > 0) return true
  const seenUnits = seen.reduce(
    (sum, row) => sum + BigInt(row.request_units ?? row.amount_units),
    0n,
  )
  const arrived = new Set(payments.map(({ source_tx_hash }) => source_tx_hash))
  const carriedUnits = transfers
    .filter((row) => row.request_id === request.id && row.status === 'tracking')
    .filter(({ tx_hash }) => !arrived.has(tx_hash))
    .reduce((sum, { promised_units }) => sum + BigInt(promised_units ?? 0), 0n)
  return seenUnits + carriedUnits >= remaining
}

type LogKey = Pick<Row<'payments'>, 'tx_hash' | 'log_index'>
type Recorded = LogKey & Pick<Row<'payments'>, 'source_tx_hash'>
type Transfer = Pick<Row<'intents'>, 'request_id' | 'status' | 'tx_hash' | 'promised_units'>
type Pending = LogKey &
  Pick<Row<'pending_payments'>, 'request_id' | 'amount_units' | 'request_units'>

function logKey(row: LogKey): string {
  return `${row.tx_hash} ${row.log_index}`
}

/**
 * Rejects calls for a payment that waits for a Safe's signers, except from the waiting attempt's page. Calls are accepted again when the
 * payment is paid, the page gives up or the lease ends (see `safeLeaseAfter`).
 *
 * @throws PaymentInProgressError
 */
export function guardNotInProgress(
  payment: SecurePayment,
  stored: StoredSecurePayment,
  facts: { now: Date; attemptId?: string },
): void {
  // The Safe's transaction was seen, so the page now shows its confirmations.
  if (stored.requests.some((request) => isCovered(stored, request))) return
  guardNoSafeWaits(payment, stored, facts)
}

/**
 * Rejects the same calls as `guardNotInProgress`, even if pending payments cover a request, because the payer pays another, open request.
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
      safeTxHash: waiting.safe_tx_hash,
      chainId,
      safePaymentDeadline:
        waiting.safe_deadline_s === null ? null : Number(waiting.safe_deadline_s),
    }),
  )
  throw new PaymentInProgressError(payment, statuses)
}

/** Finds the attempt that waits for the signers of a Safe now; null if there is none. */
function findWaitingSafe(
  { safeAttempts }: Pick<StoredSecurePayment, 'safeAttempts'>,
  now: Date,
): StoredSecurePayment['safeAttempts'][number] | null {
  return safeAttempts.find((attempt) => isLive(attempt, now)) ?? null
}
