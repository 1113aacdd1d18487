import { sql } from 'kysely'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { type RelayContext, writeLeased } from '../relayer/relayContext.ts'
import { dueDate } from './dueDate.ts'
import { lockScheduleRow } from './loadSchedule.ts'

/** The maximum number of executions that one run confirms. */
const MAX_CONFIRMED = 200

/**
 * Advances recurring payouts whose payment the watcher has recorded: confirms each execution, and sets the payout's next due date.
 * Completes the payout after its last payment. A payment also counts if its payout was cancelled afterwards. A payment by another payer for
 * a payout's request is not an execution of the payout, because the contract counts only its own payments.
 */
export async function confirmExecutions(
  context: Pick<RelayContext, 'db' | 'now' | 'settings' | 'relayer' | 'lease' | 'notices'>,
): Promise<{ count: number }> {
  const ready = await selectReady(context.db.kysely, context.settings.network.id).execute()
  if (ready.length === 0) return { count: 0 }
  const ids = [...new Set(ready.map((row) => row.recurring_payment_id))].sort()
  await writeLeased(context, async (tx) => {
    for (const id of ids) {
      const schedule = await lockScheduleRow(tx, context.db.dialect, id)
      const executions = ready.filter((row) => row.recurring_payment_id === id)
      await confirm(tx, context, schedule, executions)
    }
  })
  for (const { recurring_payment_id: recurringPaymentId, payment_index: index } of ready) {
    context.notices.info({ recurringPaymentId, index }, 'Confirmed a recurring payment')
  }
  return { count: ready.length }
}

type Ready = { recurring_payment_id: string; payment_index: number; block_time: string }

/** Finds open executions whose request the payout has paid, recognised by the payment's contract or its hash. */
function selectReady(db: Tx | RelayContext['db']['kysely'], network: string) {
  return db
    .selectFrom('recurring_executions as e')
    .innerJoin('requests as r', 'r.id', 'e.request_id')
    .innerJoin('payments as p', 'p.request_id', 'e.request_id')
    .select(['e.recurring_payment_id', 'e.payment_index'])
    .select(({ fn }) => fn.min<string>('p.block_time').as('block_time'))
    .where('e.network', '=', network)
    .where(sql<boolean>`e.status != 'confirmed'`)
    .where('r.has_been_paid', '=', 1)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('p.type', '=', 'recurring'),
        exists(
          selectFrom('relayer_transactions as t')
            .select('t.hash')
            .whereRef('t.recurring_payment_id', '=', 'e.recurring_payment_id')
            .whereRef('t.payment_index', '=', 'e.payment_index')
            .whereRef('t.hash', '=', 'p.tx_hash'),
        ),
      ]),
    )
    .groupBy(['e.recurring_payment_id', 'e.payment_index'])
    .orderBy('e.recurring_payment_id')
    .orderBy('e.payment_index')
    .limit(MAX_CONFIRMED)
}

async function confirm(
  tx: Tx,
  context: Pick<RelayContext, 'now' | 'relayer'>,
  schedule: Row<'recurring_payments'>,
  executions: readonly Ready[],
): Promise<void> {
  const now = context.now().toISOString()
  await tx
    .updateTable('recurring_executions')
    .set({ status: 'confirmed', updated_at: now })
    .where('recurring_payment_id', '=', schedule.id)
    .where(
      'payment_index',
      'in',
      executions.map((execution) => execution.payment_index),
    )
    .execute()
  await closeFormer(tx, context, schedule, executions)
  const { confirmed } = await tx
    .selectFrom('recurring_executions')
    .select(({ fn }) => fn.countAll().as('confirmed'))
    .where('recurring_payment_id', '=', schedule.id)
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  const processed = Number(confirmed)
  await tx
    .updateTable('recurring_payments')
    .set({
      processed_payments: processed,
      next_index: processed + 1,
      failure_count: 0,
      failure_reason: null,
      last_payment_at: executions.at(-1)?.block_time ?? schedule.last_payment_at,
      updated_at: now,
      ...standing(schedule, processed),
    })
    .where('id', '=', schedule.id)
    .execute()
}

/**
 * Closes an earlier relayer account's open transactions. Their nonces are not checked, because these executions no longer wait for them.
 */
async function closeFormer(
  tx: Tx,
  { now, relayer }: Pick<RelayContext, 'now' | 'relayer'>,
  schedule: Row<'recurring_payments'>,
  executions: readonly Ready[],
): Promise<void> {
  await tx
    .updateTable('relayer_transactions')
    .set({ status: 'dropped', updated_at: now().toISOString() })
    .where('recurring_payment_id', '=', schedule.id)
    .where(
      'payment_index',
      'in',
      executions.map((execution) => execution.payment_index),
    )
    .where('relayer', '!=', relayer.address)
    .where('status', '=', 'pending')
    .execute()
}

/** Returns a payout's state after this number of payments, and the due time of its next payment. */
function standing(
  schedule: Row<'recurring_payments'>,
  processed: number,
): Pick<Row<'recurring_payments'>, 'status' | 'next_due_at'> {
  if (schedule.status === 'cancelled') return { status: 'cancelled', next_due_at: null }
  if (processed >= schedule.total_payments) return { status: 'completed', next_due_at: null }
  // A payment that succeeds after failures also ends the pause that they caused.
  return { status: 'active', next_due_at: dueDate(schedule, processed + 1).toISOString() }
}
