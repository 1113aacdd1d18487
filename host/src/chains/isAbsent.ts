import { NodeError } from './errors.ts'

const ABSENT_STATUSES: readonly number[] = [404, 405, 501]

/** Returns whether a server reports that it lacks such an interface, in contrast to a failing node behind the server. */
export function isAbsent(error: unknown): error is NodeError {
  const status = error instanceof NodeError ? error.httpStatus : null
  return status !== null && ABSENT_STATUSES.includes(status)
}
