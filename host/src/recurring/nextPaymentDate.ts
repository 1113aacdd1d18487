import type { Row } from '../db/schema.ts'
import { type CalendarColumns, dueDate } from './dueDate.ts'

/**
 * Returns the due time of the next payment (ISO 8601); null unless the schedule is active with payments left to send. A late payment
 * keeps its due date.
 */
export function nextPaymentDate(
  row: CalendarColumns &
    Pick<Row<'recurring_payments'>, 'status' | 'next_index' | 'total_payments'>,
): string | null {
  if (row.status !== 'active' || row.next_index > row.total_payments) return null
  return dueDate(row, row.next_index).toISOString()
}
