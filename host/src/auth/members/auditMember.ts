import { addAuditEntry } from '../../audit/createAudit.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'

/** Writes the entry of a changed member: by a member's call, or with `by` null by the operator's command line. */
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
