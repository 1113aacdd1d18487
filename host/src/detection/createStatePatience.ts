/**
 * Decides how long a reader of blocks keeps querying the rates of a past block. JSON-RPC has no error code for a pruned state,
 * and messages differ by node, so repeated failures also indicate a pruned state. The counts are kept per reader, in memory; a
 * restart resets them.
 */
export type StatePatience = {
  /** Counts a run that ended because a rate could not be read. */
  failed(): void
  /** A run succeeded. `isAnyGone`: some states counted as gone, so the states of the next run may count as gone at once. */
  ended(run: { isAnyGone: boolean }): void
  /** Whether a past state counts as gone if nodes return only the current rate. */
  isWornOut(): boolean
  /** Whether a past state counts as gone even if nodes do not return the current rate. */
  isSpent(): boolean
}

/** With a failing job's pauses, this takes about 6 s, longer than a provider needs to route the query to another machine. */
const TRIES = 6
/**
 * With the same pauses, this takes about five minutes. A node that has served heads, logs and receipts for that long will not begin to
 * serve contract reads.
 */
const MAX_TRIES = 60

/** Creates the patience of a reader that has not yet encountered a missing state. */
export function createStatePatience(): StatePatience {
  let tries = 0
  return {
    failed() {
      tries += 1
    },
    ended({ isAnyGone }) {
      tries = isAnyGone ? TRIES : 0
    },
    isWornOut: () => tries >= TRIES,
    isSpent: () => tries >= MAX_TRIES,
  }
}
