import type { Row } from '../db/schema.ts'
import { type CalendarColumns, dueDate } from './dueDate.ts'

/**
 * When the next payment is due, ISO 8601; null unless the schedule is active and a payment is left to send. A payment that is late
 * keeps the date on which it was due.
 */
export function nextPaymentDate(
  row: CalendarColumns &
    Pick<Row<'recurring_payments'>, 'status' | 'next_index' | 'total_payments'>,
): string | null {
  if (row.status !== 'active' || row.next_index > row.total_payments) return null
  return dueDate(row, row.next_index).toISOString()
}
