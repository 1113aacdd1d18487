import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { findFreePort } from '@secure-payment/devnet'

/** An HTTP proxy in front of a server on 127.0.0.1. While the proxy is closed, it breaks every connection. */
export type Door = AsyncDisposable & { url: string; setOpen(isOpen: boolean): void }

/** Starts an open proxy in front of the server at `target`. */
export async function openDoor(target: string): Promise<Door> {
  const { hostname, port } = new URL(target)
  let isOpen = true
  const server = createServer((incoming, outgoing) => {
    if (!isOpen) {
      incoming.socket.destroy()
      return
    }
    const { method, headers } = incoming
    const onward = request({ hostname, port, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => incoming.socket.destroy())
    incoming.pipe(onward)
  })
  const ownPort = await findFreePort()
  server.listen(ownPort, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${ownPort}`,
    setOpen(value) {
      isOpen = value
      if (!isOpen) server.closeAllConnections()
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
