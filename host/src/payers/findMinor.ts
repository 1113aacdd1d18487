import type { FieldIssue } from '@secure-payment/core'

/** The age from which people can make contracts, and providers accept them. */
const MIN_AGE = 18

/** Returns the error for the date of birth (`YYYY-MM-DD`, UTC) of a minor; null for an adult. */
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
