import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import { holdOwnDestination } from './bindDestination.ts'
import type { ClientIdCall } from './clientIdCall.ts'
import { describeClientId } from './describeClientId.ts'
import { ClientIdNotFoundError, ClientIdRevokedError } from './errors.ts'
import { readColumns, requireFeePair } from './readColumns.ts'

type Update = typeof api.clientIds.update

/**
 * Changes only the sent members of a client ID of the caller's tenant. Existing payments stay as they are. The change
 * counts at once on this host, within half a second on others.
 *
 * @throws ClientIdNotFoundError, ClientIdRevokedError, InvalidInputError
 */
export async function updateClientId(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { params, body, caller }: ClientIdCall<'update'>,
): Promise<Output<Update>> {
  if (!isUlid(params.id)) throw new ClientIdNotFoundError()
  const changes = {
    ...readColumns(context.config, body),
    ...(body.status !== undefined && { status: body.status }),
    updated_at: context.now().toISOString(),
  }
  const updated = await context.db.transaction(async (tx) => {
    const { tenantId } = caller
    await holdOwnDestination(tx, { reference: changes.payee_destination_id, tenantId })
    // The write comes first, so that concurrent changes are made one after the other; its result is then judged.
    const before = await tx
      .updateTable('client_ids')
      .set((eb) => ({ id: eb.ref('id') }))
      .where('id', '=', params.id)
      .where('tenant_id', '=', tenantId)
      .returningAll()
      .executeTakeFirst()
    if (before === undefined) throw new ClientIdNotFoundError()
    if (before.status === 'revoked' && (body.status ?? 'revoked') !== 'revoked') {
      throw new ClientIdRevokedError()
    }
    const after = { ...before, ...changes }
    requireFeePair(after)
    await tx.updateTable('client_ids').set(changes).where('id', '=', before.id).execute()
    return after
  })
  forgetCredentials(context)
  return describeClientId(updated)
}
