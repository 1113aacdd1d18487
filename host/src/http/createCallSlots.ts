import { TooManyCallsError } from './errors.ts'

/** Calls that one host works on at a time: many more than it has connections to its database, so none of those waits for a call. */
const TOTAL = 256
/** The maximum number of calls of one holder that wait for a slot. */
const MAX_WAITING = 1_024

/**
 * Acquires a slot for one call of a holder, waiting for one if necessary; it resolves to a function that gives the slot
 * back, once.
 */
export type TakeSlot = (holder: string) => Promise<() => void>

/**
 * Shares the calls that a host handles at a time. A holder gets no more slots than are left: alone it has half. Further
 * calls wait, and as slots are given back, each waiting holder gets one in turn, so the shares of many even out.
 *
 * @throws TooManyCallsError from the function that it returns, where the maximum number of the holder's calls is
 * waiting
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
