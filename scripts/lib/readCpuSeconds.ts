import { readFileSync } from 'node:fs'

/**
 * The fields of `/proc/self/stat` after the name in brackets: user and system time, of the process and its ended children (proc(5), 14–17).
 */
const FIRST_TIME = 11
const TICKS_PER_SECOND = 100

/** Returns the processor time of this process and of its ended children, in seconds; null if there is no `/proc`. */
export function readCpuSeconds(): number | null {
  try {
    return sumTimes(readFileSync('/proc/self/stat', 'utf8'))
  } catch {
    return null
  }
}

/** The name may itself contain spaces and brackets. */
export function sumTimes(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields
    .slice(FIRST_TIME, FIRST_TIME + 4)
    .reduce((sum, field) => sum + Number(field), 0)
  return ticks / TICKS_PER_SECOND
}
