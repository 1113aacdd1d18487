import { isUlid } from '@secure-payment/core'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import { WebhookNotFoundError } from './errors.ts'

/** Reads one of the tenant's webhook endpoints. @throws WebhookNotFoundError, including for an endpoint of another tenant */
export async function requireEndpoint(
  { db }: Pick<Context, 'db'>,
  webhookId: string,
  tenantId: string,
): Promise<Row<'webhook_endpoints'>> {
  if (!isUlid(webhookId)) throw new WebhookNotFoundError()
  const row = await db.kysely
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', webhookId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (row === undefined) throw new WebhookNotFoundError()
  return row
}
