import type { Context } from '../context.ts'
import { DatabaseUnavailableError } from '../db/errors.ts'
import type { Policy } from './policy.ts'

/** Keeps calls from waiting for a database that does not respond. */
export type StoreGuard = {
  /** Whether to draw from the database; false for a while after a failure, while the host counts locally. */
  isUp(): boolean
  /**
   * Runs a draw with a deadline.
   *
   * @throws DatabaseUnavailableError, or the draw's error
   */
  run<T>(policy: Policy, draw: () => Promise<T>): Promise<T>
}

/**
 * The maximum time that a call waits for its count while the database is considered available. A shorter time would treat a busy database
 * as unavailable, and each host would count alone.
 */
const DEADLINE_MS = 3_000
/** The maximum time that a call waits while it probes the database. */
const PROBE_DEADLINE_MS = 1_000
/** After a failure, one call probes the database again after this time. */
const REST_MS = 1_000

export function createStoreGuard({ log, now }: Pick<Context, 'log' | 'now'>): StoreGuard {
  let isDown = false
  let restsUntilMs = 0
  const rest = () => {
    isDown = true
    restsUntilMs = now().getTime() + REST_MS
  }
  /** A clock that was set back must not extend the pause. */
  const isResting = () => {
    const leftMs = restsUntilMs - now().getTime()
    return leftMs > 0 && leftMs <= REST_MS
  }
  return {
    isUp: () => !isDown || !isResting(),
    async run(policy, draw) {
      const deadlineMs = isDown ? PROBE_DEADLINE_MS : DEADLINE_MS
      // The other calls continue without the database until this call succeeds.
      if (isDown) rest()
      try {
        const result = await withDeadline(draw(), deadlineMs)
        isDown = false
        return result
      } catch (err) {
        if (!isDown) log.warn({ err, policy: policy.name }, 'Failed to count in the database')
        rest()
        throw err
      }
    },
  }
}

async function withDeadline<T>(promise: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // Responses that have already arrived are processed first: a busy event loop is not a silent database.
    setImmediate(() => reject(new DatabaseUnavailableError({ operation: 'count in time' })))
  }, deadlineMs)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
