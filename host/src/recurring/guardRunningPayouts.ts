import type { Caller } from '../auth/caller.ts'
import type { Database, Tx } from '../db/openDatabase.ts'
import { TooManyPayoutsError } from './errors.ts'

/** Recurring payouts that a client ID may have active: its id is public, and the host pays the gas of each of their payments. */
export const MAX_RUNNING_PAYOUTS = 100

/**
 * Makes sure that a client ID has room for one more active payout. Other transactions that ask for the same client ID wait for the end
 * of this one, so what they activate is counted. Other credentials are a merchant's own, and have no limit.
 *
 * @throws TooManyPayoutsError
 */
export async function guardRunningPayouts(
  tx: Tx,
  dialect: Database['dialect'],
  caller: Caller,
): Promise<void> {
  if (caller.credential !== 'clientId') return
  const { clientId } = caller
  // On SQLite there is one writer anyway.
  if (dialect === 'postgres') {
    await tx
      .selectFrom('client_ids')
      .select('id')
      .where('client_id', '=', clientId)
      .forUpdate()
      .execute()
  }
  const { count } = await tx
    .selectFrom('recurring_payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    // Set while it is active, and only then.
    .where('next_due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_RUNNING_PAYOUTS) {
    throw new TooManyPayoutsError({ limit: MAX_RUNNING_PAYOUTS })
  }
}
