import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * Starts a proxy in front of a TCP server on loopback. The proxy accepts every connection, never responds on the first `unanswered`
 * connections, and forwards all others.
 */
export async function startSlowServer(
  target: { host: string; port: number },
  options: { unanswered: number },
): Promise<AsyncDisposable & { port: number; connections(): number }> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    count += 1
    keep(sockets, socket)
    if (count <= options.unanswered) return
    const upstream = keep(sockets, connect(target.port, target.host))
    socket.pipe(upstream).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Tracks a connection, and ignores its errors: a peer may reset it. */
function keep(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket)
  socket.on('error', () => {})
  return socket
}
