import { loop } from '../scheduling/loop.ts'
import { type Clock, DOUBT_MS, MAX_SKEW_MS } from './clock.ts'
import { createJumpWatch } from './createJumpWatch.ts'
import type { ClockContext } from './openClock.ts'

const CHECK_EVERY_MS = 1_000
/** The time for which a jump is reported. */
const SHOWN_MS = 10 * 60_000
/** The maximum number of remembered jumps. */
const MAX_JUMPS = 100

/** Opens this machine's clock, uncorrected. A change of the clock is detected within a second, counted and logged. */
export function openMachineClock(context: Omit<ClockContext, 'db'>): Clock {
  const { log, wallClock } = context
  const stopping = new AbortController()
  const jumpWatch = createJumpWatch(wallClock)
  const recent: { byMs: number; atMs: number }[] = []
  let jumps = 0
  let jumpedAtMs = Number.NEGATIVE_INFINITY

  function checkClock(): void {
    const byMs = Math.round(jumpWatch.check())
    if (Math.abs(byMs) <= MAX_SKEW_MS) return
    jumps += 1
    jumpedAtMs = performance.now()
    recent.push({ byMs, atMs: performance.now() })
    if (recent.length > MAX_JUMPS) recent.shift()
    const hint = 'Synchronise the clock of this machine in small steps.'
    log.warn({ byMs, hint }, 'This machine’s clock jumped')
  }

  const running = loop(
    { ...context, signal: stopping.signal },
    {
      name: 'watch the clock',
      intervalMs: CHECK_EVERY_MS,
      async run() {
        checkClock()
        return { more: false }
      },
    },
  )
  return {
    now: wallClock,
    isShared: false,
    standing() {
      const sinceMs = performance.now() - SHOWN_MS
      const shown = recent.filter(({ atMs }) => atMs >= sinceMs)
      return { source: 'machine', skewMs: shown.reduce((sum, { byMs }) => sum + byMs, 0) }
    },
    jumps: () => jumps,
    hasJustJumped() {
      // A job that deletes by age must not run before the next check.
      checkClock()
      return performance.now() - jumpedAtMs < DOUBT_MS
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}
