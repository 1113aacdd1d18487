import { setTimeout as delay } from 'node:timers/promises'

/** Returns the result of a read; null if the read fails or exceeds the deadline. */
export async function withinMs<T>(ms: number, read: Promise<T>): Promise<T | null> {
  const done = new AbortController()
  const isLate = delay(ms, null, { signal: done.signal, ref: false })
  const result = await Promise.race([read, isLate]).catch(() => null)
  done.abort()
  return result
}
