import { BaseError } from '@secure-payment/core'

/** No node of a network returned a usable response. Retrying later may succeed. */
export class ChainUnavailableError extends BaseError {
  readonly code = 'chain_unavailable'
  readonly kind = 'unavailable'

  constructor(networkId: string, reason: string, options: { cause?: unknown; hint?: string } = {}) {
    super(`The network ${networkId} cannot be read now: ${reason}.`, {
      hint: options.hint ?? 'Try again shortly.',
      retryable: true,
      cause: options.cause,
    })
  }
}

/** Too few nodes of a network agree on a fact that money depends on. Detection waits until most of them agree. */
export class NodesDisagreeError extends ChainUnavailableError {
  override readonly name = 'NodesDisagreeError'
}

/** The host does not serve the network. */
export class ChainNotConfiguredError extends BaseError {
  readonly code = 'network_not_served'
  readonly kind = 'invalid'

  constructor(networkId: string) {
    super(`This host does not serve the network ${networkId}.`, {
      hint: 'Use a served network, or have the operator of the host add the network to PAY_NETWORKS.',
    })
  }
}

/** One node failed to respond: a connection, deadline or HTTP error, or a malformed body. Another node may succeed. */
export class NodeError extends Error {
  override readonly name: string = 'NodeError'
  /** The pause that the node requested, in milliseconds; `null` if none. */
  readonly retryAfterMs: number | null
  /** The HTTP status of a response that was not JSON or that requested a pause; otherwise `null`. */
  readonly httpStatus: number | null

  constructor(
    node: string,
    reason: string,
    options: { cause?: unknown; retryAfterMs?: number | null; httpStatus?: number } = {},
  ) {
    super(`${node}: ${reason}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.retryAfterMs = options.retryAfterMs ?? null
    this.httpStatus = options.httpStatus ?? null
  }
}

/** A node's response exceeded the size limit. The node is healthy, but its queries must be smaller. */
export class AnswerTooLargeError extends NodeError {
  override readonly name = 'AnswerTooLargeError'

  constructor(node: string, maxBytes: number) {
    super(node, `a response of more than ${maxBytes} bytes`)
  }
}

/** A node returned a JSON-RPC error object for one call. */
export class RpcCallError extends Error {
  override readonly name = 'RpcCallError'
  readonly rpcCode: number
  readonly rpcMessage: string
  /** The `data` of the error object: a contract's revert data, if the node returns it. */
  readonly rpcData: unknown

  constructor(
    node: string,
    method: string,
    rpcCode: number,
    rpcMessage: string,
    rpcData: unknown = null,
  ) {
    super(`${node}: ${method} returned ${rpcCode} ${rpcMessage}`)
    this.rpcCode = rpcCode
    this.rpcMessage = rpcMessage
    this.rpcData = rpcData
  }
}

/** A node serves a different chain than configured, so it is not used. */
export class WrongChainError extends NodeError {
  override readonly name = 'WrongChainError'

  constructor(node: string, expectedChainId: number, actual: unknown) {
    super(node, `serves chain ${String(actual)} but is configured for chain ${expectedChainId}`)
  }
}
