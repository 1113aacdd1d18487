import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One address in front of a changing set of hosts. */
export type Balancer = AsyncDisposable & {
  url: string
  /** The requested paths, each with the status of its response. */
  readonly answers: readonly { path: string; status: number }[]
  /** Sends later requests to these hosts, in turn. */
  lead(...urls: readonly string[]): void
}

/** Starts a balancer in front of the given hosts: each request goes to the next host. */
export async function startBalancer(...first: readonly string[]): Promise<Balancer> {
  let hosts = first
  let turn = 0
  const answers: { path: string; status: number }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const host = hosts[turn % hosts.length] ?? ''
    turn += 1
    const { method, headers } = request
    const onward = forward(new URL(path, host), { method, headers }, (answer) => {
      const status = answer.statusCode ?? 502
      answers.push({ path, status })
      response.writeHead(status, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    lead(...urls) {
      hosts = urls
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
