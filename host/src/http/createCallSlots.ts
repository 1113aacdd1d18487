import { TooManyCallsError } from './errors.ts'

/** The maximum number of concurrent calls per host, far above its database connections, so that no connection is idle. */
const TOTAL = 256
/** The maximum number of one holder's calls that wait for a slot. */
const MAX_WAITING = 1_024

/**
 * Acquires a slot for one call of a holder, waiting if necessary; resolves to a function that returns the slot, once.
 */
export type TakeSlot = (holder: string) => Promise<() => void>

/**
 * Limits a host's concurrent calls, and divides them among holders. A holder gets a slot only while it holds fewer than are free,
 * so a single holder gets half of them. Further calls wait; each returned slot goes to the next waiting holder in turn, so shares
 * even out.
 *
 * @throws TooManyCallsError from the function that it returns, if the maximum number of the holder's calls is waiting
 */
export function createCallSlots(total = TOTAL, maxWaiting = MAX_WAITING): TakeSlot {
  const held = new Map<string, number>()
  /** The holder whose turn is next comes first. */
  const queues = new Map<string, (() => void)[]>()
  let left = total

  const heldBy = (holder: string) => held.get(holder) ?? 0
  const hasRoom = (holder: string) => heldBy(holder) < left

  function take(holder: string): () => void {
    left -= 1
    held.set(holder, heldBy(holder) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      left += 1
      if (heldBy(holder) > 1) held.set(holder, heldBy(holder) - 1)
      else held.delete(holder)
      serveNext()
    }
  }

  function serveNext(): void {
    for (const [holder, queue] of queues) {
      if (!hasRoom(holder)) continue
      const serve = queue.shift()
      queues.delete(holder)
      if (queue.length > 0) queues.set(holder, queue)
      serve?.()
      return
    }
  }

  return async (holder) => {
    const queue = queues.get(holder) ?? []
    if (queue.length === 0 && hasRoom(holder)) return take(holder)
    if (queue.length >= maxWaiting) throw new TooManyCallsError({ limit: maxWaiting })
    queues.set(holder, queue)
    return new Promise((resolve) => queue.push(() => resolve(take(holder))))
  }
}
