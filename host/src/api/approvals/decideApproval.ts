import { isUlid } from '@secure-payment/core'
import { type Approval, type api, MAX_LINK_PAYOUTS, type Output } from '@secure-payment/core/api'
import { addAuditEntry } from '../../audit/createAudit.ts'
import { principalOf, type SessionCaller } from '../../auth/caller.ts'
import { guardHeld, lockMembers } from '../../auth/members/lockMembers.ts'
import type { Context } from '../../context.ts'
import { lockSecurePayment } from '../../db/lockSecurePayment.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { parseStoredList } from '../../db/parseStoredList.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { findObstacle } from '../../paying/cancelObstacles.ts'
import { closeRequests } from '../../paying/cancelRequests.ts'
import { lockRequests } from '../../payments/requestRows.ts'
import type { WholeRequest } from '../../requests/requestPlan.ts'
import { approvalStatusAt, describeApprovals } from './describeApprovals.ts'
import { ApprovalDecidedError, ApprovalNotFoundError, OwnApprovalError } from './errors.ts'
import { actorKind, saveLimit } from './setApprovalLimit.ts'

type Approve = typeof api.approvals.approve
type DecideContext = Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random'>
type Decision = { status: 'approved' } | { status: 'declined'; reason: string | null }

/**
 * Approves or declines a payout, or a change to the approval limit. Declining cancels the payout in the same transaction.
 *
 * Locks the payout's requests, then its page, then the merchant account, as cancelling does. Of concurrent approvals, declines and
 * cancellations, exactly one therefore takes effect. The member's role is read under the lock.
 *
 * @throws ApprovalNotFoundError, ApprovalDecidedError, OwnApprovalError, ScopeMissingError
 */
export async function decideApproval(
  context: DecideContext,
  { params, caller }: Pick<Call<Approve>, 'params' | 'caller'>,
  decision: Decision,
): Promise<Output<Approve>> {
  const { id } = params
  if (!isUlid(id)) throw new ApprovalNotFoundError()
  const row = await context.db.transaction(async (tx) => {
    const found = await findApproval(tx, { id, caller })
    const requests = await lockPayout(tx, context, found)
    const by = principalOf(caller)
    guardHeld(await lockMembers(tx, caller.tenantId), by, ['payouts'])
    const waiting = await findApproval(tx, { id, caller })
    const now = context.now()
    guardWaiting(waiting, requests, now)
    const isApproved = decision.status === 'approved'
    if (isApproved && waiting.requested_by === by) throw new OwnApprovalError()
    const reason = isApproved ? null : decision.reason
    const decided = { decided_by: by, decided_at: now.toISOString(), reason }
    const changes = { status: decision.status, ...decided }
    await tx.updateTable('approvals').set(changes).where('id', '=', id).execute()
    if (!isApproved) await cancelPayout(tx, context, { waiting, requests, now })
    else if (waiting.kind === 'limit') await changeLimit(tx, context, { waiting, caller })
    await context.audit?.write(tx, id, reason)
    return { ...waiting, ...changes }
  })
  const [approval] = await describeApprovals(context, [row], { caller, most: MAX_LINK_PAYOUTS })
  if (approval === undefined) throw new ApprovalNotFoundError()
  return approval
}

async function findApproval(
  tx: Tx,
  { id, caller }: { id: string; caller: SessionCaller },
): Promise<Row<'approvals'>> {
  const row = await tx
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirst()
  if (row === undefined) throw new ApprovalNotFoundError()
  return row
}

/** Locks the same rows as a cancellation of the payout, in the same order. */
async function lockPayout(
  tx: Tx,
  { db }: DecideContext,
  row: Row<'approvals'>,
): Promise<readonly WholeRequest[]> {
  if (row.kind === 'schedule' && row.subject_id !== null) {
    await tx
      .updateTable('recurring_payments')
      .set((eb) => ({ id: eb.ref('id') }))
      .where('id', '=', row.subject_id)
      .execute()
  }
  const ids = parseStoredList(row.request_ids)
  const locked = await lockRequests(tx, db.dialect, ids)
  if (row.kind === 'payout_link' && row.subject_id !== null) {
    await lockSecurePayment(tx, row.subject_id)
  }
  return ids.flatMap((id) => locked.get(id) ?? [])
}

function guardWaiting(row: Row<'approvals'>, requests: readonly WholeRequest[], now: Date): void {
  const status: Approval['status'] = approvalStatusAt(row, now)
  if (status !== 'waiting') throw new ApprovalDecidedError(status)
  // The host deletes old unpaid requests.
  const isGone = row.kind !== 'limit' && requests.length === 0
  if (isGone) throw new ApprovalDecidedError('expired')
}

/** Cancels a payout's requests. A payment that a wallet has already sent counts, and its request is not cancelled. */
async function cancelPayout(
  tx: Tx,
  context: DecideContext,
  facts: { waiting: Row<'approvals'>; requests: readonly WholeRequest[]; now: Date },
): Promise<void> {
  const { waiting, requests, now } = facts
  const cancelledAt = now.toISOString()
  if (waiting.kind === 'schedule') {
    await tx
      .updateTable('recurring_payments')
      .set({ status: 'cancelled', next_due_at: null, updated_at: cancelledAt })
      .where('id', '=', waiting.subject_id)
      .where('status', '=', 'pending')
      .execute()
    return
  }
  const [first, ...others] = requests
  if (first === undefined || waiting.kind === 'limit') return
  const token = waiting.kind === 'payout_link' ? waiting.subject_id : null
  const open: [WholeRequest, ...WholeRequest[]] = [first, ...others]
  const obstacle = await findObstacle(tx, { token, requests: open, now, unsent: new Set() })
  if (obstacle !== null) return
  await closeRequests(tx, context, { token, requests: open, cancelledAt })
}

async function changeLimit(
  tx: Tx,
  context: DecideContext,
  { waiting, caller }: { waiting: Row<'approvals'>; caller: SessionCaller },
): Promise<void> {
  const { tenantId } = caller
  await saveLimit(tx, tenantId, waiting.limit_cents === null ? null : BigInt(waiting.limit_cents))
  await addAuditEntry(tx, context, {
    tenantId,
    action: 'approval_limit.changed',
    actor: { kind: actorKind(caller.credential), id: principalOf(caller) },
    objectId: waiting.id,
  })
}
