import { createServer } from 'node:http'

/** One response from a faulty node: a JSON-RPC result or error, or an action instead of a response. */
export type RpcAnswer =
  | { result: unknown }
  | { error: { code: number; message: string } }
  | { http: { status: number; body: string; headers?: Record<string, string> } }
  | 'silence'
  | 'reset'

/** A JSON-RPC server on 127.0.0.1 whose responses a test chooses. */
export type RpcServer = AsyncDisposable & {
  url: string
  /** Requested methods, in order. */
  calls: string[]
  /** The number of received bodies: one per HTTP request. */
  requests: number
}

/**
 * Starts a server that responds to each call with `answer`. With `refusesBatches`, the server responds to every batch with one error. With
 * `largestBatch`, it rejects larger batches, either like geth (`one error`: an array of one, for the first call) or like a gateway (`http
 * 413`).
 */
export async function startRpcServer(
  answer: (method: string, params: readonly unknown[]) => RpcAnswer | Promise<RpcAnswer>,
  options: {
    refusesBatches?: boolean
    largestBatch?: { calls: number; refusal: 'one error' | 'http 413' }
  } = {},
): Promise<RpcServer> {
  const state = { calls: [] as string[], requests: 0 }
  const server = createServer(async (request, response) => {
    state.requests += 1
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body: unknown = JSON.parse(text)
    const isBatch = Array.isArray(body)
    if (isBatch && options.refusesBatches === true) {
      const error = { code: -32600, message: 'batches are not supported' }
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
      return
    }
    const { largestBatch } = options
    if (isBatch && largestBatch !== undefined && body.length > largestBatch.calls) {
      const error = { code: -32600, message: 'batch too large' }
      if (largestBatch.refusal === 'http 413') response.writeHead(413).end('<html>too large</html>')
      else response.end(JSON.stringify([{ jsonrpc: '2.0', id: body[0].id, error }]))
      return
    }
    const answers: unknown[] = []
    for (const call of isBatch ? body : [body]) {
      const { id, method, params } = call
      state.calls.push(method)
      const answered = await answer(method, params)
      if (answered === 'silence') return
      if (answered === 'reset') {
        request.socket.resetAndDestroy()
        return
      }
      if ('http' in answered) {
        response.writeHead(answered.http.status, answered.http.headers).end(answered.http.body)
        return
      }
      answers.push({ jsonrpc: '2.0', id, ...answered })
    }
    response.end(JSON.stringify(isBatch ? answers.reverse() : answers[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/secret-key`,
    calls: state.calls,
    get requests() {
      return state.requests
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Forwards calls to a real node, unless the test returns a response instead. */
export async function startRpcProxy(
  target: string,
  intervene: (method: string, params: readonly unknown[]) => RpcAnswer | null = () => null,
): Promise<RpcServer> {
  return startRpcServer(async (method, params) => {
    const own = intervene(method, params)
    if (own !== null) return own
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const answer = await response.json()
    return 'error' in answer ? { error: answer.error } : { result: answer.result }
  })
}
