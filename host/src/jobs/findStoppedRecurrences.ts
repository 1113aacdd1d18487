import { findServedNetwork } from '../config.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { findInactive } from '../paying/findInactive.ts'
import { type Frequency, readRecurrence } from '../requests/recurrence.ts'

/** The reason for which the host stops a recurring invoice. */
export type StopReason = 'network_not_served' | 'destination_inactive' | 'unpaid'

/** The number of consecutive unpaid periods after which no further period is created. */
export const MAX_UNPAID_PERIODS = 12

const DAY_MS = 86_400_000
/** The shortest possible period. */
const SHORTEST_PERIOD_MS: Readonly<Record<Frequency, number>> = {
  DAILY: DAY_MS,
  WEEKLY: 7 * DAY_MS,
  MONTHLY: 28 * DAY_MS,
  YEARLY: 365 * DAY_MS,
}

/**
 * Finds the due recurring invoices that must not continue, and returns the reason by invoice id:
 *
 * - those whose network this host no longer serves
 * - those whose destination accepts no new payments
 * - those without any payment for {@link MAX_UNPAID_PERIODS} periods
 */
export async function findStoppedRecurrences(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  tx: Tx,
  due: readonly Row<'requests'>[],
): Promise<ReadonlyMap<string, StopReason>> {
  const inactive = await findInactive(context.db, tx, due)
  const reasons = new Map<string, StopReason>()
  for (const original of due) {
    const { id, network } = original
    if (findServedNetwork(context.config, network) === undefined) {
      reasons.set(id, 'network_not_served')
    } else if (inactive.has(id)) {
      reasons.set(id, 'destination_inactive')
    } else if (await isUnpaid(context, tx, original)) {
      reasons.set(id, 'unpaid')
    }
  }
  return reasons
}

/**
 * Returns whether the newest periods are all unpaid and their requests are old enough. After downtime, the host creates several
 * periods' requests together, and payers need time to pay them. The count restarts after a payment for the first request and after
 * a resumption, because both update the first request.
 */
async function isUnpaid(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  original: Row<'requests'>,
): Promise<boolean> {
  const recurrence = readRecurrence(original)
  if (recurrence === null) return false
  const nowMs = now().getTime()
  const shortestMs = SHORTEST_PERIOD_MS[recurrence.frequency]
  // Most recurrences are too young for the check below, so their requests are not read.
  const leastMs = (MAX_UNPAID_PERIODS - 1) * shortestMs
  if (nowMs - Date.parse(original.updated_at) < leastMs) return false
  const children = await tx
    .selectFrom('requests')
    .select(['created_at', 'paid_units'])
    .where('original_request_id', '=', original.id)
    .where('tenant_id', '=', original.tenant_id)
    // Excludes other requests that callers linked to the recurring request: the host sent no event when they were created.
    .where('event_sequence', '>', 0)
    .where('created_at', '>', original.updated_at)
    .orderBy('id', 'desc')
    .limit(MAX_UNPAID_PERIODS)
    .execute()
  const periods = children.map(({ created_at, paid_units }) => ({
    begunMs: Date.parse(created_at),
    isPaid: paid_units !== '0',
  }))
  if (original.updated_at === original.created_at) {
    const begunMs = Math.max(Date.parse(original.created_at), Date.parse(recurrence.startDate))
    periods.push({ begunMs, isPaid: original.paid_units !== '0' })
  }
  const newest = periods.slice(0, MAX_UNPAID_PERIODS)
  return (
    newest.length === MAX_UNPAID_PERIODS &&
    newest.every(({ begunMs, isPaid }, index) => !isPaid && nowMs - begunMs >= index * shortestMs)
  )
}
