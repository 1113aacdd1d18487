import { type NodeError, WrongChainError } from './errors.ts'

/** The state of a node: the pause during which the host does not query it, and the width of the log range that it serves. */
export type NodeHealth = {
  succeeded(): void
  /** Pauses the queries: longer after each consecutive failure, and at least as long as the node requested. */
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
/** After this many responses, a learnt limit is doubled once, in case the node was merely busy. */
const GROW_AFTER_ANSWERS = 500

/** The initial state of a node. */
export type NodeHealthOptions = {
  /** The largest log range at the start; it shrinks as the node rejects ranges. */
  maxLogRange: number
  /** Milliseconds of any monotonic clock. */
  nowMs: () => number
  /** A number in [0, 1) for jitter. */
  randomUnit: () => number
}

/** The node begins healthy, with the widest range. */
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
