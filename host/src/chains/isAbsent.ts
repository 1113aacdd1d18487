import { NodeError } from './errors.ts'

const ABSENT_STATUSES: readonly number[] = [404, 405, 501]

/** Whether a server reports that it has no such interface, unlike a failing node behind it. */
export function isAbsent(error: unknown): error is NodeError {
  const status = error instanceof NodeError ? error.httpStatus : null
  return status !== null && ABSENT_STATUSES.includes(status)
}
