import type { Network } from '@secure-payment/core/networks'
import type { ChainClient, ChainClients } from './chainClient.ts'
import { createEvmClient } from './createEvmClient.ts'
import type { NodeWatch } from './createNodeGuard.ts'
import { createTronChain } from './createTronChain.ts'
import { createTronClient } from './createTronClient.ts'
import { ChainNotConfiguredError } from './errors.ts'
import type { NodeObserver } from './nodeObserver.ts'
import { openRpcNode, type RpcNode } from './openRpcNode.ts'
import { openTronNode } from './openTronNode.ts'
import type { TronChain } from './tronChain.ts'

/**
 * One served network and the URLs of its nodes, in order of preference. `nodeApiKey`: a header for Tron's nodes.
 */
export type ChainSettings = {
  network: Network
  rpcUrls: readonly string[]
  nodeApiKey?: string | null
}

/** Opens a chain client for each network. A client sends nothing until it is used, so a dead node never prevents a start. */
export function createChainClients(
  settings: readonly ChainSettings[],
  options: { nowMs?: () => number; randomUnit?: () => number; observer?: NodeObserver } = {},
): ChainClients {
  const nowMs = options.nowMs ?? (() => performance.now())
  const randomUnit = options.randomUnit ?? Math.random
  const { observer } = options
  const opened: AsyncDisposable[] = []
  const clients = new Map<string, ChainClient>()
  const tronChains = new Map<string, TronChain>()
  for (const { network, rpcUrls, nodeApiKey: apiKey = null } of settings) {
    const { chainId, maxLogRange } = network
    const common = { chainId, maxLogRange, nowMs, randomUnit }
    const factsOf = (index: number) => ({ ...common, ...watchOf(observer, network.id, index + 1) })
    const observed = <N extends RpcNode>(node: N, index: number) =>
      observeCalls(node, (methods) => observer?.asking?.(network.id, index + 1, methods))
    const onDisagreement = () => observer?.disagreed(network.id)
    if (network.family === 'tron') {
      const nodes = rpcUrls.map((url, index) =>
        observed(openTronNode({ ...factsOf(index), url, apiKey }), index),
      )
      opened.push(...nodes)
      clients.set(network.id, createTronClient({ network, nodes, nowMs, onDisagreement }))
      tronChains.set(network.id, createTronChain({ network, nodes, nowMs }))
      continue
    }
    const nodes = rpcUrls.map((url, index) =>
      observed(openRpcNode({ ...factsOf(index), url }), index),
    )
    opened.push(...nodes)
    clients.set(network.id, createEvmClient({ network, nodes, nowMs, onDisagreement }))
  }
  return {
    ids: [...clients.keys()],
    get: (networkId) => required(clients, networkId),
    getTron: (networkId) => required(tronChains, networkId),
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((node) => node[Symbol.asyncDispose]()))
    },
  }
}

/** Returns the observer of one node's queries; none if the host does not observe nodes. */
function watchOf(
  observer: NodeObserver | undefined,
  network: string,
  node: number,
): { watch?: NodeWatch } {
  if (observer === undefined) return {}
  return {
    watch: {
      answered: () => observer.answered(network, node),
      failed: (error) => observer.failed(network, node, error),
    },
  }
}

/** Reports each exchange with a node, with the methods of its calls. */
function observeCalls<N extends RpcNode>(
  node: N,
  asking: (methods: readonly string[]) => ((error?: unknown) => void) | undefined,
): N {
  return {
    ...node,
    async send(calls, deadlineMs) {
      const end = asking(calls.map(({ method }) => method))
      try {
        const outcomes = await node.send(calls, deadlineMs)
        end?.()
        return outcomes
      } catch (error) {
        end?.(error)
        throw error
      }
    },
  }
}

function required<T>(all: ReadonlyMap<string, T>, networkId: string): T {
  const found = all.get(networkId)
  if (found === undefined) throw new ChainNotConfiguredError(networkId)
  return found
}
