import { once } from 'node:events'
import { createServer } from 'node:http'

/** A node behind a gate that a test closes once. */
export type NodeGate = AsyncDisposable & {
  url: string
  /**
   * Waits for the first matching request, whose caller never receives a response. `isPassedOn` decides whether the node still receives that
   * request. Later requests pass.
   */
  catchOne(isIt: (body: string) => boolean, options: { isPassedOn: boolean }): Promise<void>
}

/** Starts a gate in front of a JSON-RPC node. */
export async function startNodeGate(target: string): Promise<NodeGate> {
  type Trap = { isIt(body: string): boolean; isPassedOn: boolean; caught(): void }
  let trap: Trap | null = null
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const closed = trap?.isIt(body) === true ? trap : null
    if (closed !== null) trap = null
    if (closed?.isPassedOn === false) {
      closed.caught()
      return
    }
    const answer = await forward(target, body)
    if (closed !== null) closed.caught()
    else if (answer === null) request.socket.resetAndDestroy()
    else response.end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    catchOne: (isIt, { isPassedOn }) =>
      new Promise((resolve) => {
        trap = { isIt, isPassedOn, caught: resolve }
      }),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function forward(target: string, body: string): Promise<string | null> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(target, { method: 'POST', headers, body }).catch(() => null)
  return answer === null ? null : answer.text()
}
