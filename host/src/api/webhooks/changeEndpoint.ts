import { isUlid } from '@secure-payment/core'
import type { UpdateObject } from 'kysely'
import type { Context } from '../../context.ts'
import type { Row, Schema } from '../../db/schema.ts'
import { WebhookNotFoundError } from './errors.ts'

/** The columns to set; a value may be computed from the current row. */
export type EndpointChange = UpdateObject<Schema, 'webhook_endpoints'>

/**
 * Changes one of the tenant's webhook endpoints in one statement and returns it. `change` may name columns by reference, so that concurrent
 * calls build on each other's results.
 *
 * @throws WebhookNotFoundError, including for an endpoint of another tenant
 */
export async function changeEndpoint(
  { audit, db }: Pick<Context, 'audit' | 'db'>,
  at: { webhookId: string; tenantId: string },
  change: EndpointChange,
): Promise<Row<'webhook_endpoints'>> {
  if (!isUlid(at.webhookId)) throw new WebhookNotFoundError()
  return db.transaction(async (tx) => {
    const row = await tx
      .updateTable('webhook_endpoints')
      .set(change)
      .where('id', '=', at.webhookId)
      .where('tenant_id', '=', at.tenantId)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new WebhookNotFoundError()
    await audit?.write(tx, row.id)
    return row
  })
}
