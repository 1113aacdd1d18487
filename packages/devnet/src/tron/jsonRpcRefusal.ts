import { BaseError } from '@secure-payment/core'

/** JSON-RPC's error codes as java-tron uses them. */
export const jsonRpcCode = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32000,
  tooMany: -32005,
} as const

/** A JSON-RPC error from the node, with java-tron's message. */
export class JsonRpcRefusal extends BaseError {
  readonly code = 'json_rpc_refused'
  readonly kind = 'invalid'
  readonly rpcCode: number

  constructor(rpcCode: number, sentence: string) {
    super(sentence)
    this.rpcCode = rpcCode
  }
}

/** Returns the error -32602 for an invalid parameter. */
export function invalidParams(sentence: string): JsonRpcRefusal {
  return new JsonRpcRefusal(jsonRpcCode.invalidParams, sentence)
}
