import { createServer } from 'node:http'
import { listen } from '../support/listen.ts'
import { serveParent } from './serveParent.ts'

/** Accepts webhooks as fast as node:http can. */
export type ReceiverCalls = {
  port(): number
  /** Discards earlier arrivals, and times the next `expected` arrivals. */
  reset(expected: number): void
  /** Resolves with the rate from the first to the last of the expected arrivals. */
  rate(): Promise<{ perSecond: number }>
}

const IDLE = Promise.withResolvers<{ perSecond: number }>()
let expected = 0
let arrived = 0
let firstAt = 0
let done = IDLE

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-length': 2 }).end('ok')
    count()
  })
})
const port = await listen(server)
serveParent({ port: () => port, reset, rate: () => done.promise } satisfies ReceiverCalls)

function reset(count: number): void {
  expected = count
  arrived = 0
  done = Promise.withResolvers()
}

function count(): void {
  arrived += 1
  if (arrived === 1) firstAt = performance.now()
  if (arrived !== expected) return
  done.resolve({ perSecond: (expected - 1) / ((performance.now() - firstAt) / 1_000) })
}
