import { MAX_SKEW_MS } from '../clock/clock.ts'
import type { ReadinessCheck } from './readinessCheck.ts'

/** The clock of this host's machine is wrong; decisions that use the database's clock are still correct. */
export const clockSkew: ReadinessCheck = {
  name: 'clock_skew',
  level: 'warning',
  run({ context }) {
    const standing = context.clock?.standing()
    if (standing === undefined || Math.abs(standing.skewMs) <= MAX_SKEW_MS) return []
    const { source, skewMs } = standing
    const seconds = `${Math.abs(skewMs / 1_000).toFixed(1)} s`
    const message =
      source === 'database'
        ? `The clock of this machine is ${seconds} ${skewMs > 0 ? 'ahead of' : 'behind'} the database's, which is authoritative. Synchronise the clock, because certificates and logs depend on it.`
        : `The clock of this machine was moved ${skewMs > 0 ? 'forward' : 'back'} by ${seconds} within ten minutes. Synchronise the clock in small steps: the ends of links and sessions depend on it.`
    return [{ message }]
  },
}
