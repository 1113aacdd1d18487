import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'

/** An open port. Until it is given a handler it returns 503. */
export type Listening = {
  port: number
  serve(handler: RequestListener): void
  /** Stops accepting and lets the calls in progress end: requests still being received get 2 s, responses 10 s. */
  drain(): Promise<void>
}

/** When the host stops, the time for which fully received calls may continue. */
const DRAIN_MS = 10_000
/** The time for which a call that is still arriving may continue: its sender decides how slow it is. */
const RECEIVE_MS = 2_000
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 65_000

/**
 * Opens the port, because port 0 becomes a real one only then.
 *
 * @throws the system's error when the port is in use
 */
export async function listen(
  config: Pick<Config, 'port' | 'bind'>,
  log: Logger,
): Promise<Listening> {
  let handler: RequestListener = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end()
  }
  const sockets = new Set<Socket>()
  const calls = new Set<IncomingMessage>()
  const server = createServer((request, response) => {
    // A caller that hangs up, or a response that is written too late, concerns that call alone.
    request.on('error', () => {})
    response.on('error', (error) => log.debug({ err: error }, 'Aborted a response'))
    calls.add(request)
    response.once('close', () => calls.delete(request))
    handler(request, response)
  })
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.bind, resolve)
  })
  // One cause is a lack of file descriptors.
  server.on('error', (error) => log.error({ err: error }, 'Failed to accept a connection'))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : config.port,
    serve: (ready) => {
      handler = ready
    },
    drain: () => drain(server, { sockets, calls }),
  }
}

async function drain(
  server: Server,
  { sockets, calls }: { sockets: ReadonlySet<Socket>; calls: ReadonlySet<IncomingMessage> },
): Promise<void> {
  if (!server.listening) return
  const received = setTimeout(() => {
    const answering = new Set([...calls].filter(isWhole).map(({ socket }) => socket))
    for (const socket of sockets) if (!answering.has(socket)) socket.destroy()
  }, RECEIVE_MS)
  const answered = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
  })
  clearTimeout(received)
  clearTimeout(answered)
}

function isWhole({ complete }: IncomingMessage): boolean {
  return complete
}
