import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { RecurringStateError } from './errors.ts'

/**
 * Rejects a recurring payout that no second member has approved, if it needs an approval.
 *
 * @throws RecurringStateError
 */
export async function guardApproved(
  kysely: Context['db']['kysely'] | Tx,
  row: Pick<Row<'recurring_payments'>, 'approval_id'>,
): Promise<void> {
  if (!(await isApproved(kysely, row))) throw new RecurringStateError('awaiting_approval')
}

/** Returns whether a recurring payout needs no approval, or has one. */
export async function isApproved(
  kysely: Context['db']['kysely'] | Tx,
  { approval_id }: Pick<Row<'recurring_payments'>, 'approval_id'>,
): Promise<boolean> {
  if (approval_id === null) return true
  const approval = await kysely
    .selectFrom('approvals')
    .select('status')
    .where('id', '=', approval_id)
    .executeTakeFirst()
  return approval?.status === 'approved'
}
