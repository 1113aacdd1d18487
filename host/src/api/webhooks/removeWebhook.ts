import { isUlid } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { WebhookNotFoundError } from './errors.ts'

type Remove = typeof api.webhooks.remove

/**
 * Removes a webhook endpoint and cancels its pending deliveries.
 *
 * @throws WebhookNotFoundError
 */
export async function removeWebhook(
  context: Pick<Context, 'audit' | 'db' | 'now'>,
  { params, caller }: Call<Remove>,
): Promise<Output<Remove>> {
  if (!isUlid(params.webhookId)) throw new WebhookNotFoundError()
  await context.db.transaction(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('webhook_endpoints')
      .where('id', '=', params.webhookId)
      .where('tenant_id', '=', caller.tenantId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new WebhookNotFoundError()
    await context.audit?.write(tx, params.webhookId)
    await tx
      .updateTable('webhook_deliveries')
      .set({ status: 'cancelled', completed_at: context.now().toISOString(), lease_until: null })
      .where('endpoint_id', '=', params.webhookId)
      .where('status', '=', sql.lit('pending'))
      .execute()
  })
  return { success: true }
}
