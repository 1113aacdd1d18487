import type { Delivery } from './delivery.ts'

/** A numbered delivery; numbers increase by one and are never reused. */
type LoggedDelivery = { sequence: number; delivery: Delivery }

/** A change to the log, as its listeners receive it. */
export type LogChange = { kind: 'added'; entry: LoggedDelivery } | { kind: 'cleared' }

/** The maximum number of deliveries in the log, which removes the oldest first. */
const MAX_DELIVERIES = 10_000
/** The maximum total length of stored bodies, in UTF-16 units. */
const MAX_TOTAL_LENGTH = 32_000_000

/** The deliveries of a sink in memory, oldest first, within two bounds. */
export type DeliveryLog = {
  entries(): readonly LoggedDelivery[]
  add(delivery: Delivery): void
  clear(): void
  /** Calls `listener` on each change until the returned function is called. */
  listen(listener: (change: LogChange) => void): () => void
}

/** Creates an empty log. */
export function createDeliveryLog(): DeliveryLog {
  const listeners = new Set<(change: LogChange) => void>()
  let entries: LoggedDelivery[] = []
  let totalLength = 0
  let nextSequence = 1

  const tell = (change: LogChange) => {
    for (const listener of [...listeners]) listener(change)
  }

  return {
    entries: () => entries,
    add(delivery) {
      const entry = { sequence: nextSequence++, delivery }
      entries.push(entry)
      totalLength += delivery.rawBody.length
      while (entries.length > MAX_DELIVERIES || totalLength > MAX_TOTAL_LENGTH) {
        totalLength -= entries.shift()?.delivery.rawBody.length ?? totalLength
      }
      tell({ kind: 'added', entry })
    },
    clear() {
      entries = []
      totalLength = 0
      tell({ kind: 'cleared' })
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
