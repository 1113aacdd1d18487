import { LRUCache } from 'lru-cache'
import type { Context } from '../context.ts'
import {
  type Allowance,
  createAllowance,
  recordFailure,
  recordGrant,
  recordUncounted,
  type Standing,
  settle,
  spend,
} from './allowance.ts'
import type { Draws } from './createDraws.ts'
import { createStoreGuard } from './createStoreGuard.ts'
import { type Policy, permitsAhead } from './policy.ts'
import { takePermits, type Usage } from './takePermits.ts'

/** The allowances of all keys, shared with the other hosts of the database. */
export type Allowances = {
  /**
   * Counts one call. Returns at once while this host holds permits of the key or has recorded that nothing is left,
   * else after a draw from the database.
   *
   * @throws DatabaseUnavailableError under a strict policy, when the database cannot count
   */
  take(key: string, policy: Policy): Standing | Promise<Standing>
}

/** Keys that one host keeps in memory; permits of a key that is dropped lapse. */
const MAX_KEYS = 20_000

/** Opens the allowances of one host, which draws from those that all hosts share. */
export function createAllowances(context: Pick<Context, 'now' | 'log'>, draws: Draws): Allowances {
  const { now } = context
  const guard = createStoreGuard(context)
  const known = new LRUCache<string, Allowance>({ max: MAX_KEYS })
  /** The counts of this host while the database could not count. */
  const local = new LRUCache<string, Usage>({ max: MAX_KEYS })

  function find(key: string): Allowance {
    const found = known.get(key)
    if (found !== undefined) return found
    const allowance = createAllowance()
    known.set(key, allowance)
    return allowance
  }

  /** Calls of one key that find no permit wait for each other, so that one draw serves them. */
  function inTurn<T>(allowance: Allowance, action: () => Promise<T>): Promise<T> {
    const result = allowance.turn.then(action)
    allowance.turn = result.then(ignore, ignore)
    return result
  }

  async function draw(
    key: string,
    policy: Policy,
    allowance: Allowance,
    calls: 0 | 1,
  ): Promise<Standing> {
    const settled = settle(allowance, now().getTime())
    try {
      const ahead = permitsAhead(policy)
      const grant = await guard.run(policy, () => draws(key, policy, { calls, ahead, settled }))
      const nowMs = now().getTime()
      return recordGrant(allowance, grant, {
        kept: settled?.kept ?? 0,
        nowMs,
        limit: policy.limit,
      })
    } catch (error) {
      recordFailure(allowance)
      throw error
    }
  }

  function takeLocally(key: string, policy: Policy, allowance: Allowance): Standing {
    const nowMs = now().getTime()
    const counted = local.get(key)
    const isNewer = counted !== undefined && counted.atMs >= allowance.known.atMs
    const usage = isNewer ? counted : allowance.known
    const grant = takePermits(usage, policy, { nowMs, calls: 1, ahead: 0, settled: null })
    local.set(key, grant.usage)
    if (grant.isAllowed) recordUncounted(allowance, nowMs)
    const resetS = Math.ceil(grant.resetMs / 1_000)
    return { isAllowed: grant.isAllowed, remaining: grant.free, resetS }
  }

  async function takeShared(key: string, policy: Policy, allowance: Allowance): Promise<Standing> {
    const standing = spend(allowance, now().getTime())
    if (standing !== null) return standing
    if (!policy.isStrict && !guard.isUp()) return takeLocally(key, policy, allowance)
    try {
      return await draw(key, policy, allowance, 1)
    } catch (error) {
      if (policy.isStrict) throw error
      return takeLocally(key, policy, allowance)
    }
  }

  return {
    take(key, policy) {
      const allowance = find(key)
      const standing = spend(allowance, now().getTime())
      if (standing === null) return inTurn(allowance, () => takeShared(key, policy, allowance))
      if (allowance.permits === allowance.refillAt && guard.isUp()) {
        // After the response: the next calls find permits, and a failure is met when there are none.
        void inTurn(allowance, () => draw(key, policy, allowance, 0)).catch(ignore)
      }
      return standing
    },
  }
}

function ignore(): void {}
