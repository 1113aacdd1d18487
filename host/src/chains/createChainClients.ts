import type { Network } from '@secure-payment/core/networks'
import type { ChainClient, ChainClients } from './chainClient.ts'
import { createEvmClient } from './createEvmClient.ts'
import { ChainNotConfiguredError } from './errors.ts'
import { openRpcNode, type RpcNode } from './openRpcNode.ts'

/** One served network and the URLs of its nodes, the preferred first. */
export type ChainSettings = { network: Network; rpcUrls: readonly string[] }

/** Opens a chain client for each network. Nothing is sent until a client is used, so a dead node never stops a start. */
export function createChainClients(
  settings: readonly ChainSettings[],
  options: { nowMs?: () => number; randomUnit?: () => number } = {},
): ChainClients {
  const nowMs = options.nowMs ?? (() => performance.now())
  const randomUnit = options.randomUnit ?? Math.random
  const opened: RpcNode[] = []
  const clients = new Map<string, ChainClient>()
  for (const { network, rpcUrls } of settings) {
    const nodes = rpcUrls.map((url) =>
      openRpcNode({
        url,
        chainId: network.chainId,
        maxLogRange: network.maxLogRange,
        nowMs,
        randomUnit,
      }),
    )
    opened.push(...nodes)
    clients.set(network.id, createEvmClient({ network, nodes, nowMs }))
  }
  return {
    ids: [...clients.keys()],
    get(networkId) {
      const client = clients.get(networkId)
      if (client === undefined) throw new ChainNotConfiguredError(networkId)
      return client
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((node) => node[Symbol.asyncDispose]()))
    },
  }
}
