import { LEASE_MS } from '../../host/src/leases/leases.ts'
import type { SimulatedServer } from './simulatedServer.ts'
import type { VirtualTime } from './virtualTime.ts'

type Held = { holder: string; expires_at: string; fencing: string; renewedMs: number }

/** Tolerance for hosts whose statements arrive a little late. */
const SLACK_MS = 1_000
const AFTER_MEASURING_MS = 6_000

/** Checks that no lease moves from a holder that renewed it in time: only a silent holder may lose a lease. */
export function createLeaseWatch(world: {
  server: SimulatedServer
  time: VirtualTime
  differences: string[]
  /** Returns the database's time as measured by each host. */
  measured(): readonly number[]
}): { check(): void; forget(): void } {
  const { server, time, differences, measured } = world
  const known = new Map<string, Held>()
  let offAtMs = Number.NEGATIVE_INFINITY
  let wasOff = false
  /**
   * Returns whether a host has yet to measure a change to the database's clock, which reaches each host with its next measurement.
   * Until then, the host may use the old time. A transaction that began with the old time may commit a little later.
   */
  const isMeasuring = () => {
    const isOff = measured().some((ms) => Math.abs(ms - server.nowMs()) > SLACK_MS)
    if (isOff || wasOff) offAtMs = time.elapsedMs()
    wasOff = isOff
    return time.elapsedMs() - offAtMs < AFTER_MEASURING_MS
  }
  return {
    check() {
      const mayBeWrong = isMeasuring()
      for (const row of server.read('select name, holder, fencing, expires_at from leases')) {
        const name = String(row['name'])
        const before = known.get(name)
        const now: Held = {
          holder: String(row['holder']),
          expires_at: String(row['expires_at']),
          fencing: String(row['fencing']),
          // A row from before the watch may be old.
          renewedMs: before === undefined ? Number.NEGATIVE_INFINITY : time.elapsedMs(),
        }
        if (before?.expires_at === now.expires_at && before.holder === now.holder) continue
        known.set(name, now)
        if (before === undefined || before.holder === now.holder) continue
        const silentMs = time.elapsedMs() - before.renewedMs
        const isOver = Date.parse(before.expires_at) <= server.nowMs() + SLACK_MS
        if (isOver || silentMs >= LEASE_MS - SLACK_MS || mayBeWrong) continue
        differences.push(`the lease ${name} moved from a holder that renewed it ${silentMs} ms ago`)
      }
    },
    forget: () => known.clear(),
  }
}
