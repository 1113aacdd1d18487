import { SLACK_MS } from '../clock/clock.ts'
import type { NetworkConfig } from '../config.ts'
import type { Row } from '../db/schema.ts'
import type { NetworkHealth, ReadinessContext } from './readinessCheck.ts'

/** The times at which one host last saw each network's state change, by a monotonic clock. */
export type Silences = {
  /** Returns the time in ms for which all checks have found the same state (`sign`). */
  seenMs(network: string, sign: string): number
}

/** A watcher counts as down after this many missed polls, but not before this time. */
const MAX_MISSED_POLLS = 10
const MIN_DOWN_MS = 30_000
/** The number of blocks that a cursor may be behind, in addition to the blocks that confirmations explain. */
const MAX_LAG_BLOCKS = 20

/** A last-seen time that is further in the future comes from a wrong clock, so the watcher counts as down. */
const MAX_AHEAD_MS = SLACK_MS

/**
 * Reads each served network's progress, regardless of the host that watches it. A network's silence is the age of
 * its last-seen time, or the time without an observed change, whichever is longer.
 */
export async function readNetworkHealth(
  { config, db, now }: ReadinessContext,
  silences: Silences,
): Promise<NetworkHealth[]> {
  const cursors = await db.kysely.selectFrom('chain_cursors').selectAll().execute()
  return config.networks.map((served) =>
    describeNetwork(
      served,
      cursors.find((cursor) => cursor.network === served.network.id),
      { now: now(), silences },
    ),
  )
}

function describeNetwork(
  served: NetworkConfig,
  cursor: Row<'chain_cursors'> | undefined,
  { now, silences }: { now: Date; silences: Silences },
): NetworkHealth {
  const network = served.network.id
  if (cursor === undefined) {
    return { network, status: 'down', headBlock: null, cursorBlock: null, lagBlocks: null }
  }
  const storedMs = now.getTime() - Date.parse(cursor.updated_at)
  const silentMs = Math.max(storedMs, silences.seenMs(network, cursor.updated_at))
  const isDown =
    storedMs < -MAX_AHEAD_MS ||
    silentMs > Math.max(MIN_DOWN_MS, MAX_MISSED_POLLS * served.pollIntervalMs)
  const lagBlocks = Math.max(0, Number(cursor.head_number - cursor.block_number))
  const isBehind =
    lagBlocks > served.finality.depth + MAX_LAG_BLOCKS || cursor.head_number < cursor.block_number
  return {
    network,
    status: isDown ? 'down' : isBehind ? 'behind' : 'ok',
    headBlock: Number(cursor.head_number),
    cursorBlock: Number(cursor.block_number),
    lagBlocks,
  }
}

/** Creates an empty record of the networks' changes. `elapsedMs` is a monotonic clock. */
export function createSilences(elapsedMs: () => number = () => performance.now()): Silences {
  const seen = new Map<string, { sign: string; atMs: number }>()
  return {
    seenMs(network, sign) {
      const atMs = elapsedMs()
      const known = seen.get(network)
      if (known?.sign === sign) return atMs - known.atMs
      seen.set(network, { sign, atMs })
      return 0
    },
  }
}
