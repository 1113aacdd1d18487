import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartError } from '../errors.ts'
import { sendJson } from './sendJson.ts'

/** A server on 127.0.0.1. Disposing it closes the server and every connection. */
export type LocalServer = AsyncDisposable & {
  /** Without a trailing slash. */
  origin: string
}

/**
 * Listens on the given or a free port on 127.0.0.1. An error from `handle` becomes a 500. If the port is in use, throws StartError, whose
 * message begins with `what`.
 */
export async function listenLocally(options: {
  what: string
  port?: number | undefined
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}): Promise<LocalServer> {
  const server = createServer((request, response) => {
    options.handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 500, { message: String(error) })
    })
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening').catch((cause: unknown) => {
    throw new StartError({ what: options.what, problem: `cannot listen: ${cause}`, cause })
  })

  return {
    origin: `http://127.0.0.1:${portOf(server.address())}`,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
