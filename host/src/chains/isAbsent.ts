import { NodeError } from './errors.ts'

const ABSENT_STATUSES: readonly number[] = [404, 405, 501]

/** Returns whether an error is a server's response that it lacks the requested interface, rather than the failure of a node behind it. */
export function isAbsent(error: unknown): error is NodeError {
  const status = error instanceof NodeError ? error.httpStatus : null
  return status !== null && ABSENT_STATUSES.includes(status)
}
