import type { Role } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { announceCredentialsChange } from '../credentials.ts'
import { auditMember } from './auditMember.ts'
import { endInvitations } from './endInvitations.ts'
import { LastOwnerError, MemberNotFoundError } from './errors.ts'
import { guardTeam, isLastOwner, lockMembers } from './lockMembers.ts'
import { MEMBER_ID } from './memberId.ts'

/**
 * Gives a member another role; it applies to all of the member's sessions at once. The invitation links that the member created end: a link
 * may admit a guest in a role that the member can no longer give. `by`: the id of the member who makes the change; null for the operator.
 *
 * @throws MemberNotFoundError, LastOwnerError, ScopeMissingError, OwnerOnlyError
 */
export async function changeRole(
  context: Pick<Context, 'audit' | 'db' | 'now' | 'random'>,
  facts: { tenantId: string; memberId: string; by: string | null; role: Role },
): Promise<void> {
  const { tenantId, memberId, by, role } = facts
  if (!MEMBER_ID.test(memberId)) throw new MemberNotFoundError()
  await context.db.transaction(async (tx) => {
    const roles = await lockMembers(tx, tenantId)
    const current = roles.get(memberId)
    if (by !== null) guardTeam(roles, by, [current, role])
    if (current === undefined) throw new MemberNotFoundError()
    if (current === role) return
    if (isLastOwner(roles, memberId)) throw new LastOwnerError()
    await tx
      .updateTable('wallets')
      .set({ role })
      .where('tenant_id', '=', tenantId)
      .where('address', '=', memberId)
      .execute()
    await tx
      .updateTable('accounts')
      .set({ role })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', memberId)
      .execute()
    await auditMember(tx, context, { tenantId, memberId, by, action: 'member.role_changed' })
    const now = context.now().toISOString()
    await endInvitations(tx, { tenantId, memberId, isLeaving: false, now })
  })
  announceCredentialsChange(context)
}
