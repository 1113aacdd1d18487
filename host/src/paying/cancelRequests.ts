import type { Caller } from '../auth/caller.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import { findRefunds, setRefunds } from '../refunds/refundRows.ts'
import { endApprovals } from '../requests/endApprovals.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import { emit } from '../webhooks/emit.ts'
import { CancelRefusedError } from './cancelErrors.ts'
import { changeUnpaid, type Found, type UnpaidContext } from './changeUnpaid.ts'
import { closeCopies } from './closeCopies.ts'

/** The requests to cancel, and the time; `token` is null for a request without a payment page. */
export type Cancelled = { token: string | null; requestIds: string[]; cancelledAt: string }

/**
 * Cancels all requests of a secure payment, or one request without a page, in one transaction. From then on, no payer gets the
 * payment's transactions. Returns null if the caller has no such payment or request; a repeated call returns the first result. The
 * host still detects a payment that arrives later: the requests end now, so such a payment is late.
 *
 * @throws CancelRefusedError
 */
export async function cancelRequests(
  context: UnpaidContext & Pick<Context, 'audit' | 'random'>,
  query: { caller: Pick<Caller, 'tenantId'>; find: (tx: Tx) => Promise<Found | null> },
): Promise<Cancelled | null> {
  return changeUnpaid<Cancelled>(context, {
    ...query,
    check: async (_tx, { token, requests }) => {
      const ended = requests.flatMap(({ cancelled_at }) => cancelled_at ?? [])
      const cancelledAt = ended.toSorted().at(-1)
      // A refund in the link may have been cancelled separately.
      if (cancelledAt === undefined || ended.length < requests.length) return null
      return { token, requestIds: requests.map(({ id }) => id), cancelledAt }
    },
    refuse: (obstacle) => new CancelRefusedError(obstacle),
    change: async (tx, { token, requests: found, now }) => {
      const cancelledAt = now.toISOString()
      const requests = found.filter((one) => one.cancelled_at === null)
      // Another link to the same refunds was created after this call found them.
      if (requests.some((one) => one.secure_payment_token !== token)) {
        throw new CancelRefusedError({ reason: 'batch' })
      }
      await closeRequests(tx, context, { token, requests, cancelledAt })
      const isLink = token !== null && requests.some(({ is_terms }) => is_terms === 1)
      if (isLink) await closeCopies(tx, context, { linkToken: token, cancelledAt, now })
      await context.audit?.write(tx, token ?? found[0].id)
      return { token, requestIds: found.map(({ id }) => id), cancelledAt }
    },
  })
}

/** Cancels locked requests with their page and any waiting approval, and reports the cancellation to the merchant. */
export async function closeRequests(
  tx: Tx,
  context: Pick<Context, 'config' | 'db' | 'now' | 'random'>,
  facts: { token: string | null; requests: readonly WholeRequest[]; cancelledAt: string },
): Promise<void> {
  const { token, requests, cancelledAt } = facts
  const changes = { cancelled_at: cancelledAt, updated_at: cancelledAt }
  for (const { id, expires_at } of requests) {
    const isOver = expires_at !== null && expires_at < cancelledAt
    await tx
      .updateTable('requests')
      .set((eb) => ({
        ...changes,
        expires_at: isOver ? expires_at : cancelledAt,
        // No further periods begin for a cancelled request.
        is_recurrence_stopped: 1,
        next_recurrence_at: null,
        event_sequence: eb('event_sequence', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
  }
  if (token !== null) {
    await tx
      .updateTable('secure_payments')
      .set({ status: 'invalidated' })
      .where('token', '=', token)
      .execute()
  }
  await endApprovals(tx, requests, cancelledAt)
  const refunds = await findRefunds(tx, requests)
  const refundIds = [...refunds.values()].map(({ id }) => id)
  await setRefunds(tx, context.db.dialect, refundIds, {
    cancelled_at: cancelledAt,
    updated_at: cancelledAt,
  })
  await emit(
    tx,
    context,
    requests.map((stored) => {
      const request = { ...stored, event_sequence: stored.event_sequence + 1 }
      const refund = refunds.get(request.id)
      return refund === undefined
        ? { type: 'request.cancelled' as const, request, cancelledAt }
        : { type: 'refund.cancelled' as const, request, refund, cancelledAt }
    }),
  )
}
