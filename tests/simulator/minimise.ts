import type { FaultKind } from './faults.ts'
import { simulateWorld, type WorldReport } from './simulateWorld.ts'
import type { WorldOptions } from './worldOptions.ts'

/** The maximum number of worlds to run to reduce a failing world. */
const MAX_TRIES = 40

/**
 * Finds a smaller world with the same seed that still fails, with fewer kinds of fault, then with fewer days.
 */
export async function minimise(
  failing: WorldOptions & { faults: readonly FaultKind[] },
): Promise<WorldReport & { options: typeof failing }> {
  let options = failing
  let report = await simulateWorld(options)
  let tries = 0
  const attempt = async (smaller: typeof failing): Promise<boolean> => {
    tries += 1
    if (tries > MAX_TRIES) return false
    const tried = await simulateWorld(smaller)
    if (tried.differences.length === 0) return false
    options = smaller
    report = tried
    return true
  }
  for (const kind of failing.faults) {
    await attempt({ ...options, faults: options.faults.filter((other) => other !== kind) })
  }
  while (options.days > 1 && (await attempt({ ...options, days: Math.floor(options.days / 2) }))) {
    // The loop halves the days again.
  }
  return { ...report, options }
}
