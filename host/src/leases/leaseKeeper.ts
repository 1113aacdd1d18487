import { SLACK_MS } from '../clock/clock.ts'
import type { Context } from '../context.ts'
import { createSilenceWatch } from './createSilenceWatch.ts'
import {
  acquireLease,
  type Holder,
  LEASE_MS,
  type Lease,
  releaseLease,
  type TakenLease,
} from './leases.ts'

/** Holds one lease for a loop and renews it. */
export type LeaseKeeper = {
  /** The lease, or `null` while another host holds it. */
  hold(): Promise<Lease | null>
  /** Discards the lease after a check has found it stale. */
  drop(): void
  /** Releases the lease, so that another host can acquire it at once. */
  release(): Promise<void>
}

/** The keeper renews the lease after this much of its duration. */
const RENEW_AFTER_MS = 5_000

/**
 * Creates a keeper without a lease. `checksOnce`: the caller checks only once whether the lease is free, so the keeper cannot
 * observe the holder's silence.
 */
export function createLeaseKeeper(
  context: Pick<Context, 'db' | 'now' | 'clock' | 'log'>,
  name: string,
  holder: Holder,
  { checksOnce = false } = {},
): LeaseKeeper {
  let lease: Lease | null = null
  let renewedAtMs = Number.NEGATIVE_INFINITY
  const silence = checksOnce ? undefined : createSilenceWatch(LEASE_MS)
  return {
    async hold() {
      if (lease !== null && performance.now() - renewedAtMs < RENEW_AFTER_MS) return lease
      renewedAtMs = performance.now()
      const held = await acquireLease(context, name, holder.name, silence)
      if (held !== null && held.fencing !== lease?.fencing) {
        context.log.info({ lease: name, fencing: Number(held.fencing) }, 'Acquired lease')
        warnOfFarEnd(context, held)
      }
      lease = held
      return held
    },
    drop() {
      lease = null
      context.log.warn({ lease: name }, 'Lost lease')
    },
    async release() {
      if (lease !== null) await releaseLease(context, lease)
      lease = null
    },
  }
}

/**
 * Warns if the previous holder's lease ended too late. That holder's clock was ahead, because no holder renews for longer than a
 * lease lasts.
 */
function warnOfFarEnd(
  { now, log }: Pick<Context, 'now' | 'log'>,
  { name, formerEnd }: TakenLease,
): void {
  if (formerEnd === null || Date.parse(formerEnd) <= now().getTime() + LEASE_MS + SLACK_MS) return
  log.warn({ lease: name, formerEnd }, 'Acquired a lease from a holder whose clock was ahead')
}
