import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Random } from './random.ts'

/** A node with intermittent failures, in front of a healthy node. */
export type FaultyProxy = AsyncDisposable & {
  url: string
  /** The share of requests that fail, which a test may change. */
  faults: { rate: number }
  counts: { requests: number; failed: number }
}

/**
 * Starts a proxy for a JSON-RPC node that breaks a share of the requests, each in one of four ways:
 *
 * - an error from the server;
 * - an error for each call;
 * - a reset connection;
 * - a reset after the node has executed the request, which hides the outcome from the caller.
 */
export async function startFaultyProxy(
  target: string,
  { random, rate }: { random: Random; rate: number },
): Promise<FaultyProxy> {
  const faults = { rate }
  const counts = { requests: 0, failed: 0 }
  const server = createServer(async (request, response) => {
    counts.requests += 1
    const fault = random.chance(faults.rate) ? random.pick(FAULTS) : null
    if (fault !== null) counts.failed += 1
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (fault === 'status') {
      response.writeHead(502).end('bad gateway')
      return
    }
    if (fault === 'reset') {
      request.socket.resetAndDestroy()
      return
    }
    if (fault === 'error') {
      response.end(JSON.stringify(errorsOf(JSON.parse(body))))
      return
    }
    const answer = await forward(target, body)
    if (fault === 'lost' || answer === null) request.socket.resetAndDestroy()
    else response.end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    counts,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const FAULTS = ['status', 'error', 'reset', 'lost'] as const

async function forward(target: string, body: string): Promise<string | null> {
  try {
    const headers = { 'content-type': 'application/json' }
    return await (await fetch(target, { method: 'POST', headers, body })).text()
  } catch {
    // The node itself failed; its caller treats that like any other fault.
    return null
  }
}

function errorsOf(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(errorsOf)
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : null
  return { jsonrpc: '2.0', id, error: { code: -32603, message: 'Internal error' } }
}
