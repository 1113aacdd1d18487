import type { IncomingMessage, ServerResponse } from 'node:http'
import { WaitTimeoutError } from '../errors.ts'
import { listenLocally } from '../http/listenLocally.ts'
import { MAX_BODY_BYTES, readBody } from '../http/readBody.ts'
import { sendJson } from '../http/sendJson.ts'
import { type Delivery, readDelivery } from './delivery.ts'
import { createDeliveryLog, type DeliveryLog } from './deliveryLog.ts'
import { streamDeliveries } from './streamDeliveries.ts'

/** A webhook receiver on 127.0.0.1. */
export type Sink = AsyncDisposable & {
  /** The URL for webhooks. Every path on the origin accepts a POST. */
  url: string
  /** GET returns the deliveries, oldest first. DELETE removes them. PUT `{status}` sets the status of later responses. */
  deliveriesUrl: string
  /** Server-sent events: `delivery` for each delivery, the stored deliveries first, and `cleared` when the log is emptied. */
  eventsUrl: string
  deliveries(): Delivery[]
  /** Returns the first matching delivery, whether stored already or received later. Throws WaitTimeoutError. */
  waitFor(fits: (delivery: Delivery) => boolean, timeoutMs?: number): Promise<Delivery>
  clear(): void
  /** Sets the endpoint's secret, which the API returns when the endpoint is created. */
  setSecret(secret: string): void
  /**
   * Sets the status of later responses, or a function that chooses the status. The sink stores every delivery, regardless of the status
   * that it returns.
   */
  setStatus(status: number | ((delivery: Delivery) => number)): void
}

/** The default timeout of `waitFor`. */
const WAIT_TIMEOUT_MS = 30_000

type State = {
  log: DeliveryLog
  secret: string | null
  chooseStatus: (delivery: Delivery) => number
}

/** Starts a sink on the given or a free port. Throws StartError when the port is in use. */
export async function startSink(options: { port?: number; secret?: string } = {}): Promise<Sink> {
  const log = createDeliveryLog()
  const state: State = { log, secret: options.secret ?? null, chooseStatus: () => 200 }
  const server = await listenLocally({
    what: 'The webhook sink',
    port: options.port,
    handle: (request, response) => handle(state, request, response),
  })
  const { origin } = server

  return {
    url: `${origin}/webhook`,
    deliveriesUrl: `${origin}/deliveries`,
    eventsUrl: `${origin}/events`,
    deliveries: () => log.entries().map((entry) => entry.delivery),
    waitFor: (fits, timeoutMs = WAIT_TIMEOUT_MS) => waitFor(log, fits, timeoutMs),
    clear: () => log.clear(),
    setSecret(secret) {
      state.secret = secret
    },
    setStatus(status) {
      state.chooseStatus = typeof status === 'number' ? () => status : status
    },
    [Symbol.asyncDispose]: () => Promise.resolve(server[Symbol.asyncDispose]()),
  }
}

async function handle(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://sink').pathname
  const route = `${request.method} ${path}`
  if (request.method === 'POST') return receive(state, request, response)
  if (route === 'GET /events') return streamDeliveries(state.log, request, response)
  if (route === 'GET /deliveries') {
    return sendJson(
      response,
      200,
      state.log.entries().map((entry) => entry.delivery),
    )
  }
  if (route === 'DELETE /deliveries') {
    state.log.clear()
    return sendJson(response, 200, { success: true })
  }
  if (route === 'PUT /deliveries') return changeStatus(state, request, response)
  return sendJson(response, 404, { message: `There is no ${route} here.` })
}

async function receive(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytes = await readBody(request)
  if (!bytes) return sendJson(response, 413, { message: `The limit is ${MAX_BODY_BYTES} bytes.` })
  const { headers } = request
  const delivery = readDelivery({ headers, bytes, secret: state.secret, now: new Date() })
  state.log.add(delivery)
  const status = state.chooseStatus(delivery)
  return sendJson(response, status, { received: true, verified: delivery.verified })
}

async function changeStatus(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const bytes = await readBody(request)
  const status = /^\s*\{\s*"status"\s*:\s*([2-5]\d\d)\s*\}\s*$/.exec(bytes?.toString() ?? '')?.[1]
  if (status === undefined) {
    return sendJson(response, 400, { message: 'Send {"status": n} with n from 200 to 599.' })
  }
  state.chooseStatus = () => Number(status)
  return sendJson(response, 200, { status: Number(status) })
}

function waitFor(
  log: DeliveryLog,
  fits: (delivery: Delivery) => boolean,
  timeoutMs: number,
): Promise<Delivery> {
  const stored = log.entries().find((entry) => fits(entry.delivery))
  if (stored) return Promise.resolve(stored.delivery)
  const { promise, resolve, reject } = Promise.withResolvers<Delivery>()
  const stop = log.listen((change) => {
    if (change.kind === 'added' && fits(change.entry.delivery)) resolve(change.entry.delivery)
  })
  const timer = setTimeout(() => {
    const facts = { what: 'matching delivery', timeoutMs, seen: log.entries().length }
    reject(new WaitTimeoutError(facts))
  }, timeoutMs)
  return promise.finally(() => {
    stop()
    clearTimeout(timer)
  })
}
