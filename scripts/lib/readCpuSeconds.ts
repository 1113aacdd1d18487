import { readFileSync } from 'node:fs'

/** Fields of `/proc/self/stat` after the name in brackets: user and system time, own and of children that ended (proc(5), 14 to 17). */
const FIRST_TIME = 11
const TICKS_PER_SECOND = 100

/** Processor time of this process and of all that it started and that ended, in seconds; null where there is no `/proc`. */
export function readCpuSeconds(): number | null {
  try {
    return sumTimes(readFileSync('/proc/self/stat', 'utf8'))
  } catch {
    return null
  }
}

/** The name may hold spaces and brackets itself. */
export function sumTimes(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields
    .slice(FIRST_TIME, FIRST_TIME + 4)
    .reduce((sum, field) => sum + Number(field), 0)
  return ticks / TICKS_PER_SECOND
}
