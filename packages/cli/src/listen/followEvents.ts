import { ApiError, type Client } from '@secure-payment/core/client'

/** An event of the merchant, with the exact text that endpoints receive. */
export type ListedEvent = Awaited<ReturnType<Client['webhooks']['events']>>['events'][number]

/** The dependencies of {@link followEvents}. */
export type FollowContext = {
  client: Pick<Client, 'webhooks'>
  /** Resolves after a number of milliseconds; rejects when the command ends. */
  rest(ms: number): Promise<void>
  /** Called with the error when the host stops responding, and with null once it responds again. */
  onOutage(error: ApiError | null): void
}

const POLL_MS = 1_000
const MAX_RETRY_MS = 30_000
/** The time after which each event of an earlier moment is visible: longer than any transaction of the host may last. */
const OVERLAP_MS = 60_000
const PAGE_SIZE = '100'

/**
 * Yields each event since a time once, until the command ends. Events follow the order of their times, except one that becomes visible
 * late. While the host does not respond, the function retries the call and continues after the last event.
 *
 * @throws ApiError if the host rejects the call
 */
export async function* followEvents(
  { client, rest, onOutage }: FollowContext,
  fromDate: string,
): AsyncGenerator<ListedEvent, never> {
  let from = fromDate
  let failures = 0
  const seen = new Map<string, string>()
  while (true) {
    try {
      let cursor: string | null = null
      let beganAt: string | null = null
      do {
        const query: { fromDate: string; limit: string; cursor?: string } = {
          fromDate: from,
          limit: PAGE_SIZE,
          ...(cursor !== null && { cursor }),
        }
        const page: Awaited<ReturnType<Client['webhooks']['events']>> =
          await client.webhooks.events({ query })
        if (failures > 0) onOutage(null)
        failures = 0
        for (const event of page.events) {
          if (seen.has(event.id)) continue
          seen.set(event.id, event.createdAt)
          yield event
        }
        cursor = page.nextCursor
        // A receiver may take a long time for a page, and in the meantime events may become visible behind the cursor.
        beganAt ??= page.readAt
      } while (cursor !== null)
      from = later(from, before(beganAt, OVERLAP_MS))
      for (const [id, createdAt] of seen) if (createdAt < from) seen.delete(id)
      await rest(POLL_MS)
    } catch (error) {
      if (!(error instanceof ApiError) || !isOutage(error)) throw error
      if (failures === 0) onOutage(error)
      await rest(error.retryAfter === null ? backOff(failures) : error.retryAfter * 1_000)
      failures += 1
    }
  }
}

function backOff(failures: number): number {
  return Math.min(MAX_RETRY_MS, POLL_MS * 2 ** failures)
}

/** A restart, a proxy's error page or a rate limit is temporary; a rejected key or call is not. */
function isOutage({ status, code }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500 || code === 'unexpected_response'
}

function before(time: string, ms: number): string {
  return new Date(Date.parse(time) - ms).toISOString()
}

function later(one: string, other: string): string {
  return one > other ? one : other
}
