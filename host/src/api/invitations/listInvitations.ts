import type { api, Output } from '@secure-payment/core/api'
import { isOpenInvitation } from '../../auth/registration/isOpenInvitation.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type List = typeof api.invitations.list

/** A merchant account has at most 20 open invitations; the operator may have more. */
const MAX_LISTED = 100

/** Lists the open invitations in the caller's merchant account, newest first. */
export async function listInvitations(
  { db, now, sealer }: Pick<Context, 'db' | 'now' | 'sealer'>,
  { caller }: Pick<Call<List>, 'caller'>,
): Promise<Output<List>> {
  const rows = await db.kysely
    .selectFrom('invitations')
    .select(['id', 'created_at', 'expires_at', 'invited_by_member', 'joins_tenant_id', 'role'])
    .select(['bound_wallet', 'sealed_email'])
    .where((eb) => isOpenInvitation(eb, { tenantId: caller.tenantId, now: now() }))
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    invitedBy: row.invited_by_member,
    opens: row.joins_tenant_id === null ? 'merchant' : 'member',
    role: row.joins_tenant_id === null ? null : row.role,
    wallet: row.bound_wallet,
    email: row.sealed_email && sealer.open('email', row.sealed_email),
  }))
}
