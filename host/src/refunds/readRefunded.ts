import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { sql } from 'kysely'
import type { Database } from '../db/openDatabase.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { among } from '../search/among.ts'

/** The tokens that refunds of a payment gave back. */
export type RefundedRow = Pick<Row<'refunds'>, 'payment_id'> & Pick<Row<'requests'>, 'paid_units'>

/** Selects what the refunds of a secure payment gave back; a row of a refund without a payment is omitted. */
export const selectRefundedOfPage = preparedRead((kysely) =>
  kysely
    .selectFrom('requests')
    .innerJoin('refunds', 'refunds.request_id', 'requests.id')
    .innerJoin('requests as paying', 'paying.id', 'refunds.refund_request_id')
    .select(['refunds.request_id', 'paying.paid_units'])
    .where('requests.secure_payment_token', '=', TEXT)
    .where('paying.paid_units', '!=', sql.lit('0'))
    .compile(),
)

const selectOfRequest = preparedRead((kysely) =>
  kysely
    .selectFrom('refunds')
    .innerJoin('requests', 'requests.id', 'refunds.refund_request_id')
    .select(['refunds.payment_id', 'requests.paid_units'])
    .where('refunds.request_id', '=', TEXT)
    .where('requests.paid_units', '!=', sql.lit('0'))
    .orderBy('refunds.id')
    .compile(),
)

/** Reads what the refunds of a request gave back, one row per paid refund. */
export function readRefundedOfRequest(
  db: Parameters<typeof selectOfRequest>[0],
  requestId: string,
): Promise<readonly RefundedRow[]> {
  return selectOfRequest(db, requestId)
}

/** Reads what the refunds of payments gave back, one row per paid refund. */
export async function readRefunded(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  paymentIds: readonly string[],
): Promise<readonly RefundedRow[]> {
  if (paymentIds.length === 0) return []
  return kysely
    .selectFrom('refunds')
    .innerJoin('requests', 'requests.id', 'refunds.refund_request_id')
    .select(['refunds.payment_id', 'requests.paid_units'])
    .where(among(dialect, 'refunds.payment_id', paymentIds))
    .where('requests.paid_units', '!=', sql.lit('0'))
    .execute()
}

/** Adds up rows by payment, in base units. */
export function sumRefunded(rows: readonly RefundedRow[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { payment_id, paid_units } of rows) {
    sums.set(payment_id, (sums.get(payment_id) ?? 0n) + BigInt(paid_units))
  }
  return sums
}

/** Describes how much of some received tokens was given back. Pure. */
export function describeRefunded(
  refundedUnits: bigint,
  { receivedUnits, currency }: { receivedUnits: bigint; currency: string },
): { refundedAmount: string; refundStatus: 'none' | 'partial' | 'full' } {
  if (refundedUnits === 0n) return { refundedAmount: '0', refundStatus: 'none' }
  return describePaidBack(refundedUnits, { receivedUnits, currency })
}

/** Describes some received tokens of which a part was given back. Pure. */
export function describePaidBack(
  refundedUnits: bigint,
  { receivedUnits, currency }: { receivedUnits: bigint; currency: string },
): { refundedAmount: string; refundStatus: 'partial' | 'full' } {
  const { decimals } = getCurrency(currency).currency
  return {
    refundedAmount: formatAmount(refundedUnits, decimals),
    refundStatus: refundedUnits >= receivedUnits ? 'full' : 'partial',
  }
}
