import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { permitIdOf } from '../permits/permitKey.ts'
import { type ExecutionKey, moveExecution } from './moveExecution.ts'
import type { RelayContext } from './relayContext.ts'
import { rawOf } from './storeTransaction.ts'

/** Has a payment sent again when no transaction of it is in a block or may still get into one. */
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

/** Whether a transaction only uses up its nonce, so that the one it replaces is never mined. */
export function isVoid(
  { relayer }: Pick<RelayContext, 'relayer'>,
  row: Pick<Row<'relayer_transactions'>, 'raw'>,
): boolean {
  return relayer.parse(rawOf(row)).data === '0x'
}

/** The facts of a transaction in log lines. */
export function factsOf(row: Row<'relayer_transactions'>) {
  const permitId = permitIdOf(row)
  const purpose =
    permitId === null
      ? { recurringPaymentId: row.recurring_payment_id, index: row.payment_index }
      : { permitId }
  return { ...purpose, txHash: row.hash, nonce: String(row.nonce) }
}

/** The execution that a transaction is of. */
export async function readExecution(
  { db }: Pick<RelayContext, 'db'>,
  key: ExecutionKey,
): Promise<Row<'recurring_executions'>> {
  return db.kysely
    .selectFrom('recurring_executions')
    .selectAll()
    .where('recurring_payment_id', '=', key.recurring_payment_id)
    .where('payment_index', '=', key.payment_index)
    .executeTakeFirstOrThrow()
}

/** The payout of an execution, and the reference of its payment. */
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
