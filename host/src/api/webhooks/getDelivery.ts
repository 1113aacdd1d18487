import type { api, Output, WebhookCompatibility } from '@secure-payment/core/api'
import type { Context } from '../../context.ts'
import { parseStoredList } from '../../db/parseStoredList.ts'
import type { Row } from '../../db/schema.ts'
import type { Call } from '../../http/implement.ts'
import { signatureAliases } from '../../webhooks/compatibility.ts'
import { tryHeaders } from '../../webhooks/tryHeaders.ts'
import { describeDeliveries } from './describeDeliveries.ts'
import { readLevel } from './readLevel.ts'
import { type FullDeliveryRow, requireDelivery } from './requireDelivery.ts'
import { requireEndpoint } from './requireEndpoint.ts'

type Get = typeof api.webhooks.delivery
type SentRequest = Output<Get>['request']

/**
 * Reads one delivery: every attempt, and the request of the last attempt; before any attempt, the request of the first one. Omits
 * signatures.
 *
 * @throws WebhookNotFoundError, DeliveryNotFoundError
 */
export async function getDelivery(
  context: Pick<Context, 'config' | 'db'>,
  { params, caller }: Call<Get>,
): Promise<Output<Get>> {
  const endpoint = await requireEndpoint(context, params.webhookId, caller.tenantId)
  const row = await requireDelivery(context, endpoint.id, params.deliveryId)
  const [delivery] = await describeDeliveries(context, [row])
  if (delivery === undefined)
    throw new Error('A delivery that was read is missing from the descriptions')
  const sent =
    readLastRequest(row.last_request) ??
    firstRequest(endpoint, row, await readLevel(context, caller.tenantId))
  return { ...delivery, request: { ...sent, body: row.body } }
}

function firstRequest(
  endpoint: Row<'webhook_endpoints'>,
  row: FullDeliveryRow,
  level: WebhookCompatibility,
): Omit<SentRequest, 'body'> {
  const facts = {
    deliveryId: row.id,
    eventId: row.event_id,
    attempt: row.attempt,
    aliases: signatureAliases(level, parseStoredList(endpoint.signature_header_aliases)),
    isTest: row.is_test === 1,
    isReplay: row.replays > 0,
  }
  return { url: endpoint.url, headers: tryHeaders(facts, Date.parse(row.due_at)) }
}

/** Reads the host's own JSON, which it wrote when it recorded the attempt. */
function readLastRequest(json: string | null): Omit<SentRequest, 'body'> | null {
  return json === null ? null : JSON.parse(json)
}
