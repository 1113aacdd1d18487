import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'

/** Hostile webhook receivers. */
export type HostileReceivers = AsyncDisposable & {
  /** The behaviour and the URL of each receiver. */
  receivers: readonly { kind: string; url: string }[]
  /**
   * Returns the maximum number of bytes that one connection accepted from a receiver before the connection closed, including
   * bytes in the sockets' buffers.
   */
  mostTaken(): number
}

const DRIP_MS = 50

/** Starts ten hostile receivers on loopback, one of each kind. */
export async function startHostileReceivers(): Promise<HostileReceivers> {
  const stack = new AsyncDisposableStack()
  const sockets = new Set<Socket>()
  let mostClosedBytes = 0
  const watch = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => {
      mostClosedBytes = Math.max(mostClosedBytes, socket.bytesWritten)
      sockets.delete(socket)
    })
  }
  const receivers: { kind: string; url: string }[] = []
  for (const [kind, { server, scheme = 'http' }] of Object.entries(createServers())) {
    const port = await listen(stack, server, watch)
    receivers.push({ kind, url: `${scheme}://127.0.0.1:${port}/` })
  }
  const closed = createServer()
  const port = await listen(stack, closed, watch)
  await new Promise((resolve) => closed.close(resolve))
  receivers.push({ kind: 'is not there', url: `http://127.0.0.1:${port}/` })
  stack.defer(() => {
    for (const socket of sockets) socket.destroy()
  })
  return {
    receivers,
    mostTaken: () => Math.max(mostClosedBytes, ...[...sockets].map((open) => open.bytesWritten)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

type Hostile = { server: Server; scheme?: 'https' }

function createServers(): Record<string, Hostile> {
  return {
    'never answers': http(() => {}),
    'drips its body': http((_request, response) => {
      response.writeHead(200)
      drip(response.socket, () => response.write('.'))
    }),
    'sends without end': http((_request, response) => {
      const chunk = 'x'.repeat(16_384)
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }),
    'resets the connection': http((request) => request.socket.resetAndDestroy()),
    'leads to cloud metadata': http((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    }),
    'drips its headers': tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
      drip(socket, () => socket.write('a'))
    }),
    'sends headers without end': tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(`x-more: ${'a'.repeat(1_000)}\r\n`));
        if (!socket.destroyed) socket.once('drain', more)
      }
      more()
    }),
    'never shakes hands': { ...tcp(() => {}), scheme: 'https' },
    'speaks plain HTTP where TLS is expected': {
      ...tcp((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')),
      scheme: 'https',
    },
  }
}

function http(listener: RequestListener): Hostile {
  return {
    server: createHttpServer((request, response) => {
      request.resume()
      response.on('error', () => {})
      listener(request, response)
    }),
  }
}

function tcp(serve: (socket: Socket) => void): Hostile {
  return {
    server: createServer((socket) => {
      socket.on('error', () => {})
      socket.resume()
      serve(socket)
    }),
  }
}

/** Writes small pieces until the other side closes the connection. */
function drip(socket: Socket | null, write: () => void): void {
  const timer = setInterval(write, DRIP_MS)
  socket?.on('close', () => clearInterval(timer))
}

async function listen(
  stack: AsyncDisposableStack,
  server: Server,
  watch: (socket: Socket) => void,
): Promise<number> {
  server.on('connection', watch)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
