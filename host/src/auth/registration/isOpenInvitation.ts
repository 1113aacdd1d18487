import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import { BOOTSTRAP_TENANT_ID } from '../bootstrap.ts'

/** Selects the links of a merchant account that can still be used; the operator's links belong to its own account. */
export function isOpenInvitation(
  { and, or, eb }: ExpressionBuilder<Schema, 'invitations'>,
  { tenantId, now }: { tenantId: string; now: Date },
) {
  const own = eb('invited_by', '=', tenantId)
  return and([
    tenantId === BOOTSTRAP_TENANT_ID ? or([own, eb('invited_by', 'is', null)]) : own,
    eb('used_at', 'is', null),
    eb('expires_at', '>', now.toISOString()),
  ])
}
