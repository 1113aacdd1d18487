import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Network } from '@secure-payment/core/networks'
import { type Address, getAddress } from 'viem'
import { createRequestLog, type RecordedRequest, type RequestLog } from '../bridge/requestLog.ts'
import { listenLocally } from '../http/listenLocally.ts'
import { MAX_BODY_BYTES, readBody } from '../http/readBody.ts'
import { sendJson } from '../http/sendJson.ts'
import { answerEvents } from './answerEvents.ts'
import { answerJsonRpc } from './answerJsonRpc.ts'
import { answerWallet } from './answerWallet.ts'
import { prepareFailures } from './broadcast.ts'
import { SUN_PER_TRX } from './chainParameters.ts'
import { readAddress } from './tronAddress.ts'
import { createTronLedger } from './tronLedger.ts'
import type { TronNodeState } from './tronNodeState.ts'
import { TronRequestError } from './tronRequestError.ts'
import {
  changeSwitches,
  DEFAULT_TRON_SWITCHES,
  type TronSwitches,
  type TronSwitchesChange,
  tronSwitchesBody,
} from './tronSwitches.ts'
import { createTronTransactions } from './tronTransactions.ts'

/** A Tron node on 127.0.0.1 with java-tron's HTTP and JSON-RPC APIs and TronGrid's events, in front of an anvil. */
export type TronNode = AsyncDisposable & {
  /** Base URL of the HTTP APIs, without a trailing slash. */
  url: string
  /** `url` with `/jsonrpc`. */
  rpcUrl: string
  /** GET returns the switches. PUT `{fail?, solidLag?, …}` changes the given switches. */
  switchesUrl: string
  /** GET returns the recorded calls, like `requests()`. */
  requestsUrl: string
  switches(): TronSwitches
  setSwitches(change: TronSwitchesChange): TronSwitches
  /** Returns the recorded calls, oldest first. */
  requests(): readonly RecordedRequest[]
}

/** Options for a Tron node. */
export type TronNodeOptions = {
  /** JSON-RPC URL of an anvil with the contracts. The node uses anvil's account impersonation. */
  anvilUrl: string
  /** The registry's entry, with addresses in the contracts' format. */
  network: Network
  /** The accounts that have TRX at the start. */
  owners: readonly Address[]
  /** A free port by default. */
  port?: number
  switches?: Partial<TronSwitches>
}

/** The initial balance of each owner: 10,000 TRX. */
const BALANCE_SUN = 10_000n * SUN_PER_TRX

/** Starts a node. Disposing it closes the node but not the chain. Throws StartError if the port is in use, and RpcError. */
export async function startTronNode(options: TronNodeOptions): Promise<TronNode> {
  const { anvilUrl, network, owners } = options
  let switches: TronSwitches = { ...DEFAULT_TRON_SWITCHES, ...options.switches }
  const ledger = createTronLedger(owners.map(getAddress), BALANCE_SUN)
  const server: Server = {
    state: {
      anvilUrl,
      network,
      ledger,
      transactions: createTronTransactions(),
      switches: () => switches,
    },
    log: createRequestLog(),
    setSwitches({ balancesSun = {}, ...change }) {
      switches = changeSwitches(switches, change)
      for (const [owner, sun] of Object.entries(balancesSun)) {
        ledger.setBalance(readAddress(owner, true), BigInt(sun))
      }
      return switches
    },
    queue: Promise.resolve(),
  }
  await prepareFailures(anvilUrl)
  const { origin, ...resource } = await listenLocally({
    what: 'The Tron node',
    port: options.port,
    handle: (request, response) => handle(server, request, response),
  })

  return {
    url: origin,
    rpcUrl: `${origin}/jsonrpc`,
    switchesUrl: `${origin}/switches`,
    requestsUrl: `${origin}/requests`,
    switches: () => switches,
    setSwitches: server.setSwitches,
    requests: server.log.entries,
    [Symbol.asyncDispose]: () => Promise.resolve(resource[Symbol.asyncDispose]()),
  }
}

type Server = {
  state: TronNodeState
  log: RequestLog
  setSwitches(change: TronSwitchesChange): TronSwitches
  /** Resolves when the last broadcast ends. */
  queue: Promise<unknown>
}

/** A request with its body as JSON. `body` is undefined when the body is empty or not JSON; `isJson` distinguishes the two. */
type Call = {
  method: string
  path: string
  query: Record<string, string>
  body: unknown
  isJson: boolean
}

async function handle(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://node')
  const isOwn = url.pathname === '/switches' || url.pathname === '/requests'
  // Pages may call a node from any origin. Pages must not change the switches, so the node rejects preflight requests for them.
  if (request.method === 'OPTIONS' && !isOwn) return allowPages(response)
  const bytes = await readBody(request)
  if (!bytes) {
    const problem = `body size is too big, the limit is ${MAX_BODY_BYTES}`
    return sendJson(response, 200, { Error: `class java.lang.Exception : ${problem}` })
  }
  const call = readCall(request.method ?? 'GET', url, bytes)
  if (isOwn) return answerOwn(server, call, response)
  server.log.add({
    method: call.method,
    url: `${url.pathname}${url.search}`,
    headers: request.headers,
    body: call.body,
  })
  const { api } = server.state.switches()
  // In the mode `silent` the node keeps the connection open until the client gives up or the node stops.
  if (api === 'silent') return
  if (api === 'down') return sendJson(response, 503, { Error: 'The node is down.' })
  return answer(server, call, response)
}

async function answer(server: Server, call: Call, response: ServerResponse): Promise<void> {
  const { state } = server
  if (call.path === '/jsonrpc')
    return sendJson(response, 200, await answerJsonRpc(state, call.body))
  const events = await answerEvents(state, call)
  if (events) return sendJson(response, events.status, events.body)
  const [, area, name = ''] = /^\/(wallet|walletsolidity)\/(\w+)$/.exec(call.path) ?? []
  if (area === undefined) return sendJson(response, 404, { Error: 'Not Found' })
  const isSolid = area === 'walletsolidity'
  if (isSolid && state.switches().solidity === 'down') {
    return sendJson(response, 503, { Error: 'The solidity API is down.' })
  }
  try {
    const found = await answerInTurn(server, name, () =>
      answerWallet(state, { name, isSolid, parameters: readParameters(call) }),
    )
    if (found === null) return sendJson(response, 404, { Error: 'Not Found' })
    return sendJson(response, 200, found)
  } catch (error) {
    if (!(error instanceof TronRequestError)) throw error
    return sendJson(response, 200, { Error: error.text })
  }
}

/** Handles broadcasts one at a time, and all other requests concurrently. */
function answerInTurn<Result>(
  server: Server,
  name: string,
  answerCall: () => Promise<Result>,
): Promise<Result> {
  if (name !== 'broadcasttransaction') return answerCall()
  const turn = server.queue.then(answerCall)
  server.queue = turn.catch(() => {})
  return turn
}

function answerOwn(server: Server, call: Call, response: ServerResponse): void {
  const { status, body } = decideOwn(server, call)
  sendJson(response, status, body)
}

/** Handles the routes that a real node does not have: the switches and the recorded calls. */
function decideOwn(
  { state, log, setSwitches }: Server,
  { method, path, body }: Call,
): { status: number; body: object } {
  const route = `${method} ${path}`
  if (route === 'GET /requests') return { status: 200, body: log.entries() }
  if (route === 'GET /switches') return { status: 200, body: state.switches() }
  if (route !== 'PUT /switches') {
    return { status: 405, body: { message: `There is no ${route} here.` } }
  }
  const { data: change, error } = tronSwitchesBody.safeParse(body)
  if (change) return { status: 200, body: setSwitches(change) }
  const [issue] = error.issues
  const message = `${issue?.path.join('.') || 'body'}: ${issue?.message}`
  return { status: 400, body: { message } }
}

/**
 * Merges the query's and the body's parameters; a call may have neither. Throws TronRequestError when the body is not a JSON object.
 */
function readParameters({ query, body, isJson }: Call): Record<string, unknown> {
  const javaClass = 'com.alibaba.fastjson.JSONException'
  if (!isJson) throw new TronRequestError({ javaClass, problem: 'syntax error, expect {' })
  if (body === undefined) return query
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return { ...query, ...body }
  }
  throw new TronRequestError({ javaClass, problem: 'syntax error, expect {' })
}

function readCall(method: string, url: URL, bytes: Buffer): Call {
  const call = { method, path: url.pathname, query: Object.fromEntries(url.searchParams) }
  if (bytes.length === 0) return { ...call, body: undefined, isJson: true }
  try {
    const body: unknown = JSON.parse(bytes.toString())
    return { ...call, body, isJson: true }
  } catch {
    return { ...call, body: undefined, isJson: false }
  }
}

function allowPages(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type, tron-pro-api-key',
    'access-control-max-age': '600',
  })
  response.end()
}
