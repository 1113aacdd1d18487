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

/** The allowances of all keys, shared by all hosts of the database. */
export type Allowances = {
  /**
   * Counts one call. Returns at once if this host holds permits for the key, or has recorded that none are left. Otherwise, returns after a
   * draw from the database.
   *
   * @throws DatabaseUnavailableError under a strict policy, if the database cannot count
   */
  take(key: string, policy: Policy): Standing | Promise<Standing>
}

/** The maximum number of keys in a host's memory; permits for a dropped key lapse. */
const MAX_KEYS = 20_000

/** Opens the allowances of one host, which draws from the shared allowances. */
export function createAllowances(context: Pick<Context, 'now' | 'log'>, draws: Draws): Allowances {
  const { now } = context
  const guard = createStoreGuard(context)
  // A cache reserves its memory at once, so each cache is created only with its first key.
  let known: LRUCache<string, Allowance> | null = null
  /** The counts that this host makes while the database cannot count. */
  let local: LRUCache<string, Usage> | null = null

  function find(key: string): Allowance {
    known ??= new LRUCache({ max: MAX_KEYS })
    const found = known.get(key)
    if (found !== undefined) return found
    const allowance = createAllowance()
    known.set(key, allowance)
    return allowance
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
    local ??= new LRUCache({ max: MAX_KEYS })
    return countLocally(local, key, policy, { allowance, nowMs: now().getTime() })
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
        // Runs after the response: the next calls find permits, and a failure matters only once no permits are left.
        void inTurn(allowance, () => draw(key, policy, allowance, 0)).catch(ignore)
      }
      return standing
    },
  }
}

/** Runs the draws for one key one after another, so that one draw can serve all calls that found no permit. */
function inTurn<T>(allowance: Allowance, action: () => Promise<T>): Promise<T> {
  const result = allowance.turn.then(action)
  allowance.turn = result.then(ignore, ignore)
  return result
}

/** Counts one call on this host alone, from its own count or the last shared one, whichever is newer. */
function countLocally(
  local: LRUCache<string, Usage>,
  key: string,
  policy: Policy,
  { allowance, nowMs }: { allowance: Allowance; nowMs: number },
): Standing {
  const counted = local.get(key)
  const isNewer = counted !== undefined && counted.atMs >= allowance.known.atMs
  const usage = isNewer ? counted : allowance.known
  const grant = takePermits(usage, policy, { nowMs, calls: 1, ahead: 0, settled: null })
  local.set(key, grant.usage)
  if (grant.isAllowed) recordUncounted(allowance, nowMs)
  const resetS = Math.ceil(grant.resetMs / 1_000)
  return { isAllowed: grant.isAllowed, remaining: grant.free, resetS }
}

function ignore(): void {}
