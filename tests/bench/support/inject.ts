import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { LoadRequest } from '../children/loadGenerator.ts'

/**
 * Passes a call to a listener as if it had arrived over HTTP, and resolves with the status once the response is complete. Skips HTTP
 * parsing and the network, so that only the listener's own work is measured.
 */
export function inject(listener: RequestListener, call: LoadRequest): Promise<number> {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' })
  const request = new IncomingMessage(socket)
  request.method = call.method
  request.url = call.path
  request.httpVersion = '1.1'
  request.httpVersionMajor = 1
  request.httpVersionMinor = 1
  request.headers = { host: '127.0.0.1', ...call.headers }
  if (call.body !== undefined) {
    request.headers['content-type'] = 'application/json'
    request.headers['content-length'] = String(Buffer.byteLength(call.body))
    request.push(call.body)
  }
  request.push(null)
  request.complete = true
  const response = new ServerResponse(request)
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  // `ServerResponse` uses only socket members that every writable stream has.
  response.assignSocket(sink as Socket)
  return new Promise((resolve) => {
    response.once('finish', () => resolve(response.statusCode))
    listener(request, response)
  })
}
