import { isUlid } from '@secure-payment/core'
import type { UpdateObject } from 'kysely'
import type { Context } from '../../context.ts'
import type { Row, Schema } from '../../db/schema.ts'
import { WebhookNotFoundError } from './errors.ts'

/** Columns to set; a value may be computed from the row as it is. */
export type EndpointChange = UpdateObject<Schema, 'webhook_endpoints'>

/**
 * Changes a webhook endpoint of the tenant in one statement and returns it. `change` may name columns by reference, so
 * that of two concurrent calls each starts from the result of the other.
 *
 * @throws WebhookNotFoundError also when it is another tenant's
 */
export async function changeEndpoint(
  { db }: Pick<Context, 'db'>,
  at: { webhookId: string; tenantId: string },
  change: EndpointChange,
): Promise<Row<'webhook_endpoints'>> {
  if (!isUlid(at.webhookId)) throw new WebhookNotFoundError()
  const row = await db.transaction((tx) =>
    tx
      .updateTable('webhook_endpoints')
      .set(change)
      .where('id', '=', at.webhookId)
      .where('tenant_id', '=', at.tenantId)
      .returningAll()
      .executeTakeFirst(),
  )
  if (row === undefined) throw new WebhookNotFoundError()
  return row
}
