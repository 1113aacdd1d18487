import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { ClientIdCall } from './clientIdCall.ts'
import { ClientIdNotFoundError } from './errors.ts'

type Remove = typeof api.clientIds.remove

/**
 * Revokes a client ID of the caller's tenant permanently: at once on this host, within half a second on others. Its
 * payments can still be paid on the hosted page. Repeating it changes nothing.
 *
 * @throws ClientIdNotFoundError
 */
export async function removeClientId(
  context: Pick<Context, 'db' | 'now'>,
  { params, caller }: ClientIdCall<'remove'>,
): Promise<Output<Remove>> {
  if (!isUlid(params.id)) throw new ClientIdNotFoundError()
  const updated_at = context.now().toISOString()
  const { numUpdatedRows } = await context.db.kysely
    .updateTable('client_ids')
    .set((eb) => ({
      status: 'revoked',
      updated_at: eb
        .case()
        .when('status', '=', 'revoked')
        .then(eb.ref('updated_at'))
        .else(updated_at)
        .end(),
    }))
    .where('id', '=', params.id)
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new ClientIdNotFoundError()
  forgetCredentials(context)
  return { success: true }
}
