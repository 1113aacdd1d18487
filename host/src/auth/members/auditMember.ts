import { addAuditEntry } from '../../audit/createAudit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'

/** Writes the audit entry for a change to a member, made by a member's call or, if `by` is null, by the operator's command line. */
export async function auditMember(
  tx: Tx,
  context: Pick<Context, 'audit' | 'now' | 'random'>,
  facts: {
    tenantId: string
    memberId: string
    by: string | null
    action: 'member.removed' | 'member.role_changed'
  },
): Promise<void> {
  const { tenantId, memberId, by, action } = facts
  if (by !== null) return context.audit?.write(tx, memberId)
  const actor = { kind: 'operator', id: null } as const
  await addAuditEntry(tx, context, { tenantId, action, actor, objectId: memberId })
}
