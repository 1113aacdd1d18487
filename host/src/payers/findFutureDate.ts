import type { FieldIssue } from '@secure-payment/core'

/** The fault in a date of birth (`YYYY-MM-DD`) that is yet to come in UTC; null: none. */
export function findFutureDate(dateOfBirth: string, now: Date): FieldIssue | null {
  if (dateOfBirth <= now.toISOString().slice(0, dateOfBirth.length)) return null
  return { field: 'dateOfBirth', code: 'date_in_future', message: 'must not be in the future' }
}
