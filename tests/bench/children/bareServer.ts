import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../support/listen.ts'
import { readUsage, serveParent } from './serveParent.ts'

/** A response of the same length as the host's response to a new secure payment. */
const CREATED = JSON.stringify({
  requestIds: [`01${'0'.repeat(64)}`],
  securePaymentUrl: `http://localhost:8080/?token=${'0'.repeat(26)}`,
  token: '0'.repeat(26),
})
const FOUND = JSON.stringify({ status: 'ok' })

/** The fastest possible server: node:http alone, which parses a POST's body as JSON. */
export type BareCalls = { port(): number; usage: typeof readUsage }

const port = await listen(createServer(serve))
serveParent({ port: () => port, usage: readUsage } satisfies BareCalls)

function serve(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'POST') {
    answer(response, 200, FOUND)
    return
  }
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    answer(response, typeof body === 'object' ? 201 : 400, CREATED)
  })
}

function answer(response: ServerResponse, status: number, text: string): void {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, headers).end(text)
}
