import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { addNotices, type NewNotice } from '../notices/addNotices.ts'
import type { Tried } from './deliver.ts'

/** This many attempts, within about 80 seconds, may fail without an outage, for example while the receiver restarts. */
const QUIET_TRIES = 4
/** An endpoint that accepts some deliveries and fails others has at most one outage within this time. */
const SHORTEST_OUTAGE_MS = 3_600_000

/**
 * Stores the beginning and the end of webhook endpoints' outages, and adds one notice per outage. An outage begins when a delivery has
 * failed for more than a minute, or when the endpoint was `disabled`. The first delivery that is accepted at least an hour later ends the
 * outage. Tests and deliveries that a caller requested again do not count.
 */
export async function noticeOutages(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  tries: readonly Tried[],
  disabled: readonly string[],
): Promise<void> {
  const real = tries.filter(({ claim }) => !claim.isTest && !claim.isReplay)
  const accepting = new Set(
    real.filter(({ next }) => next.kind === 'delivered').map(({ claim }) => claim.endpointId),
  )
  const failing = new Map(
    real.filter(isOutage).map(({ claim }) => [claim.endpointId, claim.tenantId]),
  )
  await endOutages(tx, context, accepting)
  const notices: NewNotice[] = []
  const at = context.now().toISOString()
  // All hosts update endpoints in the same order, which prevents deadlocks.
  for (const [endpointId, tenantId] of [...failing].sort()) {
    if (accepting.has(endpointId)) continue
    const { numUpdatedRows } = await tx
      .updateTable('webhook_endpoints')
      .set({ outage_noticed_at: at })
      .where('id', '=', endpointId)
      .where('outage_noticed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) continue
    notices.push({
      tenantId,
      kind: 'webhook_failing',
      cause: `outage ${endpointId} ${at}`,
      eventId: null,
      facts: { reason: disabled.includes(endpointId) ? 'disabled' : 'failing', endpointId },
    })
  }
  await addNotices(tx, context, notices)
}

function isOutage({ claim, next }: Tried): boolean {
  if (next.kind === 'gone' || next.kind === 'dead') return true
  return next.kind === 'retry' && claim.attempt - claim.scheduleStart >= QUIET_TRIES
}

/** Ends the outages of endpoints that accepted a delivery. Reads first, without a lock, because usually no endpoint is in an outage. */
async function endOutages(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  accepting: ReadonlySet<string>,
): Promise<void> {
  if (accepting.size === 0) return
  const before = new Date(now().getTime() - SHORTEST_OUTAGE_MS).toISOString()
  const ended = await tx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', 'in', [...accepting])
    .where('outage_noticed_at', '<=', before)
    .orderBy('id')
    .execute()
  for (const { id } of ended) {
    await tx
      .updateTable('webhook_endpoints')
      .set({ outage_noticed_at: null })
      .where('id', '=', id)
      .execute()
  }
}
