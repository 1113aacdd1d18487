import type { Context } from '../context.ts'
import { DatabaseUnavailableError } from '../db/errors.ts'
import type { Policy } from './policy.ts'

/** Keeps calls from waiting for a database that does not respond. */
export type StoreGuard = {
  /** False for a while after a failure: count locally until then. */
  isUp(): boolean
  /**
   * Runs a draw, and gives it up after a moment.
   *
   * @throws DatabaseUnavailableError, or what the draw threw
   */
  run<T>(policy: Policy, draw: () => Promise<T>): Promise<T>
}

/**
 * The time for which a call waits for its count while the database is considered up. A shorter time would treat a
 * busy one as one that is down, and each host would count alone.
 */
const DEADLINE_MS = 3_000
/** The time for which the call that tests the database again waits. */
const PROBE_DEADLINE_MS = 1_000
/** After a failure, one call tries the database again after this time. */
const REST_MS = 1_000

/** Opens the guard. */
export function createStoreGuard({ log, now }: Pick<Context, 'log' | 'now'>): StoreGuard {
  let isDown = false
  let restsUntilMs = 0
  const rest = () => {
    isDown = true
    restsUntilMs = now().getTime() + REST_MS
  }
  /** A clock that was set back must not make it longer. */
  const isResting = () => {
    const leftMs = restsUntilMs - now().getTime()
    return leftMs > 0 && leftMs <= REST_MS
  }
  return {
    isUp: () => !isDown || !isResting(),
    async run(policy, draw) {
      const deadlineMs = isDown ? PROBE_DEADLINE_MS : DEADLINE_MS
      // The others continue without the database until this one succeeds.
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
    // A response that has already arrived goes first: a busy event loop is not a silent database.
    setImmediate(() => reject(new DatabaseUnavailableError({ operation: 'count in time' })))
  }, deadlineMs)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
