import type { SecurePayment } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'
import { PaymentProcessingError } from './errors.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'
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

/**
 * Whether payments that are on their way, as far as they are not recorded yet, cover what is left of a request. `payments` and
 * `pending` may be of other requests too.
 */
export function isCovered(
  { payments, pending }: { payments: readonly LogKey[]; pending: readonly Pending[] },
  request: Pick<Row<'requests'>, 'id' | 'expected_units' | 'paid_units'>,
): boolean {
  const remaining = remainingUnits(request)
  if (remaining === 0n) return false
  // Between recording a payment and the next look at the chain's tip, its row stands in both tables.
  const recorded = new Set(payments.map(logKey))
  const seenUnits = pending
    .filter((row) => row.request_id === request.id && !recorded.has(logKey(row)))
    .reduce((sum, row) => sum + BigInt(row.request_units ?? row.amount_units), 0n)
  return seenUnits >= remaining
}

type LogKey = Pick<Row<'payments'>, 'tx_hash' | 'log_index'>
type Pending = LogKey &
  Pick<Row<'pending_payments'>, 'request_id' | 'amount_units' | 'request_units'>

function logKey(row: LogKey): string {
  return `${row.tx_hash} ${row.log_index}`
}
