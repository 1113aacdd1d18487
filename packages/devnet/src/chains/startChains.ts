import { findNetwork, type Network, networks } from '@secure-payment/core/networks'
import { abiNetwork } from '@secure-payment/core/tron'
import { UnsupportedNetworkError } from '../errors.ts'
import { type Janitor, startJanitor } from '../processes/startJanitor.ts'
import type { TronNode } from '../tron/startTronNode.ts'
import { accounts } from './accounts.ts'
import { type Chain, createChain } from './chain.ts'
import { type Chains, createChains } from './chains.ts'
import { prepareChain } from './prepareChain.ts'
import { rpc } from './rpc.ts'
import { startAnvil } from './startAnvil.ts'

/** Options of startChains. */
export type ChainsOptions = {
  /** The ids of networks in the registry. */
  networks: readonly string[]
  /** Time between blocks. With 0, the default, the chain mines one block per transaction and no other blocks. */
  blockTimeMs?: number
}

/**
 * Starts one chain per network, with the network's chain id. Each has the real contracts, the tokens and the price feeds at the
 * registry's addresses, ten funded accounts and nothing else. A Tron chain has a node with Tron's APIs in front of it. Disposing the result
 * ends the chains; they also end when this process dies. Throws UnsupportedNetworkError, AnvilMissingError, StartError, ChainSetupError.
 */
export async function startChains(options: ChainsOptions): Promise<Chains> {
  await using stack = new AsyncDisposableStack()
  const janitor = stack.use(startJanitor())
  const chains = stack.use(await startGuardedChains(options, janitor))
  const resources = stack.move()
  return { ...chains, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/**
 * Starts chains like startChains, with the caller's janitor, which also guards other resources. The caller disposes of the janitor after
 * the chains.
 */
export async function startGuardedChains(
  options: ChainsOptions,
  janitor: Janitor,
): Promise<Chains> {
  await using stack = new AsyncDisposableStack()
  const chosen = [...new Set(options.networks)].map(findRunnable)
  const blockTimeMs = options.blockTimeMs ?? 0

  const started = await Promise.allSettled(
    chosen.map(async (network): Promise<Chain> => {
      const anvil = stack.use(await startAnvil({ chainId: network.chainId, blockTimeMs, janitor }))
      const anvilUrl = anvil.rpcUrl
      await prepareChain(anvilUrl, abiNetwork(network))
      if (blockTimeMs === 0) await rpc(anvilUrl, 'evm_setAutomine', [true])
      const tronNode = network.family === 'tron' ? await startNode(network, anvilUrl) : null
      if (tronNode) stack.use(tronNode)
      return createChain(network, anvilUrl, blockTimeMs, tronNode)
    }),
  )
  // All starts have settled here, so no chain is still starting when the stack stops the others.
  const chains = started.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  return createChains(chains, stack.move())
}

/** Loaded only here, so that a devnet without Tron does not load tronweb. */
async function startNode(network: Network, anvilUrl: string): Promise<TronNode> {
  const { startTronNode } = await import('../tron/startTronNode.ts')
  const owners = accounts.map(({ address }) => address)
  return startTronNode({ anvilUrl, network: abiNetwork(network), owners })
}

function findRunnable(id: string): Network {
  const network = findNetwork(id)
  if (network) return network
  const hint = `Use one of: ${networks.map((known) => known.id).join(', ')}.`
  throw new UnsupportedNetworkError({ network: id, reason: 'the registry lacks it', hint })
}
