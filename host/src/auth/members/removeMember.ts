import { removeContact } from '../../contacts/removeContact.ts'
import type { Context } from '../../context.ts'
import { announceCredentialsChange } from '../credentials.ts'
import { removePasskeys } from '../passkeys/removePasskeys.ts'
import { auditMember } from './auditMember.ts'
import { endInvitations } from './endInvitations.ts'
import { LastMemberError, LastOwnerError, MemberNotFoundError } from './errors.ts'
import { guardTeam, isLastOwner, lockMembers } from './lockMembers.ts'
import { MEMBER_ID } from './memberId.ts'

/** `by`: the id of the member who makes the removal, possibly the removed member; null for the operator. */
type Facts = { tenantId: string; memberId: string; by: string | null }

/**
 * Removes a wallet or an account from a merchant account, and ends all its sessions. Open invitation links also end: the member's own,
 * and the links into this merchant account that the member may know. The member's other records stay with the merchant. Members
 * may leave; removing others needs the scope `team`.
 *
 * @throws MemberNotFoundError, LastMemberError, LastOwnerError, ScopeMissingError, OwnerOnlyError
 */
export async function removeMember(
  context: Pick<Context, 'audit' | 'db' | 'now' | 'random'>,
  facts: Facts,
): Promise<void> {
  if (!MEMBER_ID.test(facts.memberId)) throw new MemberNotFoundError()
  await context.db.transaction(async (tx) => {
    // If two members remove each other at the same time, one stays.
    const roles = await lockMembers(tx, facts.tenantId)
    const { by, memberId } = facts
    if (!roles.has(memberId)) throw new MemberNotFoundError()
    if (by !== null && by !== memberId) guardTeam(roles, by, [roles.get(memberId)])
    if (roles.size <= 1) throw new LastMemberError()
    if (isLastOwner(roles, memberId)) throw new LastOwnerError()
    await tx
      .deleteFrom('wallets')
      .where('tenant_id', '=', facts.tenantId)
      .where('address', '=', facts.memberId)
      .execute()
    await tx
      .deleteFrom('accounts')
      .where('tenant_id', '=', facts.tenantId)
      .where('id', '=', facts.memberId)
      .execute()
    // The member's deletion comes first: these statements delete the sessions of earlier sign-ins, and a later sign-in finds no member.
    await tx
      .deleteFrom('sessions')
      .where('tenant_id', '=', facts.tenantId)
      .where(({ or, eb }) =>
        or([eb('wallet_address', '=', facts.memberId), eb('account_id', '=', facts.memberId)]),
      )
      .execute()
    await removeContact(tx, facts.memberId)
    await removePasskeys(tx, facts.memberId)
    await auditMember(tx, context, { ...facts, action: 'member.removed' })
    const now = context.now().toISOString()
    await endInvitations(tx, { ...facts, isLeaving: true, now })
  })
  announceCredentialsChange(context)
}
