import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy in front of a PostgreSQL server on loopback; the response to the first COMMIT never
 * reaches the host.
 */
export type CommitCutter = AsyncDisposable & {
  port: number
  /** Returns the number of cut commits: 0 or 1. */
  cuts(): number
}

/** Starts the proxy. Depending on `how`, the connection is closed after the server's response, or stays open in silence. */
export async function startCommitCutter(
  target: { host: string; port: number },
  how: 'cut' | 'silence',
): Promise<CommitCutter> {
  const sockets = new Set<Socket>()
  let cuts = 0
  const server = createServer((client) => {
    const upstream = keep(sockets, connect(target.port, target.host))
    keep(sockets, client)
    let isCut = false
    client.on('data', (chunk) => {
      if (cuts === 0 && chunk.includes('commit')) {
        cuts += 1
        isCut = true
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (!isCut) client.write(chunk)
      else if (how === 'cut') client.destroy()
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Tracks a connection; a connection that the other side closes is not a failure here. */
function keep(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket)
  socket.on('error', () => {})
  return socket
}
