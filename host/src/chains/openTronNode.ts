import { createNodeGuard, type NodeWatch } from './createNodeGuard.ts'
import type { NodeHealthOptions } from './createNodeHealth.ts'
import { NodeError } from './errors.ts'
import { isAbsent } from './isAbsent.ts'
import { type NodeHttp, openNodeHttp } from './openNodeHttp.ts'
import type { RpcNode } from './openRpcNode.ts'
import { openRpcTransport } from './openRpcTransport.ts'
import { withSolidity } from './withSolidity.ts'

/** The settings of one Tron node. */
export type TronNodeOptions = NodeHealthOptions & {
  /** The URL of the node's JSON-RPC, `<base>/jsonrpc`, or the base itself. */
  url: string
  chainId: number
  /** The API key for TronGrid; `null` if there is none. */
  apiKey: string | null
  watch?: NodeWatch
}

/**
 * A Tron node: its JSON-RPC and its HTTP API on the same connections. The JSON-RPC responds like an EVM node, except that its final blocks
 * are the solidified ones.
 */
export type TronNode = RpcNode & {
  /** Queries the HTTP API. Throws {@link NodeError}; the node is then skipped for a while, unless it merely lacks the interface. */
  ask: AskTron
}

/** Posts a body to a path such as `wallet/getaccount`, or gets the path without a body, and returns the JSON. */
export type AskTron = (
  path: string,
  body: Readonly<Record<string, unknown>> | null,
  deadlineMs: number,
) => Promise<unknown>

/** Opens one node; sends nothing before the first query. */
export function openTronNode(options: TronNodeOptions): TronNode {
  const { rpcUrl, basePath, query } = tronUrls(options.url)
  const headers = options.apiKey === null ? {} : { 'tron-pro-api-key': options.apiKey }
  const http = openNodeHttp(rpcUrl, headers)
  const ask = createAskTron(http, { basePath, query })
  const transport = withSolidity(openRpcTransport(rpcUrl, http), ask)
  const { pass, ...health } = createNodeGuard(transport, options)
  return {
    ...health,
    name: http.name,
    send: (calls, deadlineMs) => pass(() => transport.exchange(calls, deadlineMs), deadlineMs),
    async ask(path, body, deadlineMs) {
      // If a missing interface counted as a failure, any caller could stop the watcher with queries that a gateway rejects.
      const told = await pass(
        () => ask(path, body, deadlineMs).then((json) => ({ json }), keepAbsence),
        deadlineMs,
      )
      if ('absence' in told) throw told.absence
      return told.json
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  }
}

function keepAbsence(error: unknown): { absence: NodeError } {
  if (isAbsent(error)) return { absence: error }
  throw error
}

/** Returns the URLs of a node's two interfaces. `basePath` has no trailing slash; `query` may contain a provider's key. */
function tronUrls(nodeUrl: string): { rpcUrl: string; basePath: string; query: string } {
  const url = new URL(nodeUrl)
  const basePath = url.pathname.replace(/\/+$/, '').replace(/\/jsonrpc$/, '')
  url.pathname = `${basePath}/jsonrpc`
  return { rpcUrl: url.href, basePath, query: url.search }
}

function createAskTron(
  http: NodeHttp,
  { basePath, query }: { basePath: string; query: string },
): AskTron {
  return async (path, body, deadlineMs) => {
    const call = { path: `${basePath}/${path}${query}`, ...(body === null ? {} : { body }) }
    const { status, json } = await http.request(call, deadlineMs)
    if (status >= 400) {
      throw new NodeError(http.name, `${path} returned HTTP ${status}`, { httpStatus: status })
    }
    const problem = typeof json === 'object' && json !== null && 'Error' in json ? json.Error : null
    // Inputs are checked before they are sent, so an error is about the node's own state or the caller's rate.
    if (problem !== null) throw new NodeError(http.name, `${path} returned ${String(problem)}`)
    return json
  }
}
