import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { orderedUlids } from '../orderedUlids.ts'
import { openSafeFetch } from '../safeFetch.ts'
import type { Claim } from './claim.ts'
import { createSecretOpener } from './createSecretOpener.ts'
import { deliver, type Tried } from './deliver.ts'
import { waitingDelivery } from './emit.ts'
import { logTry } from './logTry.ts'
import { attemptRows, requestText } from './markDeliveries.ts'
import { parseStoredList } from './parseStoredList.ts'

/**
 * Sends a test event to endpoints, all at once and once each, and stores it with its deliveries: they appear in the log
 * beside real ones. Returns how many took it and how many did not. An answer of 410 switches nothing off here.
 */
export async function sendTestEvent(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now' | 'random' | 'sealer'>,
  event: Row<'events'>,
  endpoints: readonly Row<'webhook_endpoints'>[],
): Promise<{ sent: number; failed: number }> {
  await using safeFetch = openSafeFetch({ allowLoopback: context.config.allowPrivateWebhooks })
  const sender = { ...context, safeFetch, openSecrets: createSecretOpener(context) }
  const ids = orderedUlids(context, endpoints.length)
  const tries = await Promise.all(
    endpoints.map((endpoint, index) => deliver(sender, claimOf(event, endpoint, ids[index] ?? ''))),
  )
  const completedAt = context.now().toISOString()
  const deliveries = tries.map((tried) => finishedDelivery(event, tried, completedAt))
  const attempts = attemptRows(context, tries)
  await context.db.transaction(async (tx) => {
    await tx.insertInto('events').values(event).execute()
    await tx.insertInto('webhook_deliveries').values(deliveries).execute()
    await tx.insertInto('webhook_attempts').values(attempts).execute()
  })
  for (const tried of tries) logTry(context, tried)
  const sent = tries.filter(isDelivered).length
  return { sent, failed: tries.length - sent }
}

function claimOf(
  event: Row<'events'>,
  endpoint: Row<'webhook_endpoints'>,
  deliveryId: string,
): Claim {
  return {
    deliveryId,
    endpointId: endpoint.id,
    requestId: event.request_id,
    attempt: 0,
    scheduleStart: 0,
    eventId: event.id,
    body: event.body,
    url: endpoint.url,
    secrets: {
      current: endpoint.secret,
      pending: endpoint.pending_secret,
      previous: endpoint.previous_secret,
      previousExpiresAt: endpoint.previous_expires_at,
    },
    aliases: parseStoredList(endpoint.signature_header_aliases),
    isTest: true,
    isReplay: false,
  }
}

function finishedDelivery(
  event: Row<'events'>,
  tried: Tried,
  completedAt: string,
): Row<'webhook_deliveries'> {
  const { deliveryId, endpointId } = tried.claim
  return {
    ...waitingDelivery(event, { id: deliveryId, endpointId }),
    status: isDelivered(tried) ? 'delivered' : 'dead',
    attempt: 1,
    completed_at: completedAt,
    last_response_status: tried.responseStatus,
    last_error: tried.error,
    last_request: requestText(tried),
  }
}

function isDelivered({ next }: Tried): boolean {
  return next.kind === 'delivered'
}
