import { createNodeHealth, type NodeHealth, type NodeHealthOptions } from './createNodeHealth.ts'
import { AnswerTooLargeError, NodeError, WrongChainError } from './errors.ts'
import type { RpcTransport } from './openRpcTransport.ts'
import { MalformedAnswerError, parseQuantity } from './wire.ts'

/** Passes queries to one node once its chain is verified, and records its failures. */
export type NodeGuard = Pick<NodeHealth, 'restsUntilMs' | 'logRange' | 'shrinkLogRange'> & {
  /**
   * Sends a query. Throws {@link NodeError} if the node as a whole failed. The node is then skipped for a while, unless its
   * response was merely too large.
   */
  pass<T>(ask: () => Promise<T>, deadlineMs: number): Promise<T>
}

/** Receives the outcome of each query to one node. */
export type NodeWatch = { answered(): void; failed(error: NodeError): void }

/** Creates a guard for a node whose chain has not been verified yet. */
export function createNodeGuard(
  transport: RpcTransport,
  options: NodeHealthOptions & { chainId: number; watch?: NodeWatch },
): NodeGuard {
  const health = createNodeHealth(options)
  let isChainChecked = false

  async function checkChain(deadlineMs: number): Promise<void> {
    const call = { method: 'eth_chainId', params: [] }
    const [outcome] = await transport.exchange([call], deadlineMs)
    if (outcome === undefined || 'error' in outcome) {
      throw new NodeError(transport.name, 'does not return its chain id')
    }
    const actual = parseQuantity(outcome.result, 'eth_chainId')
    if (actual !== BigInt(options.chainId)) {
      throw new WrongChainError(transport.name, options.chainId, actual)
    }
    isChainChecked = true
  }

  return {
    restsUntilMs: health.restsUntilMs,
    logRange: health.logRange,
    shrinkLogRange: health.shrinkLogRange,
    async pass(ask, deadlineMs) {
      try {
        if (!isChainChecked) await checkChain(deadlineMs)
        const answer = await ask()
        health.succeeded()
        options.watch?.answered()
        return answer
      } catch (cause) {
        if (cause instanceof AnswerTooLargeError) throw cause
        const error = cause instanceof NodeError ? cause : toNodeError(transport.name, cause)
        // After a failure, the URL may lead to another machine, so the chain is verified again.
        isChainChecked = false
        health.failed(error)
        options.watch?.failed(error)
        throw error
      }
    },
  }
}

function toNodeError(name: string, cause: unknown): NodeError {
  if (cause instanceof MalformedAnswerError) return new NodeError(name, cause.message, { cause })
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown failure'
  return new NodeError(name, reason, { cause })
}
