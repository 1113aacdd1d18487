import type { Row } from '../db/schema.ts'
import { RecurringStateError } from './errors.ts'

type Deadline = Pick<Row<'recurring_payments'>, 'deadline_s'>

/**
 * Rejects a schedule whose permit the contract no longer accepts.
 *
 * @throws RecurringStateError `permit_expired`
 */
export function guardDeadline(row: Deadline, now: Date): void {
  if (isPermitExpired(row, now)) throw new RecurringStateError('permit_expired')
}

/** Returns whether the contract no longer accepts a schedule's permit. */
export function isPermitExpired({ deadline_s }: Deadline, now: Date): boolean {
  // The contract compares whole seconds and still accepts the last one.
  return BigInt(Math.floor(now.getTime() / 1_000)) > deadline_s
}
