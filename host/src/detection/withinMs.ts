import { setTimeout as delay } from 'node:timers/promises'

/** The result of a read that recording does not wait for longer; null when it is late or fails. */
export async function withinMs<T>(ms: number, read: Promise<T>): Promise<T | null> {
  const done = new AbortController()
  const isLate = delay(ms, null, { signal: done.signal, ref: false })
  const result = await Promise.race([read, isLate]).catch(() => null)
  done.abort()
  return result
}
