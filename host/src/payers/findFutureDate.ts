import type { FieldIssue } from '@secure-payment/core'

/** Returns the error for a date of birth (`YYYY-MM-DD`) in the future (UTC); null if the date is valid. */
export function findFutureDate(dateOfBirth: string, now: Date): FieldIssue | null {
  if (dateOfBirth <= now.toISOString().slice(0, dateOfBirth.length)) return null
  return { field: 'dateOfBirth', code: 'date_in_future', message: 'must not be in the future' }
}
