import type { api, Output } from '@secure-payment/core/api'
import { clientIdOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { describeWebhook } from './describeWebhook.ts'

type List = typeof api.webhooks.list

/** Lists the webhook endpoints in the caller's tenant, or of its backend client ID, oldest first, without secrets. */
export async function listWebhooks(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { caller }: Call<List>,
): Promise<Output<List>> {
  const clientId = clientIdOf(caller)
  const rows = await db.kysely
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('tenant_id', '=', caller.tenantId)
    .$if(clientId !== null, (select) => select.where('client_id', '=', clientId))
    .orderBy('id')
    .execute()
  return rows.map((row) => describeWebhook(row, now()))
}
