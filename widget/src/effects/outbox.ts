import type { Api } from '../api.ts'
import type { Progress, QueuedCall } from '../progress.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 5 * 60 * 1000
/** The maximum number of attempts per call, spread over days; the service also detects the payment without these calls. */
const MAX_TRIES = 500

/**
 * Sends the queued calls that are due, oldest first, and stops at the first failure, so that phases arrive in order.
 * Retries each call until the service accepts it or rejects it permanently. Resolves with the time of the next retry,
 * or null if the queue is empty.
 */
export async function drainOutbox(
  progress: Progress,
  api: Pick<Api, 'deliver'>,
  token: string,
  now: () => number,
): Promise<number | null> {
  for (const queued of await progress.queued(token)) {
    if (queued.nextAt > now()) return queued.nextAt
    const { status } = await api.deliver(queued.call)
    if (isSettled(status) || queued.tries >= MAX_TRIES) {
      await progress.dequeue(queued.seq)
      continue
    }
    const nextAt = now() + retryAfter(queued)
    await progress.postpone(queued, nextAt)
    return nextAt
  }
  return null
}

/** Returns whether the service accepted the call, or rejected it in a way that no retry would change. */
export function isSettled(status: number): boolean {
  if (status === 0 || status >= 500) return false
  return status !== 408 && status !== 425 && status !== 429
}

function retryAfter(queued: Pick<QueuedCall, 'tries'>): number {
  return Math.min(FIRST_RETRY_MS * 2 ** queued.tries, MAX_RETRY_MS)
}
