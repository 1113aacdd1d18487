import type { Counts, Usage } from './takePermits.ts'
import { UNUSED } from './takePermits.ts'

/** Formats a key's usage for its row. */
export function formatUsage({ atMs, spent, held }: Usage): string {
  return JSON.stringify([atMs, spent, held])
}

/** Reads a row; a row in another release's format counts as unused. */
export function parseUsage(text: string): Usage {
  if (text === '') return UNUSED
  const value = readJson(text)
  if (!Array.isArray(value)) return UNUSED
  const [atMs, spent, held] = value as readonly unknown[]
  if (!Number.isSafeInteger(atMs) || !isCounts(spent) || !isCounts(held)) return UNUSED
  return { atMs: Number(atMs), spent, held }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isCounts(value: unknown): value is Counts {
  return (
    Array.isArray(value) &&
    value.every(
      (entry) => Array.isArray(entry) && entry.length === 2 && entry.every(Number.isSafeInteger),
    )
  )
}
