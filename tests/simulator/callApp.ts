import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { Express } from 'express'

/** A response from the application. */
export type AppAnswer = { status: number; body: Record<string, unknown> }

/** A call to the application. */
export type AppCall = {
  method: string
  path: string
  headers: Readonly<Record<string, string>>
  body?: unknown
}

/** Calls the application in this process: a real request and a real response, without a socket. */
export function callApp(
  app: Express,
  { method, path, headers, body }: AppCall,
): Promise<AppAnswer> {
  const request = new IncomingMessage(new Socket())
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
  const content =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(bytes.length) }
  request.method = method
  request.url = path
  request.headers = { host: 'pay.example.test', ...content, ...headers }
  request.push(bytes)
  request.push(null)
  request.complete = true
  const response = new ServerResponse(request)
  const chunks: Buffer[] = []
  const wire = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  // The response uses this socket only to write.
  response.assignSocket(wire as unknown as Socket)
  const answered = new Promise<AppAnswer>((resolve) => {
    response.on('finish', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const json = text.slice(text.indexOf('\r\n\r\n') + 4)
      resolve({ status: response.statusCode, body: json === '' ? {} : JSON.parse(json) })
    })
  })
  app(request, response)
  return answered
}
