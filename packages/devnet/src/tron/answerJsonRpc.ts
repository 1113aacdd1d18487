import { z } from 'zod'
import { RpcError } from '../errors.ts'
import { jsonRpcMethods } from './jsonRpcMethods.ts'
import { JsonRpcRefusal, jsonRpcCode } from './jsonRpcRefusal.ts'
import type { TronNodeState } from './tronNodeState.ts'

/** The maximum number of calls per batch. */
const MAX_CALLS = 1_000

const callShape = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})

/**
 * Handles a body sent to `/jsonrpc`, which is a call or a batch; `undefined` stands for a body that is not JSON. The status is always 200.
 */
export async function answerJsonRpc(state: TronNodeState, body: unknown): Promise<unknown> {
  if (body === undefined) return failure('null', jsonRpcCode.parse, 'JSON parse error')
  if (!Array.isArray(body)) return answerCall(state, body)
  if (body.length === 0 || body.length > MAX_CALLS) {
    return failure('null', jsonRpcCode.invalidRequest, 'Invalid Request')
  }
  return Promise.all(body.map((call) => answerCall(state, call)))
}

async function answerCall(state: TronNodeState, body: unknown): Promise<object> {
  const { data: call, error } = callShape.safeParse(body)
  if (error) return failure('null', jsonRpcCode.invalidRequest, 'Invalid Request')
  const id = call.id ?? null
  const method = Object.hasOwn(jsonRpcMethods, call.method) ? jsonRpcMethods[call.method] : null
  if (!method) {
    const sentence = `the method ${call.method} does not exist/is not available`
    return failure(id, jsonRpcCode.methodNotFound, sentence)
  }
  try {
    return { jsonrpc: '2.0', id, result: await method(state, call.params) }
  } catch (cause) {
    if (cause instanceof JsonRpcRefusal) return failure(id, cause.rpcCode, cause.message)
    if (cause instanceof RpcError) return failure(id, jsonRpcCode.internal, cause.message)
    throw cause
  }
}

function failure(id: string | number | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message, data: '{}' } }
}
