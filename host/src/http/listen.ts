import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { Socket } from 'node:net'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { PortNotOpenError } from '../portNotOpenError.ts'
import type { RejectConnection } from './createConnectionRejecter.ts'
import { isAnswering } from './isAnswering.ts'

/** An open port. Until the server has a handler, it returns 503. */
export type Listening = {
  port: number
  /** Sets the handler of calls, and the handler of messages that are not calls. */
  serve(handler: RequestListener, reject: RejectConnection): void
  /** Stops accepting calls and lets the calls in progress end: requests that are still being received get 2 s, and responses 10 s. */
  drain(): Promise<void>
}

/** The time for which fully received calls may continue when the host stops. */
const DRAIN_MS = 10_000
/** The time for which a call that is still arriving may continue, because its sender decides its speed. */
const RECEIVE_MS = 2_000
const KEEP_ALIVE_MS = 65_000

/** The time limits for the arrival of a call's headers and of the whole call, and the interval at which the server checks them. */
type Times = { headersMs: number; requestMs: number; checkMs: number }

const TIMES: Times = { headersMs: 10_000, requestMs: 30_000, checkMs: 5_000 }

/**
 * Opens the port and returns its number, which the system selects for port 0.
 *
 * @throws PortNotOpenError
 */
export async function listen(
  config: Pick<Config, 'port' | 'bind'>,
  log: Logger,
  times: Times = TIMES,
): Promise<Listening> {
  let handler: RequestListener = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end()
  }
  let reject: RejectConnection = ({ socket }) => socket.destroy()
  const connections = new Map<Socket, ServerResponse[]>()
  const server = createServer(optionsOf(times), (request, response) => {
    // A disconnected caller or a late response affects only that call.
    request.on('error', () => {})
    response.on('error', (error) => log.debug({ err: error }, 'Aborted a response'))
    remember(connections.get(request.socket) ?? [], response)
    handler(request, response)
  })
  // RFC 9110, section 10.1.1: A server may ignore an unknown expectation. Node would otherwise send a 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket)) return
    reject({ error, socket, calls: connections.get(socket) ?? [] })
  })
  server.on('connection', (socket) => {
    connections.set(socket, [])
    socket.once('close', () => connections.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new PortNotOpenError(error)))
    server.listen(config.port, config.bind, resolve)
  })
  // This error occurs, for example, when the process has no file descriptors left.
  server.on('error', (error) => log.error({ err: error }, 'Failed to accept a connection'))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : config.port,
    serve: (ready, rejectWhenReady) => {
      handler = ready
      reject = rejectWhenReady
    },
    drain: () => drain(server, connections),
  }
}

function optionsOf({ headersMs, requestMs, checkMs }: Times): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The application itself rejects a call without Host, and sends a problem document.
    requireHostHeader: false,
  }
}

async function drain(
  server: Server,
  connections: ReadonlyMap<Socket, readonly ServerResponse[]>,
): Promise<void> {
  if (!server.listening) return
  const received = setTimeout(() => {
    for (const [socket, calls] of connections) if (!calls.some(isAnswering)) socket.destroy()
  }, RECEIVE_MS)
  const answered = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
  })
  clearTimeout(received)
  clearTimeout(answered)
}

/**
 * Stores a connection's call, in the place of an ended call if there is one, so that the array stays short. A `Set` would keep
 * ended calls in memory until a major garbage collection, because its outgrown tables still refer to them.
 */
function remember(calls: ServerResponse[], call: ServerResponse): void {
  const ended = calls.findIndex(({ writableFinished }) => writableFinished)
  calls[ended < 0 ? calls.length : ended] = call
}
