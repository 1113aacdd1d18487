import type { AuditAction } from '@secure-payment/core/api'
import type { Context } from '../context.ts'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { createId } from '../id.ts'

/** The author of a change. */
type Actor = { kind: Row<'audit_log'>['actor_kind']; id: string | null }

/** The facts of an entry. `objectId`: the changed record; null for the merchant account itself. */
export type AuditFacts = {
  tenantId: string
  action: AuditAction
  actor: Actor
  objectId: string | null
  /** The author's own reason for the decision; null by default. */
  reason?: string | null
}

/** Writes the entry for one call; the call's endpoint names the action. */
export type Audit = {
  /** The row, for a commit that writes several rows at once. */
  row(objectId: string | null): Row<'audit_log'>
  /** Writes the entry in the change's transaction, so that neither exists without the other. */
  write(tx: Tx, objectId: string | null, reason?: string | null): Promise<void>
}

/** Opens the audit for one call. */
export function createAudit(
  context: Pick<Context, 'now' | 'random'>,
  facts: Omit<AuditFacts, 'objectId'>,
): Audit {
  const row = (objectId: string | null, reason: string | null = null) =>
    auditRow(context, { ...facts, objectId, reason })
  return {
    row,
    async write(tx, objectId, reason) {
      await tx.insertInto('audit_log').values(row(objectId, reason)).execute()
    },
  }
}

/** Writes the entry for a change that no call made, or whose author is known only in its transaction. */
export async function addAuditEntry(
  tx: Tx,
  context: Pick<Context, 'now' | 'random'>,
  facts: AuditFacts,
): Promise<void> {
  await tx.insertInto('audit_log').values(auditRow(context, facts)).execute()
}

function auditRow(
  context: Pick<Context, 'now' | 'random'>,
  { tenantId, action, actor, objectId, reason = null }: AuditFacts,
): Row<'audit_log'> {
  return {
    id: createId(context),
    tenant_id: tenantId,
    action,
    actor_kind: actor.kind,
    actor_id: actor.id,
    object_id: objectId,
    reason,
    created_at: context.now().toISOString(),
  }
}
