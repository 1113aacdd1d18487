import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import { hashInvitation } from './createInvitation.ts'
import { WalletTakenError } from './errors.ts'

/**
 * Rejects a member of one tenant who was invited to another, so that the two are not confused. The invitation of a known caller stays
 * unused.
 *
 * @throws WalletTakenError
 */
export async function guardJoined(
  context: Pick<Context, 'now'>,
  { tenantId, invitation }: { tenantId: string; invitation: string },
  tx: Tx,
): Promise<void> {
  const invited = await tx
    .selectFrom('invitations')
    .select('joins_tenant_id')
    .where('hash', '=', hashInvitation(invitation))
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.now().toISOString())
    .executeTakeFirst()
  const joins = invited?.joins_tenant_id ?? null
  if (joins !== null && joins !== tenantId) throw new WalletTakenError()
}
