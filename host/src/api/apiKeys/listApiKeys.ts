import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeApiKey } from './describeApiKey.ts'

type List = typeof api.apiKeys.list

/** Lists the API keys in the caller's tenant, including revoked ones, oldest first. */
export async function listApiKeys(
  context: Pick<Context, 'db'>,
  { caller }: Call<List>,
): Promise<Output<List>> {
  const rows = await context.db.kysely
    .selectFrom('api_keys')
    .selectAll()
    .where('tenant_id', '=', caller.tenantId)
    .orderBy('id')
    .execute()
  return rows.map(describeApiKey)
}
