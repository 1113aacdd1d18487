import type { Row } from '../db/schema.ts'
import { hasGasLeft } from '../relayer/relayAllowance.ts'
import type { RelayContext } from '../relayer/relayContext.ts'

/** A due payment: its payout, its execution and the reference of its request. */
export type DuePayment = {
  schedule: Row<'recurring_payments'>
  execution: Row<'recurring_executions'>
  paymentReference: string
}

/** Reads the payments that may be sent now, for merchants with gas left today, longest due first. */
export async function readDuePayments(
  context: Pick<RelayContext, 'config' | 'db' | 'now' | 'settings'>,
  limit: number,
): Promise<readonly DuePayment[]> {
  const { db, now, settings } = context
  const rows = await db.kysely
    .selectFrom('recurring_payments as s')
    .innerJoin('recurring_executions as e', (join) =>
      join
        .onRef('e.recurring_payment_id', '=', 's.id')
        .onRef('e.payment_index', '=', 's.next_index'),
    )
    .innerJoin('requests as r', 'r.id', 'e.request_id')
    .selectAll('s')
    .select(['r.payment_reference', 'e.request_id as execution_request_id', 'e.due_at'])
    .select(['e.created_at as opened_at', 'e.updated_at as moved_at'])
    .where('s.network', '=', settings.network.id)
    .where('s.next_due_at', '<=', now().toISOString())
    .where('s.status', '=', 'active')
    .where('e.status', '=', 'due')
    .where(hasGasLeft(context))
    .orderBy('s.next_due_at')
    .orderBy('s.id')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const { payment_reference, execution_request_id, due_at, opened_at, moved_at, ...schedule } =
      row
    return {
      schedule,
      paymentReference: payment_reference,
      execution: {
        recurring_payment_id: schedule.id,
        payment_index: schedule.next_index,
        network: schedule.network,
        request_id: execution_request_id,
        status: 'due',
        due_at,
        created_at: opened_at,
        updated_at: moved_at,
      },
    }
  })
}
