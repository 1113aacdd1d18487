import type { WebhookCompatibility } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { levelOf } from '../../webhooks/compatibility.ts'

/** Reads the compatibility level of a merchant's webhooks. */
export async function readLevel(
  { config, db }: Pick<Context, 'config' | 'db'>,
  tenantId: string,
): Promise<WebhookCompatibility> {
  const { webhook_compatibility } = await db.kysely
    .selectFrom('tenants')
    .select('webhook_compatibility')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return levelOf(config, webhook_compatibility)
}
