import { createServer } from 'node:http'

/** A Tron node that forwards every request to another node, unless a test replaces the response. */
export type TronProxy = AsyncDisposable & {
  rpcUrl: string
  /** Replacement responses by path, such as `walletsolidity/getnowblock`: JSON, or `null` for a broken connection. */
  own: Map<string, (() => unknown) | null>
}

/** Starts a proxy in front of a node's base URL. */
export async function startTronProxy(target: string): Promise<TronProxy> {
  const own: TronProxy['own'] = new Map()
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').slice(1)
    const answer = own.get(path)
    if (answer === null) return void request.socket.resetAndDestroy()
    if (answer !== undefined) return void response.end(JSON.stringify(answer()))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const { method = 'GET' } = request
    const passed = await fetch(`${target}/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
    })
    response.writeHead(passed.status).end(await passed.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    rpcUrl: `http://127.0.0.1:${port}/jsonrpc`,
    own,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
