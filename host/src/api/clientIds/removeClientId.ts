import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import type { ClientIdCall } from './clientIdCall.ts'
import { ClientIdNotFoundError } from './errors.ts'

type Remove = typeof api.clientIds.remove

/**
 * Revokes a client ID in the caller's tenant permanently: at once on this host, within half a second on others. Payers can still pay its
 * existing payments on the hosted page. Idempotent.
 *
 * @throws ClientIdNotFoundError
 */
export async function removeClientId(
  context: Pick<Context, 'audit' | 'db' | 'now'>,
  { params, caller }: ClientIdCall<'remove'>,
): Promise<Output<Remove>> {
  if (!isUlid(params.id)) throw new ClientIdNotFoundError()
  const updated_at = context.now().toISOString()
  await context.db.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
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
    await context.audit?.write(tx, params.id)
  })
  forgetCredentials(context)
  return { success: true }
}
