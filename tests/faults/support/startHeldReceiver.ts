import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook receiver that leaves calls without a response until the test releases them. */
export type HeldReceiver = AsyncDisposable & {
  url: string
  /** Values of the `webhook-id` header, in order of arrival. */
  readonly received: readonly string[]
  /** Responds to the waiting calls with one status, and to later calls with another. */
  answer(waiting: number, later: number): void
}

/** Starts the receiver on a free port of 127.0.0.1. */
export async function startHeldReceiver(): Promise<HeldReceiver> {
  const received: string[] = []
  let waiting: ServerResponse[] = []
  let status: number | null = null
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    request.resume()
    if (status === null) waiting.push(response)
    else response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    answer(now, later) {
      for (const response of waiting) response.writeHead(now).end()
      waiting = []
      status = later
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
