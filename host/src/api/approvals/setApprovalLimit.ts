import { parseAmount } from '@secure-payment/core'
import { type api, type Output, ROLE_SCOPES, type Scope } from '@secure-payment/core/api'
import { atField } from '../../atField.ts'
import { addAuditEntry } from '../../audit/createAudit.ts'
import { principalOf } from '../../auth/caller.ts'
import { lockMembers, type Roles } from '../../auth/members/lockMembers.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Call } from '../../http/implement.ts'
import { createId } from '../../id.ts'
import { addNotices, approvalNotice } from '../../notices/addNotices.ts'
import { readLimit } from '../../requests/commitPayout.ts'
import { LimitOwnerOnlyError } from './errors.ts'
import { getApprovalLimit } from './getApprovalLimit.ts'

type Limit = typeof api.approvals.setLimit
type SetContext = Pick<Context, 'audit' | 'db' | 'now' | 'random'>

const CENT_DECIMALS = 2

/**
 * Sets the approval limit for payouts. A first limit, and an equal or lower one, applies at once. A change that reduces protection waits
 * for another member's approval, unless the caller is the only one who may approve. The new limit replaces a change that waits for
 * approval.
 *
 * @throws LimitOwnerOnlyError, InvalidInputError naming `limitInUsd`
 */
export async function setApprovalLimit(
  context: SetContext,
  { body, caller }: Pick<Call<Limit>, 'body' | 'caller'>,
): Promise<Output<Limit>> {
  const { limitInUsd } = body
  const limit =
    limitInUsd === null ? null : atField('limitInUsd', () => parseAmount(limitInUsd, CENT_DECIMALS))
  const { tenantId } = caller
  const by = principalOf(caller)
  await context.db.transaction(async (tx) => {
    const roles = await lockMembers(tx, tenantId)
    if (roles.get(by) !== 'owner') throw new LimitOwnerOnlyError()
    const current = await readLimit(tx, tenantId)
    await endWaiting(tx, context, tenantId)
    const isLess = current !== null && (limit === null || limit > current)
    if (isLess && hasOtherApprover(roles, by)) {
      await addWaiting(tx, context, { tenantId, by, limit, kind: actorKind(caller.credential) })
      return
    }
    await saveLimit(tx, tenantId, limit)
    await context.audit?.write(tx, null)
  })
  return getApprovalLimit(context, { caller })
}

/** Stores the limit in the transaction that decides on it. */
export async function saveLimit(tx: Tx, tenantId: string, limit: bigint | null): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ approval_limit_cents: limit })
    .where('id', '=', tenantId)
    .execute()
}

function hasOtherApprover(roles: Roles, by: string): boolean {
  return [...roles].some(([id, role]) => {
    const scopes: readonly Scope[] = ROLE_SCOPES[role]
    return id !== by && scopes.includes('payouts')
  })
}

async function endWaiting(tx: Tx, { now }: SetContext, tenantId: string): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ status: 'cancelled', decided_at: now().toISOString() })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'waiting')
    .where('kind', '=', 'limit')
    .execute()
}

async function addWaiting(
  tx: Tx,
  context: SetContext,
  facts: { tenantId: string; by: string; limit: bigint | null; kind: 'wallet' | 'account' },
): Promise<void> {
  const { tenantId, by, limit, kind } = facts
  const id = createId(context)
  await tx
    .insertInto('approvals')
    .values({
      id,
      tenant_id: tenantId,
      kind: 'limit',
      status: 'waiting',
      subject_id: null,
      request_ids: '[]',
      worth_cents: null,
      limit_cents: limit,
      requested_by: by,
      api_key_id: null,
      expires_at: null,
      created_at: context.now().toISOString(),
      decided_by: null,
      decided_at: null,
    })
    .execute()
  const action = 'approval_limit.requested'
  await addAuditEntry(tx, context, { tenantId, action, actor: { kind, id: by }, objectId: id })
  await addNotices(tx, context, [approvalNotice(tenantId, id)])
}

/** Returns the audit log's kind for a member with this credential. */
export function actorKind(credential: 'walletSession' | 'session'): 'wallet' | 'account' {
  return credential === 'walletSession' ? 'wallet' : 'account'
}
