import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'

/** The maximum number of rows per statement, far below both engines' parameter limits. */
const ROWS_A_STATEMENT = 500

/**
 * Makes finished deliveries due now, at the beginning of the schedule; returns the number of deliveries. The count of attempts
 * continues, so that the log stays in order. A pending delivery stays unchanged.
 */
export async function takeUpAgain(
  tx: Tx,
  context: Pick<Context, 'now'>,
  ids: readonly string[],
): Promise<number> {
  let count = 0n
  for (let at = 0; at < ids.length; at += ROWS_A_STATEMENT) {
    const { numUpdatedRows } = await tx
      .updateTable('webhook_deliveries')
      .set(({ ref }) => ({
        status: 'pending',
        due_at: context.now().toISOString(),
        lease_until: null,
        completed_at: null,
        schedule_start: ref('attempt'),
        replays: sql<number>`replays + 1`,
      }))
      .where('id', 'in', ids.slice(at, at + ROWS_A_STATEMENT))
      .where('status', '<>', sql.lit('pending'))
      .executeTakeFirst()
    count += numUpdatedRows
  }
  return Number(count)
}
