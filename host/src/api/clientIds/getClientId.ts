import { BaseError, isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeClientId } from './describeClientId.ts'

type Get = typeof api.clientIds.get

/** No client ID of the tenant has this id. */
export class ClientIdNotFoundError extends BaseError {
  readonly code = 'client_id_not_found'
  readonly kind = 'not_found'

  constructor() {
    super('There is no client ID with this id.')
  }
}

/** Answers one client ID of the caller's tenant. */
export async function getClientId(
  context: Pick<Context, 'db'>,
  { params, caller }: Call<Get>,
): Promise<Output<Get>> {
  if (!isUlid(params.id)) throw new ClientIdNotFoundError()
  const row = await context.db.kysely
    .selectFrom('client_ids')
    .selectAll()
    .where('id', '=', params.id)
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirst()
  if (row === undefined) throw new ClientIdNotFoundError()
  return describeClientId(row)
}
