/** The lag of a replica, computed from positions in the primary's log. Times are monotonic milliseconds. */
export type LagRecord = {
  /** The primary had written its log up to this position at this time. */
  written(atMs: number, position: bigint): void
  /** The replica has replayed the log up to this position. */
  replayed(position: bigint): void
  /** The time since the replica last had all that the primary had written; measured from the record's creation until then. */
  lagMs(nowMs: number): number
}

/** The maximum number of positions that the replica has not reached; they cover 17 minutes at two per second. */
const MAX_WAITING = 2_000

/**
 * Creates a record. The replica's own time of its last replayed transaction would not serve: it stands still while the primary is idle, and
 * looks current while the replica is disconnected.
 */
export function createLagRecord(startMs: number = performance.now()): LagRecord {
  let caughtUpMs = startMs
  let waiting: { atMs: number; position: bigint }[] = []
  return {
    written(atMs, position) {
      if (waiting.length < MAX_WAITING) waiting.push({ atMs, position })
    },
    replayed(position) {
      const reached = waiting.findLastIndex((one) => one.position <= position)
      caughtUpMs = waiting[reached]?.atMs ?? caughtUpMs
      waiting = waiting.slice(reached + 1)
    },
    lagMs: (nowMs) => nowMs - caughtUpMs,
  }
}
