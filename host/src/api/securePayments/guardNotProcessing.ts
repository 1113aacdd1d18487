import type { SecurePayment } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'
import { PaymentProcessingError } from './errors.ts'
import type { StoredSecurePayment } from './loadSecurePayment.ts'
import { remainingUnits } from './remainingUnits.ts'

/**
 * Stops a payer from paying twice: returns no calldata and no lock while payments on their way cover the rest of an
 * item. Such a payment was seen on chain but is not deep enough to count, or a bridge carries it from another chain.
 * When it vanishes in a reorganisation, or its bridge refunds it or reports nothing for a day, the payer can pay again.
 * Payments below the rest do not block payers: otherwise dust from a stranger would.
 *
 * @throws PaymentProcessingError
 */
export function guardNotProcessing(payment: SecurePayment, stored: StoredSecurePayment): void {
  if (stored.requests.some((request) => isCovered(stored, request))) {
    throw new PaymentProcessingError(payment)
  }
}

/**
 * Whether payments that are on their way, as far as they are not recorded yet, cover the rest of a request. `payments`,
 * `pending` and `transfers` may be of other requests too. A delivery that was seen on chain counts in addition to its
 * transfer until it is recorded: counting too much for that moment is better than a double payment.
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
  request: Pick<Row<'requests'>, 'id' | 'expected_units' | 'paid_units'>,
): boolean {
  const remaining = remainingUnits(request)
  if (remaining === 0n) return false
  // Between recording a payment and the next look at the chain's tip, its row is in both tables.
  const recorded = new Set(payments.map(logKey))
  const seenUnits = pending
    .filter((row) => row.request_id === request.id && !recorded.has(logKey(row)))
    .reduce((sum, row) => sum + BigInt(row.request_units ?? row.amount_units), 0n)
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
