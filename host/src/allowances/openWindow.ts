import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import type { Database } from '../db/openDatabase.ts'

/** A window of time and the number of calls in it; each caller increments `count`. */
export type CountWindow = { readonly sinceMs: number; count: number }

/** The maximum number of keys that one host keeps per purpose. */
const MAX_KEYS = 10_000

const windowsOf = new WeakMap<Database, Map<string, LRUCache<string, CountWindow>>>()

/** Returns a key's open window in this process. After the end of a window, the next one begins at zero. */
export function openWindow(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { purpose, key, windowMs }: { purpose: string; key: string; windowMs: number },
): CountWindow {
  const ofPurposes = windowsOf.get(db) ?? new Map<string, LRUCache<string, CountWindow>>()
  windowsOf.set(db, ofPurposes)
  const windows = ofPurposes.get(purpose) ?? new LRUCache<string, CountWindow>({ max: MAX_KEYS })
  ofPurposes.set(purpose, windows)
  const nowMs = now().getTime()
  const known = windows.get(key)
  const isOpen = known !== undefined && Math.abs(nowMs - known.sinceMs) < windowMs
  const window = isOpen ? known : { sinceMs: nowMs, count: 0 }
  windows.set(key, window)
  return window
}
