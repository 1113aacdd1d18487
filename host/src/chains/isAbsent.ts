import { NodeError } from './errors.ts'

const ABSENT_STATUSES: readonly number[] = [404, 405, 501]

/** Whether a server says that it has no such interface, which a node behind it that fails does not say. */
export function isAbsent(error: unknown): error is NodeError {
  const status = error instanceof NodeError ? error.httpStatus : null
  return status !== null && ABSENT_STATUSES.includes(status)
}
