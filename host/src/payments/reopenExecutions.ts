import type { ScheduledPlan } from '@secure-payment/core/ways'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { among } from '../search/among.ts'

/**
 * Undoes the progress of recurring payouts whose requests lost the payout's payment. Their executions wait for a block again, and a
 * completed payout becomes active again. The executor looks up their transactions, and resends those that left the chain permanently.
 * Other payments of such a request do not count, because the contract counts only the recurring payout's payments.
 */
export async function reopenExecutions(
  tx: Tx,
  context: Pick<Context, 'db' | 'now'>,
  requests: readonly WholeRequest[],
): Promise<void> {
  const unpaid = await withoutOwnPayment(tx, context, requests)
  const now = context.now().toISOString()
  for (const { id } of unpaid) {
    await tx
      .updateTable('recurring_executions')
      .set({ status: 'sent', updated_at: now })
      .where('request_id', '=', id)
      .where('status', '=', 'confirmed')
      .execute()
  }
  const scheduleIds = new Set(unpaid.map(({ plan }) => plan.recurringPaymentId))
  for (const id of [...scheduleIds].sort()) {
    await recount(tx, id, now)
  }
}

/** A request that a recurring payout pays. */
type Scheduled = { id: string; plan: ScheduledPlan }

async function withoutOwnPayment(
  tx: Tx,
  { db }: Pick<Context, 'db'>,
  requests: readonly WholeRequest[],
): Promise<readonly Scheduled[]> {
  const scheduled = requests.flatMap(({ id, plan }) =>
    plan.way === 'scheduled' ? [{ id, plan }] : [],
  )
  if (scheduled.length === 0) return []
  const rows = await tx
    .selectFrom('payments')
    .select('request_id')
    .distinct()
    .where(
      among(
        db.dialect,
        'request_id',
        scheduled.map(({ id }) => id),
      ),
    )
    .where('recurring_payment_id', 'is not', null)
    .execute()
  const paid = new Set(rows.map(({ request_id }) => request_id))
  return scheduled.filter(({ id }) => !paid.has(id))
}

async function recount(tx: Tx, id: string, now: string): Promise<void> {
  const { confirmed } = await tx
    .selectFrom('recurring_executions')
    .select(({ fn }) => fn.countAll<number | bigint>().as('confirmed'))
    .where('recurring_payment_id', '=', id)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  const processed = Number(confirmed)
  await tx
    .updateTable('recurring_payments')
    .set({ processed_payments: processed, next_index: processed + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  // The contract makes payments in order, so the first missing one is due now.
  await tx
    .updateTable('recurring_payments')
    .set({ status: 'active', next_due_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['active', 'completed'])
    .execute()
}
