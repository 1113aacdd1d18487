/**
 * How long one reader of blocks continues to ask for the rates of a past block. JSON-RPC has no error code for a pruned
 * state, and each node has its own message for it; repeated failures show it too. The counts are kept per reader, in
 * memory: a restart begins to count again.
 */
export type StatePatience = {
  /** Counts a run that ended because a rate could not be read. */
  failed(): void
  /** A run ended well. `isAnyGone`: some states counted as gone, and those of the next run may do so at once. */
  ended(run: { isAnyGone: boolean }): void
  /** Whether a past state counts as gone when nodes return the present rate instead. */
  isWornOut(): boolean
  /** Whether it does so when they do not return that either. */
  isSpent(): boolean
}

/** With the rests of a failing job some 6 s: longer than a provider needs to send the question to another machine. */
const TRIES = 6
/**
 * Some five minutes at the same rests: nodes that serve heads, logs and receipts for so long will not start to read
 * contracts.
 */
const MAX_TRIES = 60

/** Creates the patience of a reader that has not met a missing state. */
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
