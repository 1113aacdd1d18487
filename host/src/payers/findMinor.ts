import type { FieldIssue } from '@secure-payment/core'

/** From this age on people make contracts alone, and providers accept them. */
const MIN_AGE = 18

/** The fault in a date of birth (`YYYY-MM-DD`) of a person who is under age today in UTC; null: none. */
export function findMinor(dateOfBirth: string, now: Date): FieldIssue | null {
  const today = now.toISOString().slice(0, dateOfBirth.length)
  const latest = `${Number(today.slice(0, 4)) - MIN_AGE}${today.slice(4)}`
  if (dateOfBirth <= latest) return null
  return {
    field: 'dateOfBirth',
    code: 'under_age',
    message: `must be at least ${MIN_AGE} years ago`,
  }
}
