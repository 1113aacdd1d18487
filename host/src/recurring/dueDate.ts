import type { Row } from '../db/schema.ts'
import { occurrence } from '../requests/recurrence.ts'

/** The columns that define a schedule's calendar. */
export type CalendarColumns = Pick<Row<'recurring_payments'>, 'start_date' | 'frequency'>

/**
 * Returns the time in UTC at which a schedule's payment is due; `paymentIndex` counts from 1. If the day of the month does not exist in a
 * shorter month, the payment is due on that month's last day. The contract counts fixed periods that are never longer than the calendar's,
 * so it allows every payment on its due day.
 */
export function dueDate({ start_date, frequency }: CalendarColumns, paymentIndex: number): Date {
  return occurrence({ startDate: start_date, frequency }, paymentIndex - 1)
}
