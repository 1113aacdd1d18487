import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import { lockClientId } from '../db/lockClientId.ts'
import type { Tx } from '../db/openDatabase.ts'
import { TooManyPayoutsError } from './errors.ts'

/**
 * The maximum number of recurring payouts that a client ID may have active, and may activate in any 24 hours. A client ID is public, and
 * the host pays each payment's gas. Without the second limit, an attacker could cancel each payout after its first payment and burn
 * gas all day.
 */
export const MAX_CLIENT_ID_PAYOUTS = 100

const DAY_MS = 86_400_000

/**
 * Verifies that a client ID may have one more active payout. Locks the client ID until the transaction ends, so the
 * payouts that concurrent calls activate are counted. Other credentials belong to the merchant itself and have no
 * limit.
 *
 * @throws TooManyPayoutsError
 */
export async function guardRunningPayouts(
  tx: Tx,
  { db }: Pick<Context, 'db'>,
  caller: Caller,
): Promise<void> {
  if (caller.credential !== 'clientId') return
  const { clientId } = caller
  await lockClientId(tx, db.dialect, clientId)
  const active = await selectCount(tx, clientId)
    // The column is set only while a payout is active.
    .where('next_due_at', 'is not', null)
    .executeTakeFirstOrThrow()
  requireRoom(active, 'active')
}

/**
 * Verifies that a client ID may activate one more payout, by its active payouts and its recent activations.
 *
 * @throws TooManyPayoutsError
 */
export async function guardActivation(
  tx: Tx,
  context: Pick<Context, 'db' | 'now'>,
  caller: Caller,
): Promise<void> {
  if (caller.credential !== 'clientId') return
  await guardRunningPayouts(tx, context, caller)
  const dayAgo = new Date(context.now().getTime() - DAY_MS).toISOString()
  const activated = await selectCount(tx, caller.clientId)
    .where('activated_at', '>', dayAgo)
    .executeTakeFirstOrThrow()
  requireRoom(activated, 'activated')
}

function selectCount(tx: Tx, clientId: string) {
  return tx
    .selectFrom('recurring_payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
}

function requireRoom({ count }: { count: number }, bound: 'active' | 'activated'): void {
  if (Number(count) < MAX_CLIENT_ID_PAYOUTS) return
  throw new TooManyPayoutsError({ limit: MAX_CLIENT_ID_PAYOUTS, bound })
}
