import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'

type Get = typeof api.tenant.get

/**
 * Returns the caller's tenant, whether it receives payers' progress events and sends receipts, and the compatibility level of its webhooks.
 */
export async function getTenant(
  { db }: Pick<Context, 'db'>,
  { caller }: Pick<Call<Get>, 'caller'>,
): Promise<Output<Get>> {
  const row = await db.kysely
    .selectFrom('tenants')
    .select(['id', 'name', 'sends_user_events', 'sends_receipts', 'webhook_compatibility'])
    .where('id', '=', caller.tenantId)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    name: row.name,
    sendsUserEvents: row.sends_user_events === 1,
    sendsReceipts: row.sends_receipts === 1,
    webhookCompatibility: row.webhook_compatibility,
  }
}
