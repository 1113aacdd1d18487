import { sql } from 'kysely'
import { loop } from '../scheduling/loop.ts'
import { type Clock, DOUBT_MS, MAX_SKEW_MS } from './clock.ts'
import { createJumpWatch } from './createJumpWatch.ts'
import { narrowOffset } from './narrowOffset.ts'
import type { ClockContext } from './openClock.ts'

/** The interval at which the database's time is read; between two reads, a monotonic clock measures the time. */
const MEASURE_EVERY_MS = 10_000
/** The interval at which the machine's clock is compared with its monotonic clock. After a suspension, the host measures at once. */
const CHECK_EVERY_MS = 1_000
/** The number of measurements at startup; the most precise one counts. */
const FIRST_SAMPLES = 3
/** A clock that stays wrong is logged again after this time. */
const REPEAT_MS = 3_600_000

/**
 * Opens the database's clock. The monotonic clock counts the time between two measurements, so a change of this
 * machine's clock has no effect. While the database does not respond, the last measurement counts.
 */
export async function openDatabaseClock(context: ClockContext): Promise<Clock> {
  const { log, wallClock } = context
  const stopping = new AbortController()
  const jumpWatch = createJumpWatch(wallClock)
  const warn = createSkewWarning(log)
  let offsetMs: number | null = null
  let measuredAtMs = 0
  let jumps = 0
  let jumpedAtMs = Number.NEGATIVE_INFINITY

  async function measure(): Promise<void> {
    const sentMs = performance.now()
    const serverMs = await readServerTime(context)
    measuredAtMs = performance.now()
    const before = offsetMs
    offsetMs = narrowOffset(before, { serverMs, sentMs, receivedMs: measuredAtMs })
    warn(wallClock().getTime() - serverMs)
    const movedMs = before === null ? 0 : offsetMs - before
    if (Math.abs(movedMs) <= MAX_SKEW_MS) return
    jumps += 1
    jumpedAtMs = performance.now()
    log.warn({ byMs: Math.round(movedMs) }, 'The database’s clock jumped')
  }

  const nowMs = () => performance.now() + (offsetMs ?? 0)
  for (let sample = 0; sample < FIRST_SAMPLES; sample += 1) await measure()
  const running = loop(
    { ...context, signal: stopping.signal },
    {
      name: 'measure the clock',
      intervalMs: CHECK_EVERY_MS,
      async run() {
        const hasJumped = Math.abs(jumpWatch.check()) > MAX_SKEW_MS
        if (hasJumped || performance.now() - measuredAtMs >= MEASURE_EVERY_MS) await measure()
        return { more: false }
      },
    },
  )
  return {
    now: () => new Date(nowMs()),
    isShared: true,
    standing: () => ({
      source: 'database',
      skewMs: Math.round(wallClock().getTime() - nowMs()),
    }),
    jumps: () => jumps,
    hasJustJumped: () => performance.now() - jumpedAtMs < DOUBT_MS,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await running
    },
  }
}

async function readServerTime({ db }: Pick<ClockContext, 'db'>): Promise<number> {
  const { rows } = await sql<{ ms: string }>`
    select (extract(epoch from clock_timestamp()) * 1000)::text as ms`.execute(db.kysely)
  const ms = Number(rows[0]?.ms)
  if (!Number.isFinite(ms)) throw new Error('The database did not return its time.')
  return ms
}

/** Logs that the machine's clock is wrong, again every hour while it stays wrong, and once it is right again. */
function createSkewWarning(log: ClockContext['log']): (skewMs: number) => void {
  let warnedAtMs: number | null = null
  return (exactMs) => {
    const skewMs = Math.round(exactMs)
    if (Math.abs(skewMs) <= MAX_SKEW_MS) {
      if (warnedAtMs !== null) log.info({ skewMs }, 'This machine’s clock is right again')
      warnedAtMs = null
      return
    }
    if (warnedAtMs !== null && performance.now() - warnedAtMs < REPEAT_MS) return
    warnedAtMs = performance.now()
    const hint = 'Synchronise the clock of this machine. Until then, the database’s clock applies.'
    log.warn({ skewMs, hint }, 'This machine’s clock is off')
  }
}
