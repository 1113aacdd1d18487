import { createNodeHealth, type NodeHealth } from './createNodeHealth.ts'
import { AnswerTooLargeError, NodeError, WrongChainError } from './errors.ts'
import { openRpcTransport, type RpcCall, type RpcOutcome } from './openRpcTransport.ts'
import { MalformedAnswerError, parseQuantity } from './wire.ts'

/** Facts of one node of a network. */
export type RpcNodeOptions = {
  url: string
  chainId: number
  /** Largest log range to begin with; shrinks as the node refuses. */
  maxLogRange: number
  /** Milliseconds of any steady clock. */
  nowMs: () => number
  /** A number in [0, 1) for jitter. */
  randomUnit: () => number
}

/** One JSON-RPC endpoint with what is remembered about it. It is asked for its chain before anything else. */
export type RpcNode = AsyncDisposable &
  Pick<NodeHealth, 'restsUntilMs' | 'logRange' | 'shrinkLogRange'> & {
    /** Its host: paths and queries of node URLs carry keys. */
    readonly name: string
    /**
     * Sends calls in one round trip and returns their outcomes in the order asked. Throws {@link NodeError} when the
     * node as a whole failed; then it rests. An error of a single call is an outcome.
     */
    send(calls: readonly RpcCall[], deadlineMs: number): Promise<readonly RpcOutcome[]>
  }

/** Opens one node; nothing is sent before the first call. */
export function openRpcNode(options: RpcNodeOptions): RpcNode {
  const transport = openRpcTransport(options.url)
  const health = createNodeHealth(options)
  let isChainChecked = false

  async function checkChain(deadlineMs: number): Promise<void> {
    const call = { method: 'eth_chainId', params: [] }
    const [outcome] = await transport.exchange([call], deadlineMs)
    if (outcome === undefined || 'error' in outcome) {
      throw new NodeError(transport.name, 'does not tell its chain id')
    }
    const actual = parseQuantity(outcome.result, 'eth_chainId')
    if (actual !== BigInt(options.chainId)) {
      throw new WrongChainError(transport.name, options.chainId, actual)
    }
    isChainChecked = true
  }

  return {
    name: transport.name,
    restsUntilMs: health.restsUntilMs,
    logRange: health.logRange,
    shrinkLogRange: health.shrinkLogRange,
    async send(calls, deadlineMs) {
      try {
        if (!isChainChecked) await checkChain(deadlineMs)
        const outcomes = await transport.exchange(calls, deadlineMs)
        health.succeeded()
        return outcomes
      } catch (cause) {
        if (cause instanceof AnswerTooLargeError) throw cause
        const error = cause instanceof NodeError ? cause : toNodeError(transport.name, cause)
        // After a failure the URL may lead to another machine, so the chain is checked again.
        isChainChecked = false
        health.failed(error)
        throw error
      }
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
}

function toNodeError(name: string, cause: unknown): NodeError {
  if (cause instanceof MalformedAnswerError) return new NodeError(name, cause.message, { cause })
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown failure'
  return new NodeError(name, reason, { cause })
}
