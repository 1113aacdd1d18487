import type { api, Output } from '@secure-payment/core/api'
import { InvitationRefusedError } from '../../auth/registration/errors.ts'
import { hasMember } from '../../auth/registration/inviteFirstMember.ts'
import { isAcceptable } from '../../auth/registration/isAcceptable.ts'
import type { Context } from '../../context.ts'
import { readVerifiedDomain } from '../../domains/verifiedDomain.ts'
import type { Call } from '../../http/implement.ts'
import { readVerifiedEmail } from './readVerifiedEmail.ts'

type Read = typeof api.invitations.read

/**
 * Returns a link's invitation to the guest. The only address that may accept the invitation stays secret, because the link may reach a
 * stranger.
 *
 * @throws InvitationRefusedError
 */
export async function readInvitation(
  context: Pick<Context, 'config' | 'db' | 'now' | 'sealer'>,
  { body }: Pick<Call<Read>, 'body'>,
): Promise<Output<Read>> {
  const { kysely } = context.db
  const found = await kysely
    .selectFrom('invitations')
    .select(['joins_tenant_id as joins', 'role', 'invited_by', 'invited_by_member'])
    .select(['bound_wallet', 'bound_email_digest', 'expires_at as expiresAt'])
    .where((eb) => isAcceptable(eb, context, body.invitation))
    .executeTakeFirst()
  if (found === undefined) throw new InvitationRefusedError()
  const { joins, role, expiresAt } = found
  // The operator's link into a tenant without a member opens an account: its guest joins no existing member.
  const isMember = joins !== null && (found.invited_by !== null || (await hasMember(kysely)))
  const merchant = await readMerchant(context, isMember ? joins : found.invited_by)
  return {
    opens: isMember ? 'member' : 'merchant',
    role: isMember ? role : null,
    ...merchant,
    // A guest who opens a separate account learns nothing about this account's members.
    invitedBy: isMember ? await nameInviter(context, found.invited_by_member) : null,
    boundTo: boundToOf(found),
    expiresAt,
  }
}

async function readMerchant(
  { db }: Pick<Context, 'db'>,
  tenantId: string | null,
): Promise<Pick<Output<Read>, 'merchantName' | 'merchantDomain'>> {
  if (tenantId === null) return { merchantName: null, merchantDomain: null }
  const { name } = await db.kysely
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { merchantName: name, merchantDomain: await readVerifiedDomain(db.kysely, tenantId) }
}

async function nameInviter(
  context: Pick<Context, 'db' | 'sealer'>,
  memberId: string | null,
): Promise<string | null> {
  if (memberId === null) return null
  const { kysely } = context.db
  const email = await readVerifiedEmail(kysely, context, memberId)
  if (email !== null) return email
  const wallet = await kysely
    .selectFrom('wallets')
    .select('address')
    .where('address', '=', memberId)
    .executeTakeFirst()
  return wallet?.address ?? null
}

function boundToOf(row: {
  bound_wallet: string | null
  bound_email_digest: string | null
}): Output<Read>['boundTo'] {
  if (row.bound_wallet !== null) return 'wallet'
  return row.bound_email_digest === null ? null : 'email'
}
