import { type NodeError, WrongChainError } from './errors.ts'

/** The state of a node: the pause during which the host does not query it, and the width of the log range that it serves. */
export type NodeHealth = {
  succeeded(): void
  /** Pauses the queries, longer after each consecutive failure and for at least the time that the node requested. */
  failed(error: NodeError): void
  /** The time from which the node may be queried again, on the clock of `nowMs`. */
  restsUntilMs(): number
  logRange(): number
  shrinkLogRange(refusedBlocks: number): void
}

const MIN_REST_MS = 250
const MAX_REST_MS = 5_000
const MAX_RETRY_AFTER_MS = 60_000
const WRONG_CHAIN_REST_MS = 60_000
/** After this many successful queries, a reduced log range is doubled, in case the node had merely been busy. */
const GROW_AFTER_ANSWERS = 500

/** The settings of a node's state. */
export type NodeHealthOptions = {
  /** The initial and largest log range, in blocks; the range shrinks as the node rejects queries. */
  maxLogRange: number
  /** Milliseconds of any monotonic clock. */
  nowMs: () => number
  /** A number in [0, 1) for jitter. */
  randomUnit: () => number
}

/** Creates the state of a node: healthy, and with the widest log range. */
export function createNodeHealth(options: NodeHealthOptions): NodeHealth {
  let failures = 0
  let restsUntilMs = Number.NEGATIVE_INFINITY
  let logRange = options.maxLogRange
  let answersSinceShrink = 0
  return {
    succeeded() {
      failures = 0
      restsUntilMs = Number.NEGATIVE_INFINITY
      answersSinceShrink += 1
      if (answersSinceShrink < GROW_AFTER_ANSWERS || logRange === options.maxLogRange) return
      logRange = Math.min(logRange * 2, options.maxLogRange)
      answersSinceShrink = 0
    },
    failed(error) {
      failures += 1
      const doubled = Math.min(MIN_REST_MS * 2 ** (failures - 1), MAX_REST_MS)
      const jittered = doubled * (0.5 + options.randomUnit() / 2)
      const asked = Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
      const wrong = error instanceof WrongChainError ? WRONG_CHAIN_REST_MS : 0
      restsUntilMs = options.nowMs() + Math.max(jittered, asked, wrong)
    },
    restsUntilMs: () => restsUntilMs,
    logRange: () => logRange,
    shrinkLogRange(refusedBlocks) {
      logRange = Math.max(1, Math.floor(Math.min(logRange, refusedBlocks) / 2))
      answersSinceShrink = 0
    },
  }
}
