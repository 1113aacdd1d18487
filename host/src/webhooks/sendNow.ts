import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'

/**
 * Makes a pending delivery due now; false if the delivery is already due, in progress or finished. The delivery's schedule continues from
 * its current step, before its request's later events.
 */
export async function sendNow(
  tx: Tx,
  context: Pick<Context, 'now'>,
  deliveryId: string,
): Promise<boolean> {
  const now = context.now().toISOString()
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ due_at: now })
    .where('id', '=', deliveryId)
    .where('status', '=', sql.lit('pending'))
    .where('lease_until', 'is', null)
    .where('due_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
