import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { forgetCredentials } from '../../auth/credentials.ts'
import type { Context } from '../../context.ts'
import { holdOwnDestination } from './bindDestination.ts'
import type { ClientIdCall } from './clientIdCall.ts'
import { describeClientId } from './describeClientIds.ts'
import { ClientIdNotFoundError, ClientIdRevokedError } from './errors.ts'
import { guardMoney } from './guardMoney.ts'
import { guardDomains, readColumns, requireFeePair } from './readColumns.ts'

type Update = typeof api.clientIds.update

/**
 * Changes only the sent members of one of the caller's client IDs. Existing payments stay unchanged. The change applies at once on
 * this host, and within half a second on others.
 *
 * @throws ScopeMissingError, ClientIdNotFoundError, ClientIdRevokedError, InvalidInputError
 */
export async function updateClientId(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now'>,
  { params, body, caller }: ClientIdCall<'update'>,
): Promise<Output<Update>> {
  guardMoney(caller, body)
  if (!isUlid(params.id)) throw new ClientIdNotFoundError()
  const changes = {
    ...readColumns(context.config, body),
    ...(body.status !== undefined && { status: body.status }),
    updated_at: context.now().toISOString(),
  }
  const updated = await context.db.transaction(async (tx) => {
    const { tenantId } = caller
    await holdOwnDestination(tx, { reference: changes.payee_destination_id, tenantId })
    // Writes first, so that concurrent changes run one after another, and then validates the result.
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
    guardDomains(after)
    await tx.updateTable('client_ids').set(changes).where('id', '=', before.id).execute()
    await context.audit?.write(tx, before.id)
    return after
  })
  forgetCredentials(context)
  return describeClientId(context.db.kysely, updated)
}
