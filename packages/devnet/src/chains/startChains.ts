import { findNetwork, type Network, networks } from '@secure-payment/core/networks'
import { UnsupportedNetworkError } from '../errors.ts'
import { type Janitor, startJanitor } from '../processes/startJanitor.ts'
import { type Chain, createChain } from './chain.ts'
import { type Chains, createChains } from './chains.ts'
import { prepareChain } from './prepareChain.ts'
import { rpc } from './rpc.ts'
import { startAnvil } from './startAnvil.ts'

/** Which chains to start. */
export type ChainsOptions = {
  /** Ids of the registry; any EVM network. */
  networks: readonly string[]
  /** Distance of two blocks; 0, the default, mines a block for each transaction and none without. */
  blockTimeMs?: number
}

/**
 * Starts one chain per network, with the network's chain id and with the real contracts, the tokens and the price
 * feeds at the addresses of the registry, ten funded accounts and nothing else. Disposing ends the chains; they also
 * end when this process dies.
 * Throws UnsupportedNetworkError, AnvilMissingError, StartError, ChainSetupError.
 */
export async function startChains(options: ChainsOptions): Promise<Chains> {
  await using stack = new AsyncDisposableStack()
  const janitor = stack.use(startJanitor())
  const chains = stack.use(await startGuardedChains(options, janitor))
  const resources = stack.move()
  return { ...chains, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** startChains with the janitor of a caller that has more to guard, and that disposes it after the chains. */
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
      await prepareChain(anvil.rpcUrl, network)
      if (blockTimeMs === 0) await rpc(anvil.rpcUrl, 'evm_setAutomine', [true])
      return createChain(network, anvil.rpcUrl, blockTimeMs)
    }),
  )
  // All of them have settled here, so that none is left starting while the others are ended.
  const chains = started.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  return createChains(chains, stack.move())
}

function findRunnable(id: string): Network {
  const network = findNetwork(id)
  const runnable = networks.filter(({ family }) => family === 'evm').map((known) => known.id)
  const hint = `Use one of: ${runnable.join(', ')}.`
  if (!network) {
    throw new UnsupportedNetworkError({ network: id, reason: 'the registry lacks it', hint })
  }
  if (network.family !== 'evm') {
    throw new UnsupportedNetworkError({ network: id, reason: 'it is not an EVM chain', hint })
  }
  return network
}
