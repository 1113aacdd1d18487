import { BaseError } from '@secure-payment/core'
import type { Wakeup } from './wakeup.ts'

/** The inputs of a loop. */
export type LoopContext = {
  signal: AbortSignal
  random(bytes: number): Uint8Array
  log: { error(facts: object, msg?: string): void }
}

/** A job that runs repeatedly until its signal aborts. */
export type LoopOptions = {
  /** The name of the job in logs. */
  name: string
  /** The pause between two runs without work. */
  intervalMs: number
  /** Ends the pause early. */
  wakeup?: Wakeup
  /** Runs one bounded piece of work; `more` starts the next run at once. */
  run(signal: AbortSignal): Promise<{ more: boolean }>
}

const MIN_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 5_000
/** The interval at which a failure that lasts is logged again. */
const SUMMARY_MS = 5 * 60_000

/**
 * Runs a job until the signal aborts. An error is followed by a growing, jittered pause, and never ends the job. The log contains the first
 * error of a series, each error that differs from the previous one, and the number of failures every five minutes. Resolves once the run in
 * progress has ended.
 */
export async function loop(context: LoopContext, options: LoopOptions): Promise<void> {
  const { signal } = context
  let failures = 0
  let loggedMessage: string | null = null
  let loggedAtMs = 0
  while (!signal.aborted) {
    try {
      const { more } = await options.run(signal)
      failures = 0
      loggedMessage = null
      if (!more) await rest(options.intervalMs, signal, options.wakeup)
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      const backoffMs = backoff(failures, context.random(1)[0] ?? 0)
      const message = error instanceof Error ? error.message : String(error)
      const nowMs = performance.now()
      if (message !== loggedMessage || nowMs - loggedAtMs >= SUMMARY_MS) {
        loggedMessage = message
        loggedAtMs = nowMs
        const facts = { job: options.name, ...describe(error), failures, backoffMs }
        context.log.error(facts, 'Job run failed')
      }
      await rest(backoffMs, signal)
    }
  }
}

/** The message of an unreachable network names the cause, so its stack would only repeat it at every poll. */
function describe(error: unknown): object {
  const isUnreachable = error instanceof BaseError && error.code === 'chain_unavailable'
  return isUnreachable ? { reason: error.message } : { err: error }
}

/** Returns the pause after failures, in milliseconds. It doubles from 250 to 5,000, minus a random part of up to a half (`randomByte`). */
export function backoff(failures: number, randomByte: number): number {
  const full = Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS)
  return Math.round(full * (1 - randomByte / 512))
}

/** Resolves after the time, on wake-up or on abort, whichever comes first. */
export function rest(durationMs: number, signal: AbortSignal, wakeup?: Wakeup): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      stopWaiting?.()
      resolve()
    }
    const timer = setTimeout(end, durationMs)
    signal.addEventListener('abort', end, { once: true })
    const stopWaiting = wakeup?.onNotify(end)
  })
}
