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
 * Changes the members that the body names; without a body it toggles the endpoint. Pending deliveries go to the endpoint's URL at the time
 * of sending. While the endpoint is off, the host stores and sends no events for it; pending deliveries resume once it is on again.
 *
 * @throws InvalidInputError naming `url`, WebhookNotFoundError, DuplicateUrlError
 */
export async function updateWebhook(
  context: Pick<Context, 'audit' | 'config' | 'db' | 'now'>,
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

/** Clears the reason for an automatic switch-off once the owner switches the endpoint on or off. */
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
