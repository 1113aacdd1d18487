import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { listenLocally } from '../http/listenLocally.ts'
import { MAX_BODY_BYTES, readBody } from '../http/readBody.ts'
import { sendJson } from '../http/sendJson.ts'
import { answerApi } from './answerApi.ts'
import { findBridgedChains } from './bridgedChain.ts'
import { parseInput, switchesBody } from './bridgeInputs.ts'
import type { StatusContext } from './describeStatus.ts'
import { LiFiError, lifiErrorCode, validationError } from './lifiError.ts'
import type { QuoteContext } from './quoteTransfer.ts'
import { createRequestLog, type RecordedRequest, type RequestLog } from './requestLog.ts'
import { type RelayerContext, startRelayer } from './startRelayer.ts'
import { DEFAULT_SWITCHES, type Switches } from './switches.ts'

/** A bridge between the devnet's chains, with LI.FI's API: an HTTP server on 127.0.0.1 and a relayer. */
export type Bridge = AsyncDisposable & {
  /** Base URL of the API, like `https://li.quest/v1`, without a trailing slash. */
  url: string
  /** GET returns the switches. PUT `{mode, deliver?, durationS?}` changes them. */
  switchesUrl: string
  /** GET returns the API calls, like `requests()`. */
  requestsUrl: string
  switches(): Switches
  setSwitches(change: Partial<Switches>): Switches
  /** Returns the API's calls, oldest first. */
  requests(): readonly RecordedRequest[]
}

/** Options for a bridge. */
export type BridgeOptions = {
  /** Chains without the bridge contract are ignored. */
  chains: readonly Chain[]
  /** A free port by default. */
  port?: number
  /** The initial switches. */
  switches?: Partial<Switches>
  /** Returns milliseconds since 1970; the system clock by default. */
  now?: () => number
  /** Called when the relayer fails, for example because a chain does not respond. The relayer retries automatically. */
  onProblem?: (error: unknown) => void
}

type State = QuoteContext &
  StatusContext &
  Pick<RelayerContext, 'givenUp'> & {
    log: RequestLog
    setSwitches: (change: Partial<Switches>) => Switches
  }

/** Starts a bridge. Disposing the bridge stops the relayer and closes pending requests. Throws StartError when the port is in use. */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
  await using stack = new AsyncDisposableStack()
  let switches: Switches = { ...DEFAULT_SWITCHES, ...options.switches }
  let origin = ''
  const state: State = {
    chains: findBridgedChains(options.chains),
    switches: () => switches,
    setSwitches(change) {
      switches = { ...switches, ...change }
      return switches
    },
    now: options.now ?? Date.now,
    createId: () => `0x${randomBytes(32).toString('hex')}`,
    givenUp: new Set<Hex>(),
    linkTo: (txHash: Hex) => `${origin}/tx/${txHash}`,
    log: createRequestLog(),
  }
  const server = stack.use(
    await listenLocally({
      what: 'The bridge',
      port: options.port,
      handle: (request, response) => handle(state, request, response),
    }),
  )
  origin = server.origin
  stack.use(startRelayer({ ...state, onProblem: options.onProblem ?? (() => {}) }))
  const resources = stack.move()

  return {
    url: `${origin}/v1`,
    switchesUrl: `${origin}/switches`,
    requestsUrl: `${origin}/requests`,
    switches: state.switches,
    setSwitches: state.setSwitches,
    requests: state.log.entries,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function handle(
  state: State,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bridge')
  const bytes = await readBody(request)
  if (!bytes) return sendJson(response, 413, { message: `The limit is ${MAX_BODY_BYTES} bytes.` })
  try {
    const body = parseJson(bytes)
    const answer = await (pathname.startsWith('/v1/')
      ? answerRecorded(state, request, {
          route: `${request.method} ${pathname.slice('/v1'.length)}`,
          query: Object.fromEntries(searchParams),
          body,
        })
      : answerOwn(state, { route: `${request.method} ${pathname}`, body }))
    // In the mode `silent` the bridge keeps the connection open until the client gives up or the bridge stops.
    if (answer !== null) sendJson(response, 200, answer)
  } catch (error) {
    const refusal = error instanceof LiFiError ? error : serverError(error)
    sendJson(response, refusal.status, refusal.body)
  }
}

/** Returns a response as LI.FI's API sends it, or null for no response. */
async function answerRecorded(
  state: State,
  { method = '', url = '', headers }: IncomingMessage,
  call: { route: string; query: Record<string, string>; body: unknown },
): Promise<object | null> {
  state.log.add({ method, url, headers, body: call.body })
  const { mode } = state.switches()
  if (mode === 'silent') return null
  if (mode === 'down') throw serverError('The bridge is down.')
  return answerApi(state, call)
}

/** Serves the routes that LI.FI does not have: the switches, the recorded calls, and a page to which the status links. */
async function answerOwn(
  state: State,
  { route, body }: { route: string; body: unknown },
): Promise<object> {
  const txHash = /^GET \/tx\/(0x[0-9a-f]{64})$/.exec(route)?.[1]
  if (txHash !== undefined)
    return answerApi(state, { route: 'GET /status', query: { txHash }, body })
  switch (route) {
    case 'GET /requests':
      return state.log.entries()
    case 'GET /switches':
      return state.switches()
    case 'PUT /switches':
      return state.setSwitches(readSwitches(body))
    default: {
      const sentence = `There is no ${route} here.`
      throw new LiFiError({ status: 404, lifiCode: lifiErrorCode.notFound, sentence })
    }
  }
}

/** Returns the switches that the body contains. */
function readSwitches(body: unknown): Partial<Switches> {
  const { mode, deliver, durationS } = parseInput(switchesBody, body)
  return {
    mode,
    ...(deliver === undefined ? {} : { deliver }),
    ...(durationS === undefined ? {} : { durationS }),
  }
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw validationError('The body is not JSON.')
  }
}

function serverError(cause: unknown): LiFiError {
  const sentence = cause instanceof Error ? cause.message : String(cause)
  return new LiFiError({ status: 500, lifiCode: lifiErrorCode.server, sentence })
}
