import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyStandardWebhook } from '@secure-payment/core/webhooks'
import { MAX_BODY_BYTES, readBody } from '../http/readBody.ts'
import { sendJson } from '../http/sendJson.ts'
import { answerOfframp, OfframpRefusal } from './answerOfframp.ts'
import type { Callbacks } from './createCallbacks.ts'
import type { OfframpRecords } from './offrampRecords.ts'
import { changeSwitches, type OfframpSwitches, offrampSwitchesBody } from './offrampSwitches.ts'

/** A recorded call to the provider's API. */
export type RecordedCall = {
  method: string
  /** Path and query. */
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** The status of the response; null if there was none. */
  status: number | null
}

/** The state of a provider. */
export type OfframpState = {
  origin: string
  secret: string
  now: () => number
  switches: OfframpSwitches
  records: OfframpRecords
  callbacks: Callbacks
  requests: RecordedCall[]
  /** The ids of the received calls; the provider accepts each id once. */
  seen: Set<string>
}

/** The maximum number of calls in the log, which removes the oldest first. */
const MAX_REQUESTS = 10_000

/** Serves the provider's API below /v1, and the stand-in's additional routes. */
export async function serveOfframp(
  state: OfframpState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://offramp')
  const bytes = await readBody(request)
  if (bytes === null) {
    sendJson(response, 413, { message: `The limit is ${MAX_BODY_BYTES} bytes.` })
    return
  }
  if (pathname.startsWith('/v1/')) return answerApi(state, request, response, bytes.toString())
  try {
    answerOwn(state, response, { route: `${request.method} ${pathname}`, body: bytes.toString() })
  } catch (error) {
    sendJson(response, 400, { message: error instanceof Error ? error.message : String(error) })
  }
}

async function answerApi(
  state: OfframpState,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const call = record(state, request, body)
  const { mode, slowMs } = state.switches
  if (mode === 'down') {
    answer(503, { code: 'down', message: 'The provider is down.' })
    return
  }
  let status = 200
  let json: object
  try {
    authenticate(state, call)
    json = answerOfframp(
      {
        records: state.records,
        scripts: state.switches.scripts,
        origin: state.origin,
        refuses: mode === 'refuses',
        onReport: (of, report) => state.callbacks.add(of, [report]),
      },
      {
        route: `${call.method} ${call.url.slice('/v1'.length)}`,
        idempotencyKey: call.headers['idempotency-key'],
        body,
      },
    )
  } catch (error) {
    if (!(error instanceof OfframpRefusal)) throw error
    status = error.status
    json = { code: error.code, message: error.message }
  }
  if (mode === 'slow') await sleep(slowMs)
  // In the mode `silent` the provider keeps the connection open until the client gives up or the provider stops.
  if (mode === 'silent') return
  if (mode === 'garbled') {
    call.status = 200
    response.end('<!doctype html><title>Welcome</title>')
    return
  }
  answer(status, json)

  function answer(code: number, content: object): void {
    call.status = code
    sendJson(response, code, content)
  }
}

function record(state: OfframpState, request: IncomingMessage, body: string): RecordedCall {
  const { method = '', url = '' } = request
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
  const call = { method, url, headers, body, status: null }
  state.requests.push(call)
  if (state.requests.length > MAX_REQUESTS) state.requests.shift()
  return call
}

/** Accepts calls that are signed and new. Throws OfframpRefusal. */
function authenticate({ secret, seen, now }: OfframpState, { headers, body }: RecordedCall): void {
  const id = headers['webhook-id'] ?? ''
  const verdict = verifyStandardWebhook({
    secrets: [secret],
    body,
    headers: {
      id,
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
    },
    nowMs: now(),
  })
  if (!verdict.isValid) throw new OfframpRefusal(401, 'invalid_signature', verdict.reason)
  if (seen.has(id)) throw new OfframpRefusal(401, 'replayed', `${id} was sent before.`)
  seen.add(id)
}

/**
 * Serves the routes that real providers do not have: the switches, the recorded calls, the records, and the payers' pages, which do
 * nothing.
 */
function answerOwn(
  state: OfframpState,
  response: ServerResponse,
  { route, body }: { route: string; body: string },
): void {
  const own = findOwn(state, { route, body })
  if (own !== undefined) {
    sendJson(response, 200, own)
    return
  }
  const page = /^GET \/pages\/(kyc|agreement)\/\w+$/.exec(route)?.[1]
  if (page === undefined) {
    sendJson(response, 404, { message: `There is no ${route} here.` })
    return
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><html lang="en"><title>${page}</title><p>Tests control this page.</p>`,
  )
}

function findOwn(state: OfframpState, { route, body }: { route: string; body: string }): unknown {
  switch (route) {
    case 'GET /requests':
      return state.requests
    case 'GET /records':
      return state.records.list()
    case 'GET /switches':
      return state.switches
    case 'PUT /switches':
      state.switches = changeSwitches(state.switches, offrampSwitchesBody.parse(JSON.parse(body)))
      return state.switches
    default:
      return undefined
  }
}
