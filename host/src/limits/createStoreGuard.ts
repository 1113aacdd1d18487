import type { Context } from '../context.ts'
import { DatabaseUnavailableError } from '../db/errors.ts'
import type { Policy } from './policy.ts'

/** Keeps calls from waiting for a database that does not answer. */
export type StoreGuard = {
  /** False for a while after a failure: count locally meanwhile. */
  isUp(): boolean
  /**
   * Runs a draw, and gives it up after a moment: a short one under a policy that may count locally.
   *
   * @throws DatabaseUnavailableError, or what the draw threw
   */
  run<T>(policy: Policy, draw: () => Promise<T>): Promise<T>
}

/** A call waits this long for its count before it is counted locally. */
const DEADLINE_MS = 250
/** Under a strict policy it is answered that the database is out of reach. */
const STRICT_DEADLINE_MS = 2_000
/** After a failure the database is asked again after this time. */
const REST_MS = 1_000

/** Opens the guard. Its times are of the process, since they have nothing to do with what is counted. */
export function createStoreGuard({ log }: Pick<Context, 'log'>): StoreGuard {
  let restsUntilMs = 0
  const guard: StoreGuard = {
    isUp: () => performance.now() >= restsUntilMs,
    async run(policy, draw) {
      try {
        return await withDeadline(draw(), policy.isStrict ? STRICT_DEADLINE_MS : DEADLINE_MS)
      } catch (err) {
        if (guard.isUp()) log.warn({ err, policy: policy.name }, 'Failed to count in the database')
        restsUntilMs = performance.now() + REST_MS
        throw err
      }
    },
  }
  return guard
}

async function withDeadline<T>(promise: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // An answer that has arrived already goes first: a busy event loop is not a silent database.
    setImmediate(() => reject(new DatabaseUnavailableError({ operation: 'count in time' })))
  }, deadlineMs)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
