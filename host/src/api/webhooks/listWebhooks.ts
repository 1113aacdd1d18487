import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type List = typeof api.webhooks.list

/** Lists the webhook endpoints of the caller's tenant, oldest first, without secrets. */
export async function listWebhooks(
  context: Pick<Context, 'db'>,
  { caller }: Call<List>,
): Promise<Output<List>> {
  const rows = await context.db.kysely
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'is_active', 'created_at', 'client_id', 'events'])
    .where('tenant_id', '=', caller.tenantId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    isActive: row.is_active === 1,
    createdAt: row.created_at,
    clientId: row.client_id,
    events: row.events === null ? null : readEvents(row.events),
  }))
}

function readEvents(json: string): string[] {
  const events: unknown = JSON.parse(json)
  return Array.isArray(events) ? events.map(String) : []
}
