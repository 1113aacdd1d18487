import type { Tx } from '../../db/openDatabase.ts'

/**
 * Revokes the open links that a member created. With `isLeaving`, also revokes every open link into the merchant account, because
 * the member may know the link. A link whose creator is unknown is revoked too, because the member may have created it.
 */
export async function endInvitations(
  tx: Tx,
  facts: { tenantId: string; memberId: string; isLeaving: boolean; now: string },
): Promise<void> {
  const { tenantId, memberId, isLeaving, now } = facts
  await tx
    .updateTable('invitations')
    .set({ expires_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ or, and, eb }) =>
      or([
        ...(isLeaving ? [eb('joins_tenant_id', '=', tenantId)] : []),
        and([
          eb('invited_by', '=', tenantId),
          or([eb('invited_by_member', 'is', null), eb('invited_by_member', '=', memberId)]),
        ]),
      ]),
    )
    .execute()
}
