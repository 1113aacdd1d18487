import type { NetworkConfig } from '../config.ts'
import { CACHE_MS, type OpenCheck } from './createOpenCheck.ts'

/**
 * Decides how often a network is polled: at the poll interval while a payment may arrive, rarely otherwise.
 */
export type Pace = {
  /** The pause between two ticks; each tick calls `due`. */
  readonly tickMs: number
  /** The work of this tick: a full poll, a reduced one, or none. */
  due(): Promise<'open' | 'idle' | null>
  /** Call this after a poll that succeeded and left no further range; until that call, every tick polls again. */
  polled(): void
}

/** Creates one network's pace; the first poll is due at once. `nowMs` may be any monotonic clock. */
export function createPace(
  openCheck: OpenCheck,
  { network, pollIntervalMs, idlePollIntervalMs }: PaceSettings,
  nowMs: () => number = () => performance.now(),
): Pace {
  // The poll interval is a whole number of ticks, so that the ticks do not delay a poll.
  const tickMs = pollIntervalMs / Math.ceil(pollIntervalMs / CACHE_MS)
  let polledMs = Number.NEGATIVE_INFINITY
  let isUnfinished = true
  let wasOpen = false
  return {
    tickMs,
    async due() {
      const isOpen = await openCheck.isOpen(network.id)
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

/** The pace of a watcher whose polls are started by the caller: every poll is a full one. */
export const UNPACED: Pick<Pace, 'due' | 'polled'> = {
  due: async () => 'open',
  polled() {},
}

type PaceSettings = Pick<NetworkConfig, 'network' | 'pollIntervalMs' | 'idlePollIntervalMs'>
