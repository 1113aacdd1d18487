import { signWebhook, standardWebhookSignature } from '@secure-payment/core/webhooks'
import type { Io } from '../io.ts'
import type { ListedEvent } from './followEvents.ts'

/** The result of one forwarded event: its last attempt, and the number of attempts. `error` is set if there was no response. */
export type Forwarded = {
  status: number | null
  durationMs: number
  error: string | null
  attempts: number
}

type Sender = Pick<Io, 'fetch' | 'now' | 'signal'>
type Target = { url: string; secret: string; aliases: readonly string[] }

/** The host's own deadline for receivers. */
const DEADLINE_MS = 15_000
/** The waiting times before the two retries. A receiver that restarts misses no event, and one that is off hardly delays the next event. */
const RETRIES_MS = [500, 2_000]

/**
 * Sends an event to a receiver as the host would: the same body, headers and both kinds of signatures. Sends it again if the receiver does
 * not accept it. Never throws for a receiver that does not respond. `rest` waits for a number of milliseconds.
 */
export async function forwardEvent(
  sender: Sender & { rest(ms: number): Promise<void> },
  event: ListedEvent,
  target: Target,
): Promise<Forwarded> {
  let sent = await sendEvent(sender, event, target, 0)
  for (const ms of RETRIES_MS) {
    if (isAccepted(sent)) break
    await sender.rest(ms)
    sent = await sendEvent(sender, event, target, sent.attempts)
  }
  return sent
}

/** Returns whether the receiver accepted the event. */
export function isAccepted({ status }: Pick<Forwarded, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300
}

async function sendEvent(
  { fetch, now, signal }: Sender,
  event: ListedEvent,
  target: Target,
  retries: number,
): Promise<Forwarded> {
  const startedMs = performance.now()
  const finish = (result: Pick<Forwarded, 'status' | 'error'>): Forwarded => ({
    ...result,
    durationMs: Math.round(performance.now() - startedMs),
    attempts: retries + 1,
  })
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: eventHeaders(event, target, { now: now(), retries }),
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

/** Returns the headers of a delivery by the host, signed with the listener's secret. */
function eventHeaders(
  { id, body, isTest }: ListedEvent,
  { secret, aliases }: { secret: string; aliases: readonly string[] },
  { now, retries }: { now: Date; retries: number },
): Record<string, string> {
  const timestampS = Math.floor(now.getTime() / 1_000)
  const signature = signWebhook(secret, body)
  return {
    'content-type': 'application/json',
    'user-agent': 'secure-payment-cli/1',
    'x-service-delivery': id,
    'x-service-retry-count': String(retries),
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
