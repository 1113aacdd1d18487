import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import type { RelayContext } from '../relayer/relayContext.ts'
import { isVoid } from '../relayer/storeTransaction.ts'
import { type ExecutionKey, moveExecution } from './moveExecution.ts'

/** Makes a payment due again if none of its transactions is mined or may still be mined. */
export async function reopenIfUnsent(
  tx: Tx,
  context: Pick<RelayContext, 'now' | 'relayer'>,
  key: ExecutionKey,
): Promise<void> {
  const rows = await tx
    .selectFrom('relayer_transactions')
    .select(['raw', 'status'])
    .where('recurring_payment_id', '=', key.recurring_payment_id)
    .where('payment_index', '=', key.payment_index)
    .where('status', 'in', ['pending', 'succeeded'])
    .execute()
  if (rows.some((row) => !isVoid(context, row))) return
  await moveExecution(tx, context, { key, from: 'sent', to: 'due' })
}

/** Reads an execution's payout, and its payment's reference. */
export async function readSchedule(
  { db }: Pick<RelayContext, 'db'>,
  { recurring_payment_id, request_id }: Row<'recurring_executions'>,
): Promise<{ schedule: Row<'recurring_payments'>; paymentReference: string }> {
  const schedule = await db.kysely
    .selectFrom('recurring_payments')
    .selectAll()
    .where('id', '=', recurring_payment_id)
    .executeTakeFirstOrThrow()
  const { payment_reference: paymentReference } = await db.kysely
    .selectFrom('requests')
    .select('payment_reference')
    .where('id', '=', request_id)
    .executeTakeFirstOrThrow()
  return { schedule, paymentReference }
}
