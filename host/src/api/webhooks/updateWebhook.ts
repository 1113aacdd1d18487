import type { api, Output } from '@secure-payment/core/api'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Call } from '../../http/implement.ts'
import { changeEndpoint, type EndpointChange } from './changeEndpoint.ts'
import { describeWebhook } from './describeWebhook.ts'
import { DuplicateUrlError } from './errors.ts'
import { guardTarget } from './guardTarget.ts'
import { requireEndpoint } from './requireEndpoint.ts'
import { storedList } from './storedList.ts'

type Update = typeof api.webhooks.update
type Body = Call<Update>['body']

/**
 * Changes the members that the body names; without a body it toggles the endpoint. Waiting deliveries go to the
 * endpoint's URL at the time of sending. While it is off, nothing is sent to it and no new events are stored for it;
 * waiting deliveries resume when it is on again.
 */
export async function updateWebhook(
  context: Pick<Context, 'config' | 'db' | 'now'>,
  { params, body, caller }: Call<Update>,
): Promise<Output<Update>> {
  if (body?.url !== undefined) guardTarget(context, body.url)
  const at = { webhookId: params.webhookId, tenantId: caller.tenantId }
  const change = changeOf(body)
  if (Object.keys(change).length === 0) {
    const row = await requireEndpoint(context, at.webhookId, at.tenantId)
    return describeWebhook(row, context.now())
  }
  try {
    return describeWebhook(await changeEndpoint(context, at, change), context.now())
  } catch (error) {
    throw isUniqueViolation(error) ? new DuplicateUrlError() : error
  }
}

/** An endpoint that is switched on, or off by its owner, was not switched off by the service. */
function changeOf(body: Body): EndpointChange {
  if (body === undefined) return { is_active: sql<number>`1 - is_active`, disabled_reason: null }
  const { isActive, url, events, signatureHeaderAliases } = body
  return {
    ...(isActive === undefined ? {} : { is_active: isActive ? 1 : 0, disabled_reason: null }),
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: storedList(events) }),
    ...(signatureHeaderAliases === undefined
      ? {}
      : { signature_header_aliases: storedList(signatureHeaderAliases) }),
  }
}
