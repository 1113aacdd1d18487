import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { ClientIdCall } from './clientIdCall.ts'
import { describeClientIds } from './describeClientIds.ts'

type List = typeof api.clientIds.list

/** Lists the client IDs in the caller's tenant, including revoked ones, oldest first. */
export async function listClientIds(
  context: Pick<Context, 'db'>,
  { caller }: ClientIdCall<'list'>,
): Promise<Output<List>> {
  const rows = await context.db.kysely
    .selectFrom('client_ids')
    .selectAll()
    .where('tenant_id', '=', caller.tenantId)
    .orderBy('id')
    .execute()
  return describeClientIds(context.db.kysely, rows)
}
