import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../context.ts'

/** Polls the database while something is watched. */
export type Poller = {
  /** Starts polling; has no effect while the poller is running. */
  start(): void
  /** Brings the next poll forward. */
  pollSoon(): void
}

/** The options of a poller. */
export type PollerOptions = {
  /** The time between two polls. */
  intervalMs: number
  /** Returns whether anything is watched; polling stops otherwise. */
  isNeeded: () => boolean
  poll: () => Promise<void>
  /** The polled subject, for the log. */
  of: string
}

/** The minimum time between polls that are brought forward. */
const MIN_GAP_MS = 40
/** The interval grows so that polls use at most a tenth of the time. */
const DUTY = 10
const TROUBLE_MS = 5_000

/** Polls at intervals while anything is watched and the host runs; a failed poll is logged once and retried later. */
export function createPoller(
  { log, signal }: Pick<Context, 'log' | 'signal'>,
  { intervalMs, isNeeded, poll, of }: PollerOptions,
): Poller {
  let isRunning = false
  let hurry = new AbortController()

  async function run(): Promise<void> {
    let failures = 0
    while (isNeeded() && !signal.aborted) {
      const startedAt = performance.now()
      hurry = new AbortController()
      try {
        await poll()
        failures = 0
      } catch (error) {
        failures += 1
        if (failures === 1) log.warn({ err: error, of }, 'Failed to poll for changes')
      }
      const gapMs = Math.max(MIN_GAP_MS, DUTY * (performance.now() - startedAt))
      const restMs = failures > 0 ? TROUBLE_MS : Math.max(0, intervalMs - gapMs)
      await pause(gapMs, signal)
      await pause(restMs, AbortSignal.any([signal, hurry.signal]))
    }
    isRunning = false
  }

  return {
    start() {
      if (isRunning || signal.aborted) return
      isRunning = true
      void run()
    },
    pollSoon() {
      if (isRunning) hurry.abort()
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Waits; an abort ends the wait early and is not a failure.
  await delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
