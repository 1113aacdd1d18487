import type { Row } from '../db/schema.ts'
import { RecurringStateError } from './errors.ts'

/**
 * Refuses a schedule whose permit the contract does not take any more.
 *
 * @throws RecurringStateError `permit_expired`
 */
export function guardDeadline(
  { deadline_s }: Pick<Row<'recurring_payments'>, 'deadline_s'>,
  now: Date,
): void {
  // The contract compares whole seconds, and takes the last one.
  const nowS = BigInt(Math.floor(now.getTime() / 1_000))
  if (nowS > deadline_s) throw new RecurringStateError('permit_expired')
}
