import { formatAmount } from '@secure-payment/core'
import type { RecurringPayoutRecord } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { among } from '../search/among.ts'
import { nextPaymentDate } from './nextPaymentDate.ts'

type Schedule = Row<'recurring_payments'>
type NamedRequest = { requestId: string; paymentReference: string }
type MadePayment = RecurringPayoutRecord['payments'][number]

/** The history of a schedule. */
type ScheduleHistory = {
  /** The requests, in the order of their payments. */
  requests: readonly NamedRequest[]
  /** The confirmed payments, oldest first. */
  payments: readonly MadePayment[]
}

/** Describes recurring payouts with their requests and payments, in the given order. Omits customer data. */
export async function describeRecurringPayouts(
  context: Pick<Context, 'db'>,
  rows: readonly Schedule[],
): Promise<RecurringPayoutRecord[]> {
  const histories = await loadHistories(context, rows)
  return rows.map((row) =>
    describeRecurringPayout(row, histories.get(row.id) ?? { requests: [], payments: [] }),
  )
}

/** Describes one recurring payout. */
function describeRecurringPayout(
  row: Schedule,
  { requests, payments }: ScheduleHistory,
): RecurringPayoutRecord {
  return {
    id: row.id,
    status: row.status,
    processedPayments: row.processed_payments,
    totalPayments: row.total_payments,
    lastPaymentDate: row.last_payment_at,
    nextPaymentDate: nextPaymentDate(row),
    ...(row.failure_count > 0 && { failureCount: row.failure_count }),
    ...(row.failure_reason !== null && { failureReason: row.failure_reason }),
    requests: [...requests],
    payments: [...payments],
    payer: row.payer,
    payee: row.payee,
    frequency: row.frequency,
    amount: row.amount,
    network: row.network,
    paymentCurrency: row.payment_currency,
    reference: row.reference,
    startDate: row.start_date,
    createdAt: row.created_at,
  }
}

async function loadHistories(
  { db }: Pick<Context, 'db'>,
  rows: readonly Schedule[],
): Promise<ReadonlyMap<string, ScheduleHistory>> {
  if (rows.length === 0) return new Map()
  const executions = await db.kysely
    .selectFrom('recurring_executions')
    .select(['recurring_payment_id', 'request_id'])
    .where(
      among(
        db.dialect,
        'recurring_payment_id',
        rows.map(({ id }) => id),
      ),
    )
    .orderBy('recurring_payment_id')
    .orderBy('payment_index')
    .execute()
  // The first request exists before its execution is due.
  const requestIds = new Map(rows.map((row) => [row.id, new Set([row.request_id])]))
  for (const { recurring_payment_id, request_id } of executions) {
    requestIds.get(recurring_payment_id)?.add(request_id)
  }
  const all = [...requestIds.values()].flatMap((ids) => [...ids])
  const [references, payments] = await Promise.all([loadReferences(db, all), loadPayments(db, all)])
  const paymentsOf = groupPayments(requestIds, payments)
  return new Map(
    rows.map((row) => {
      const ids = [...(requestIds.get(row.id) ?? [])]
      return [row.id, joinHistory(row, ids, references, paymentsOf.get(row.id) ?? [])]
    }),
  )
}

/** Groups payments by schedule, in the given order. Long schedules on one page have tens of thousands of requests, so each is read once. */
function groupPayments(
  requestIds: ReadonlyMap<string, ReadonlySet<string>>,
  payments: readonly StoredPayment[],
): ReadonlyMap<string | undefined, readonly StoredPayment[]> {
  const owners = new Map<string, string>()
  for (const [id, ids] of requestIds) for (const requestId of ids) owners.set(requestId, id)
  return Map.groupBy(payments, (payment) => owners.get(payment.request_id))
}

type StoredPayment = Pick<
  Row<'payments'>,
  'id' | 'request_id' | 'request_units' | 'block_time' | 'tx_hash'
>

async function loadReferences(
  db: Context['db'],
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.kysely
    .selectFrom('requests')
    .select(['id', 'payment_reference'])
    .where(among(db.dialect, 'id', requestIds))
    .execute()
  return new Map(rows.map((row) => [row.id, row.payment_reference]))
}

async function loadPayments(
  db: Context['db'],
  requestIds: readonly string[],
): Promise<readonly StoredPayment[]> {
  return db.kysely
    .selectFrom('payments')
    .select(['id', 'request_id', 'request_units', 'block_time', 'tx_hash'])
    .where(among(db.dialect, 'request_id', requestIds))
    .orderBy('block_time')
    .orderBy('id')
    .execute()
}

function joinHistory(
  row: Schedule,
  requestIds: readonly string[],
  references: ReadonlyMap<string, string>,
  payments: readonly StoredPayment[],
): ScheduleHistory {
  const { decimals } = getCurrency(row.payment_currency).currency
  return {
    requests: requestIds.flatMap((requestId) => {
      const paymentReference = references.get(requestId)
      return paymentReference === undefined ? [] : [{ requestId, paymentReference }]
    }),
    payments: payments.map((payment) => ({
      id: payment.id,
      amount: formatAmount(BigInt(payment.request_units), decimals),
      timestamp: payment.block_time,
      txHash: payment.tx_hash,
    })),
  }
}
