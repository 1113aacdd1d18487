import { signWebhook, standardWebhookSignature } from '@secure-payment/core/webhooks'
import type { Io } from '../io.ts'
import type { ListedEvent } from './followEvents.ts'

/** The result of one forwarded event. `error` is set if there was no response. */
export type Forwarded = { status: number | null; durationMs: number; error: string | null }

/** The host's own deadline for receivers. */
const DEADLINE_MS = 15_000

/**
 * Sends an event to a receiver as the host would: the same body, headers and both kinds of signatures. Never throws for a receiver that
 * does not respond.
 */
export async function forwardEvent(
  { fetch, now, signal }: Pick<Io, 'fetch' | 'now' | 'signal'>,
  event: ListedEvent,
  target: { url: string; secret: string; aliases: readonly string[] },
): Promise<Forwarded> {
  const startedMs = performance.now()
  const finish = (result: Omit<Forwarded, 'durationMs'>): Forwarded => ({
    ...result,
    durationMs: Math.round(performance.now() - startedMs),
  })
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: eventHeaders(event, target, now()),
      body: event.body,
      // The host follows no redirects either.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    })
    await response.arrayBuffer()
    return finish({ status: response.status, error: null })
  } catch (error) {
    if (signal.aborted) throw error
    return finish({ status: null, error: reasonOf(error) })
  }
}

/** The headers of the host's first attempt at a delivery, signed with the listener's secret. */
function eventHeaders(
  { id, body, isTest }: ListedEvent,
  { secret, aliases }: { secret: string; aliases: readonly string[] },
  now: Date,
): Record<string, string> {
  const timestampS = Math.floor(now.getTime() / 1_000)
  const signature = signWebhook(secret, body)
  return {
    'content-type': 'application/json',
    'user-agent': 'secure-payment-cli/1',
    'x-service-delivery': id,
    'x-service-retry-count': '0',
    'x-service-signature': signature,
    ...Object.fromEntries(aliases.map((name) => [name, signature])),
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': standardWebhookSignature(secret, id, timestampS, body),
    ...(isTest && { 'x-service-test': 'true' }),
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return cause instanceof Error ? cause.message : String(cause)
}
