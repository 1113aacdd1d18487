import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { sendTestEvent } from '../../webhooks/sendTestEvent.ts'
import { testEvent } from '../../webhooks/testEvent.ts'
import { NoActiveWebhookError } from './errors.ts'
import { requireClientId } from './requireClientId.ts'

type Test = typeof api.webhooks.test

/** Endpoints that one test goes to, all at the same time; the oldest first. */
const MAX_ENDPOINTS = 100

/**
 * Sends a made-up event to the tenant's active endpoints, or to those of one client ID, whatever types they chose, and
 * waits for their answers. One try each: a failed test is not repeated, but its delivery can be asked for again.
 */
export async function testWebhooks(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random' | 'sealer'>,
  { body, caller }: Call<Test>,
): Promise<Output<Test>> {
  const { clientId = null, eventType } = body
  if (clientId !== null) await requireClientId(context, caller.tenantId, clientId)
  const endpoints = await findEndpoints(context, caller.tenantId, clientId)
  if (endpoints.length === 0) throw new NoActiveWebhookError()
  const event = testEvent(context, { tenantId: caller.tenantId, clientId, type: eventType })
  return sendTestEvent(context, event, endpoints)
}

function findEndpoints(
  { db }: Pick<Context, 'db'>,
  tenantId: string,
  clientId: string | null,
): Promise<Row<'webhook_endpoints'>[]> {
  let select = db.kysely
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('is_active', '=', 1)
    .orderBy('id')
    .limit(MAX_ENDPOINTS)
  if (clientId !== null) select = select.where('client_id', '=', clientId)
  return select.execute()
}
