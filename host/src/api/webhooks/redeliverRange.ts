import type { api, Output } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import type { Call } from '../../http/implement.ts'
import { redeliverMany } from '../../webhooks/redeliverMany.ts'
import { requireEndpoint } from './requireEndpoint.ts'

type Redeliver = typeof api.webhooks.redeliverMany

/**
 * Resends the finished deliveries with one status in a time range, oldest first, up to a maximum per call.
 *
 * @throws WebhookNotFoundError
 */
export async function redeliverRange(
  context: Pick<Context, 'db' | 'now'>,
  { params, body, caller }: Call<Redeliver>,
): Promise<Output<Redeliver>> {
  const endpoint = await requireEndpoint(context, params.webhookId, caller.tenantId)
  const { status = 'dead', from = null, to = null } = body
  return redeliverMany(context, { endpointId: endpoint.id, status, from, to })
}
