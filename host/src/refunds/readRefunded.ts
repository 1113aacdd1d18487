import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import { sql } from 'kysely'
import type { Database } from '../db/openDatabase.ts'
import { preparedRead, TEXT } from '../db/preparedRead.ts'
import type { Row } from '../db/schema.ts'
import { among } from '../search/among.ts'

/** The amount that one paid refund returned, and the refunded payment's id. */
export type RefundedRow = Pick<Row<'refunds'>, 'payment_id'> & Pick<Row<'requests'>, 'paid_units'>

/** A transaction that refunds money of a secure payment; `block_time` is null while the transaction is too young to count. */
export type RefundTransaction = Pick<Row<'refunds'>, 'request_id' | 'network' | 'currency'> &
  Pick<Row<'payments'>, 'tx_hash' | 'block_number' | 'log_index'> & {
    /** The amount in base units of the payment currency. */
    units: string
    block_time: string | null
  }

/** Selects the transactions that pay a secure payment's refunds, both those that count and those that are too young. */
export const selectRefundsOfPage = preparedRead((kysely) => {
  const selectPaying = () =>
    kysely
      .selectFrom('requests')
      .innerJoin('refunds', 'refunds.request_id', 'requests.id')
      .where('requests.secure_payment_token', '=', TEXT)
  return selectPaying()
    .innerJoin('payments as paid', 'paid.request_id', 'refunds.refund_request_id')
    .select(['refunds.request_id', 'refunds.network', 'refunds.currency'])
    .select(['paid.tx_hash', 'paid.block_number', 'paid.log_index'])
    .select(['paid.request_units as units', sql<string | null>`paid.block_time`.as('block_time')])
    .unionAll(
      selectPaying()
        .innerJoin('pending_payments as seen', 'seen.request_id', 'refunds.refund_request_id')
        .select(['refunds.request_id', 'refunds.network', 'refunds.currency'])
        .select(['seen.tx_hash', 'seen.block_number', 'seen.log_index'])
        .select([
          sql<string>`coalesce(seen.request_units, seen.amount_units)`.as('units'),
          sql<string | null>`cast(null as text)`.as('block_time'),
        ]),
    )
    .compile()
})

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

/** Reads the amounts that a request's refunds returned, one row per paid refund. */
export function readRefundedOfRequest(
  db: Parameters<typeof selectOfRequest>[0],
  requestId: string,
): Promise<readonly RefundedRow[]> {
  return selectOfRequest(db, requestId)
}

/** Reads the amounts that payments' refunds returned, one row per paid refund. */
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

/** Adds up the amounts that unmatched payments' refunds returned, by payment, in base units. */
export async function readRefundedUnmatched(
  { kysely, dialect }: Pick<Database, 'kysely' | 'dialect'>,
  unmatchedIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>()
  if (unmatchedIds.length === 0) return sums
  const rows = await kysely
    .selectFrom('refunds')
    .innerJoin('requests', 'requests.id', 'refunds.refund_request_id')
    .select(['refunds.unmatched_id', 'requests.paid_units'])
    .where(among(dialect, 'refunds.unmatched_id', unmatchedIds))
    .where('requests.paid_units', '!=', sql.lit('0'))
    .execute()
  for (const { unmatched_id, paid_units } of rows) {
    if (unmatched_id === null) continue
    sums.set(unmatched_id, (sums.get(unmatched_id) ?? 0n) + BigInt(paid_units))
  }
  return sums
}

/** Adds up rows by payment, in base units. */
export function sumRefunded(rows: readonly RefundedRow[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { payment_id, paid_units } of rows) {
    sums.set(payment_id, (sums.get(payment_id) ?? 0n) + BigInt(paid_units))
  }
  return sums
}

/** Describes the refunded part of the received tokens. Pure. */
export function describeRefunded(
  refundedUnits: bigint,
  { receivedUnits, currency }: { receivedUnits: bigint; currency: string },
): { refundedAmount: string; refundStatus: 'none' | 'partial' | 'full' } {
  if (refundedUnits === 0n) return { refundedAmount: '0', refundStatus: 'none' }
  const { decimals } = getCurrency(currency).currency
  return {
    refundedAmount: formatAmount(refundedUnits, decimals),
    refundStatus: refundedUnits >= receivedUnits ? 'full' : 'partial',
  }
}
