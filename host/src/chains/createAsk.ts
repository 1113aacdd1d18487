import type { Network } from '@secure-payment/core/networks'
import { ChainUnavailableError, NodeError, RpcCallError } from './errors.ts'
import type { RpcNode } from './openRpcNode.ts'
import type { RpcCall, RpcOutcome } from './openRpcTransport.ts'
import { isRangeRefusal } from './rpcLimits.ts'
import { MalformedAnswerError } from './wire.ts'

/**
 * Sends calls in one round trip to the first healthy node whose response `read` accepts, and returns the result of
 * `read`.
 * @throws ChainUnavailableError if no node returned a usable response
 */
export type Ask = <T>(
  calls: readonly RpcCall[],
  options: AskOptions<T>,
) => Promise<{ answer: T; node: RpcNode }>

/** The query's options, and the reader of its response. */
type AskOptions<T> = {
  /** Receives the results in the order of the calls, and throws if the next node should be queried. */
  read: (results: readonly unknown[], node: RpcNode) => T
  /** The deadline of one round trip; 15 s by default. */
  deadlineMs?: number
  /** The node that is queried last. */
  avoid?: RpcNode | null
  /** With `keep`, a single call's error replaces its result instead of failing the node. */
  callErrors?: 'keep'
  /** A log query's number of blocks: nodes that have rejected that number are skipped, and a new rejection is stored. */
  logBlocks?: number
}

/** Every available node rejected a log query because its range was too wide; the caller must narrow the range. */
export class RangeRefusedError extends Error {
  override readonly name = 'RangeRefusedError'
}

/** The deadline of one round trip to one node. */
export const DEADLINE_MS = 15_000
/** A single node is retried once immediately, because one dropped connection is not an outage. */
const MIN_TRIES = 2

/** Queries a network's nodes in configuration order, and skips nodes that have just failed. */
export function createAsk(options: {
  network: Network
  nodes: readonly RpcNode[]
  nowMs: () => number
}): Ask {
  const { network } = options
  return async (calls, asked) => {
    let refusal: RpcCallError | null = null
    let lastError: unknown
    for (const node of chooseNodes(options, asked)) {
      try {
        const outcomes = await node.send(calls, asked.deadlineMs ?? DEADLINE_MS)
        return { answer: asked.read(unwrap(outcomes, asked.callErrors), node), node }
      } catch (error) {
        if (!isNodeFault(error)) throw error
        lastError = error
        if (asked.logBlocks === undefined || !isRefusal(error)) continue
        node.shrinkLogRange(asked.logBlocks)
        refusal = error
      }
    }
    if (refusal !== null) throw new RangeRefusedError(refusal.message, { cause: refusal })
    const reason =
      lastError instanceof Error ? lastError.message : 'every node is paused after a failure'
    throw new ChainUnavailableError(network.id, reason, { cause: lastError })
  }
}

function chooseNodes(
  { nodes, nowMs }: { nodes: readonly RpcNode[]; nowMs: () => number },
  { avoid = null, logBlocks = 0 }: { avoid?: RpcNode | null; logBlocks?: number },
): readonly RpcNode[] {
  const rested = nodes.filter(
    (node) => node.restsUntilMs() <= nowMs() && (node.logRange() >= logBlocks || logBlocks === 1),
  )
  const ordered = [
    ...rested.filter((node) => node !== avoid),
    ...rested.filter((node) => node === avoid),
  ]
  return ordered.length >= MIN_TRIES ? ordered : [...ordered, ...ordered]
}

/** Returns the results, including errors of single calls with `keep`. */
export function unwrap(
  outcomes: readonly RpcOutcome[],
  callErrors: 'keep' | undefined,
): readonly unknown[] {
  return outcomes.map((outcome) => {
    if (!('error' in outcome)) return outcome.result
    if (callErrors === 'keep') return outcome.error
    throw outcome.error
  })
}

function isRefusal(error: unknown): error is RpcCallError {
  return error instanceof RpcCallError && isRangeRefusal(error)
}

/** Returns whether the fault lies with the node, so that another node may succeed. */
export function isNodeFault(error: unknown): boolean {
  return (
    error instanceof NodeError ||
    error instanceof RpcCallError ||
    error instanceof MalformedAnswerError
  )
}
