import type { NetworkConfig } from '../readNetworkConfigs.ts'
import { LOOK_MS, type OpenLook } from './createOpenLook.ts'

/**
 * How closely a network is watched: its nodes are queried at the poll interval while a payment may arrive, rarely
 * otherwise.
 */
export type Pace = {
  /** Rest between two ticks, each of which reads the pace. */
  readonly tickMs: number
  /** The work of this tick: a whole poll, a sparing one, or none. */
  due(): Promise<'open' | 'idle' | null>
  /** A poll ended well and nothing more is waiting; until then the next tick is due as well. */
  polled(): void
}

/** Creates the pace of one network; the first poll is due at once. `nowMs` is any steady clock. */
export function createPace(
  look: OpenLook,
  { network, pollIntervalMs, idlePollIntervalMs }: PaceSettings,
  nowMs: () => number = () => performance.now(),
): Pace {
  // A whole number of ticks makes one poll interval, so that the ticks do not delay a poll.
  const tickMs = pollIntervalMs / Math.ceil(pollIntervalMs / LOOK_MS)
  let polledMs = Number.NEGATIVE_INFINITY
  let isUnfinished = true
  let wasOpen = false
  return {
    tickMs,
    async due() {
      const isOpen = await look.isOpen(network.id)
      const hasOpened = isOpen && !wasOpen
      wasOpen = isOpen
      const intervalMs = isOpen ? pollIntervalMs : Math.max(idlePollIntervalMs, pollIntervalMs)
      isUnfinished ||= hasOpened || nowMs() - polledMs >= intervalMs - tickMs / 2
      if (!isUnfinished) return null
      return isOpen ? 'open' : 'idle'
    },
    polled() {
      isUnfinished = false
      polledMs = nowMs()
    },
  }
}

/** The pace of a watcher that is polled by hand: every poll is a whole one. */
export const UNPACED: Pick<Pace, 'due' | 'polled'> = {
  due: async () => 'open',
  polled() {},
}

type PaceSettings = Pick<NetworkConfig, 'network' | 'pollIntervalMs' | 'idlePollIntervalMs'>
