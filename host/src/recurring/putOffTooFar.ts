import { sql } from 'kysely'
import type { Tx } from '../db/openDatabase.ts'
import { type RelayContext, writeLeased } from '../relayer/relayContext.ts'

/** A check further in the future than this comes from a clock that was ahead, because delays are at most five minutes. */
const MOST_PUT_OFF_MS = 10 * 60_000
/** The maximum number of payouts that one run corrects. */
const MAX_MENDED = 100

/** Finds the payouts whose open payment is due, but whose next check is too far in the future. A clock that was ahead set that time. */
export function selectPutOffTooFar(
  db: Tx | RelayContext['db']['kysely'],
  { network, now }: { network: string; now: Date },
) {
  const latest = new Date(now.getTime() + MOST_PUT_OFF_MS).toISOString()
  return (
    db
      .selectFrom('recurring_executions as e')
      .innerJoin('recurring_payments as s', 's.id', 'e.recurring_payment_id')
      .select('s.id')
      .where('e.network', '=', network)
      // The condition is written so that both engines use the index of open executions.
      .where(sql<boolean>`e.status != 'confirmed'`)
      .where('e.status', '=', 'due')
      .where('e.due_at', '<=', now.toISOString())
      .whereRef('e.payment_index', '=', 's.next_index')
      .where('s.status', '=', 'active')
      .where('s.next_due_at', '>', latest)
      .orderBy('s.id')
      .limit(MAX_MENDED)
  )
}

/** Resets the checks of payments that were delayed by a clock that was ahead. @throws StaleLeaseError */
export async function mendPutOff(
  context: Pick<RelayContext, 'db' | 'now' | 'settings' | 'lease' | 'notices'>,
): Promise<void> {
  const { db, settings, now } = context
  const network = settings.network.id
  const rows = await selectPutOffTooFar(db.kysely, { network, now: now() }).execute()
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await writeLeased(context, (tx) =>
    tx
      .updateTable('recurring_payments')
      .set({ next_due_at: now().toISOString() })
      .where('id', 'in', ids)
      .where('status', '=', 'active')
      .execute(),
  )
  context.notices.warn(
    { recurringPaymentIds: ids },
    'Found payments postponed by a clock that was ahead',
  )
}
