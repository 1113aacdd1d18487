import { findServedNetwork } from '../config.ts'
import type { ReadinessCheck } from './readinessCheck.ts'
import { createSilences } from './readNetworkHealth.ts'

/** A working chain with working nodes never goes without a new block for this time. */
const HALTED_MS = 15 * 60_000
const HALTED_MINUTES = HALTED_MS / 60_000

/** Creates the check for a network whose head does not advance. `elapsedMs` is a monotonic clock. */
export function createNetworkHalted(elapsedMs?: () => number): ReadinessCheck {
  const heads = createSilences(elapsedMs)
  return {
    name: 'network_halted',
    level: 'warning',
    run: ({ context: { config }, networks }) =>
      networks
        .filter(({ network, headBlock, status }) => {
          // A developer's chain creates blocks only for transactions.
          const isLocal = findServedNetwork(config, network)?.network.isLocal ?? true
          if (headBlock === null || status === 'down' || isLocal) return false
          return heads.seenMs(network, String(headBlock)) >= HALTED_MS
        })
        .map(({ network, headBlock }) => ({
          network,
          message: `${network} has had no block after ${headBlock} for ${HALTED_MINUTES} minutes: its nodes have stopped, or the chain has. Payments on it are not detected.`,
        })),
  }
}

export const networkHalted = createNetworkHalted()
