import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { ClientIdCall } from './clientIdCall.ts'
import { describeClientId } from './describeClientIds.ts'
import { ClientIdNotFoundError } from './errors.ts'

type Get = typeof api.clientIds.get

/**
 * Returns one client ID in the caller's tenant.
 *
 * @throws ClientIdNotFoundError
 */
export async function getClientId(
  context: Pick<Context, 'db'>,
  { params, caller }: ClientIdCall<'get'>,
): Promise<Output<Get>> {
  if (!isUlid(params.id)) throw new ClientIdNotFoundError()
  const row = await context.db.kysely
    .selectFrom('client_ids')
    .selectAll()
    .where('id', '=', params.id)
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirst()
  if (row === undefined) throw new ClientIdNotFoundError()
  return describeClientId(context.db.kysely, row)
}
