import { isUlid } from '@secure-payment/core'
import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { RecurringPaymentNotFoundError } from './errors.ts'

/** The requested recurring payout and the caller. */
export type AskedSchedule = { id: string; caller: Caller }

/**
 * Loads one of the caller's recurring payouts. A client ID is public, so it finds only the payouts that it created.
 *
 * @throws RecurringPaymentNotFoundError
 */
export async function loadSchedule(
  { db }: Pick<Context, 'db'>,
  asked: AskedSchedule,
): Promise<Row<'recurring_payments'>> {
  guardId(asked.id)
  return guardOwn(await select(db.kysely, asked.id).executeTakeFirst(), asked.caller)
}

/**
 * Loads one of the caller's recurring payouts inside a transaction, and locks it until the transaction ends.
 *
 * @throws RecurringPaymentNotFoundError
 */
export async function lockSchedule(
  tx: Tx,
  dialect: Context['db']['dialect'],
  asked: AskedSchedule,
): Promise<Row<'recurring_payments'>> {
  guardId(asked.id)
  const query = select(tx, asked.id)
  const row = await (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
  return guardOwn(row, asked.caller)
}

/** Loads a recurring payout for the service itself inside a transaction, and locks it until the transaction ends. */
export function lockScheduleRow(
  tx: Tx,
  dialect: Context['db']['dialect'],
  id: string,
): Promise<Row<'recurring_payments'>> {
  const query = select(tx, id)
  return (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

/** PostgreSQL accepts no text that contains NUL, so malformed ids are not queried. */
function guardId(id: string): void {
  if (!isUlid(id)) throw new RecurringPaymentNotFoundError()
}

function select(tx: Tx | Context['db']['kysely'], id: string) {
  return tx.selectFrom('recurring_payments').selectAll().where('id', '=', id)
}

function guardOwn(
  row: Row<'recurring_payments'> | undefined,
  caller: Caller,
): Row<'recurring_payments'> {
  const isOwn =
    row?.tenant_id === caller.tenantId &&
    (caller.credential !== 'clientId' || row.client_id === caller.clientId)
  if (row === undefined || !isOwn) throw new RecurringPaymentNotFoundError()
  return row
}
