import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { RelayContext } from '../relayer/relayContext.ts'

/** Identifies a payment in a payout. */
export type ExecutionKey = Pick<
  Row<'recurring_executions'>,
  'recurring_payment_id' | 'payment_index'
>

/** Moves an execution from one state to another; false if it was not in the first state. */
export async function moveExecution(
  tx: Tx | RelayContext['db']['kysely'],
  { now }: Pick<RelayContext, 'now'>,
  { key, from, to }: { key: ExecutionKey; from: 'due' | 'sent'; to: 'due' | 'sent' },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recurring_executions')
    .set({ status: to, updated_at: now().toISOString() })
    .where('recurring_payment_id', '=', key.recurring_payment_id)
    .where('payment_index', '=', key.payment_index)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Delays the executor's next check of a payout, without counting a failure. A payout that has ended or advanced stays
 * unchanged.
 */
export async function postpone(
  tx: Tx | RelayContext['db']['kysely'],
  { now }: Pick<RelayContext, 'now'>,
  { key, waitMs }: { key: ExecutionKey; waitMs: number },
): Promise<void> {
  await tx
    .updateTable('recurring_payments')
    .set({ next_due_at: new Date(now().getTime() + waitMs).toISOString() })
    .where('id', '=', key.recurring_payment_id)
    .where('next_index', '=', key.payment_index)
    .where('status', '=', 'active')
    .execute()
}
