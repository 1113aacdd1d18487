import type { Row } from '../db/schema.ts'
import { occurrence } from '../requests/recurrence.ts'

/** The columns of a schedule that its calendar is made of. */
export type CalendarColumns = Pick<Row<'recurring_payments'>, 'start_date' | 'frequency'>

/**
 * The due date of a schedule's payment, by its index from 1: the calendar's day in UTC. For a 31st, it is the last day
 * of a shorter month. The contract counts fixed periods that are never longer, so that it allows every payment on its
 * day.
 */
export function dueDate({ start_date, frequency }: CalendarColumns, paymentIndex: number): Date {
  return occurrence({ startDate: start_date, frequency }, paymentIndex - 1)
}
