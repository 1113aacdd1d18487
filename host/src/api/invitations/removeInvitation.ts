import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { InvitationNotFoundError } from '../../auth/registration/errors.ts'
import { isOpenInvitation } from '../../auth/registration/isOpenInvitation.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Remove = typeof api.invitations.remove

/**
 * Revokes an open invitation in the caller's merchant account. The invitation's row stays, because it counts towards the daily limit of
 * links.
 *
 * @throws InvitationNotFoundError
 */
export async function removeInvitation(
  { audit, db, now }: Pick<Context, 'audit' | 'db' | 'now'>,
  { params, caller }: Pick<Call<Remove>, 'params' | 'caller'>,
): Promise<Output<Remove>> {
  if (!isUlid(params.id)) throw new InvitationNotFoundError()
  const at = now()
  await db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('invitations')
      .set({ expires_at: at.toISOString() })
      .where('id', '=', params.id)
      .where((eb) => isOpenInvitation(eb, { tenantId: caller.tenantId, now: at }))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new InvitationNotFoundError()
    await audit?.write(tx, params.id)
  })
  return { success: true }
}
