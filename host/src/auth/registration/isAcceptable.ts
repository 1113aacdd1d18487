import type { ExpressionBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'
import { hashInvitation } from './createInvitation.ts'

/**
 * Selects a token's invitation while the invitation can be accepted. With closed registration, members may still add members, but may not
 * open further merchant accounts.
 */
export function isAcceptable(
  { and, or, eb }: ExpressionBuilder<Schema, 'invitations'>,
  { config, now }: Pick<Context, 'config' | 'now'>,
  token: string,
) {
  const isAdmitted = or([eb('invited_by', 'is', null), eb('joins_tenant_id', 'is not', null)])
  return and([
    eb('hash', '=', hashInvitation(token)),
    eb('used_at', 'is', null),
    eb('expires_at', '>', now().toISOString()),
    ...(config.registration === 'closed' ? [isAdmitted] : []),
  ])
}
