import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { getNetwork } from '@secure-payment/core/networks'
import { z } from 'zod'

/** One path's response: JSON, or a status with text instead. */
type TronAnswer = { json: unknown } | { status: number; text: string } | 'reset'

/** A received request. `body` is null for a GET. */
type TronRequest = { path: string; headers: IncomingHttpHeaders; body: unknown }

/** A Tron node on 127.0.0.1 whose responses a test chooses; it returns 404 for all other paths. */
export type TronServer = AsyncDisposable & {
  /** The server's URL without `/jsonrpc`, with a key in its path. */
  base: string
  /** The HTTP API's responses by path, such as `wallet/getaccount`. */
  api: Map<string, TronAnswer | ((body: unknown) => TronAnswer)>
  /** JSON-RPC results and errors by method. */
  rpc: Map<string, (params: readonly unknown[]) => { result: unknown } | { error: unknown }>
  requests: TronRequest[]
}

const KEY = '/a-key'

/** Starts a server that supports only the chain's id. */
export async function startTronServer(): Promise<TronServer> {
  const chainId = `0x${getNetwork('tron').chainId.toString(16)}`
  const api: TronServer['api'] = new Map()
  const rpc: TronServer['rpc'] = new Map([['eth_chainId', () => ({ result: chainId })]])
  const requests: TronRequest[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body: unknown = text === '' ? null : JSON.parse(text)
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const path = pathname.slice(KEY.length + 1)
    requests.push({ path, headers: request.headers, body })
    if (path === 'jsonrpc') return void response.end(JSON.stringify(answerRpc(rpc, body)))
    const known = api.get(path)
    const answer = typeof known === 'function' ? known(body) : known
    if (answer === 'reset') return void request.socket.resetAndDestroy()
    send(response, answer ?? { status: 404, text: '<html>Not Found</html>' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    base: `http://127.0.0.1:${port}${KEY}`,
    api,
    rpc,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, answer: Exclude<TronAnswer, 'reset'>): void {
  if ('json' in answer) response.end(JSON.stringify(answer.json))
  else response.writeHead(answer.status).end(answer.text)
}

const callSchema = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })

function answerRpc(rpc: TronServer['rpc'], body: unknown): unknown {
  if (Array.isArray(body)) return body.map((call) => answerRpc(rpc, call))
  const { id, method, params } = callSchema.parse(body)
  const missing = { code: -32601, message: `the method ${method} does not exist` }
  return { jsonrpc: '2.0', id, ...(rpc.get(method)?.(params) ?? { error: missing }) }
}

const transcriptSchema = z.object({
  calls: z.record(
    z.string(),
    z.object({ path: z.string(), request: z.unknown(), answer: z.looseObject({}) }),
  ),
})

/** Returns a Tron node's recorded calls by name. */
export function readTronTranscript() {
  const text = readFileSync(new URL('tronTranscript.json', import.meta.url), 'utf8')
  const { calls } = transcriptSchema.parse(JSON.parse(text))
  return (name: string) => {
    const call = calls[name]
    if (call === undefined) throw new Error(`No call ${name} was recorded`)
    return call
  }
}
