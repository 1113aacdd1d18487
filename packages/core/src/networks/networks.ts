import { UnknownNetworkError } from '../errors.ts'
import { arbitrumOne } from './arbitrumOne.ts'
import { avalanche } from './avalanche.ts'
import { base } from './base.ts'
import { bsc } from './bsc.ts'
import { devnet } from './devnet.ts'
import { devnetB } from './devnetB.ts'
import { fantom } from './fantom.ts'
import { mainnet } from './mainnet.ts'
import { mantle } from './mantle.ts'
import { matic } from './matic.ts'
import type { Network } from './network.ts'
import { optimism } from './optimism.ts'
import { sepolia } from './sepolia.ts'
import { tron } from './tron.ts'
import { xdai } from './xdai.ts'
import { zksyncera } from './zksyncera.ts'

/** Every network in the project: mainnets, the test network, Tron, then the two local chains. */
export const networks: readonly Network[] = [
  mainnet,
  arbitrumOne,
  optimism,
  base,
  matic,
  bsc,
  avalanche,
  fantom,
  xdai,
  mantle,
  zksyncera,
  sepolia,
  tron,
  devnet,
  devnetB,
]

const byId: ReadonlyMap<string, Network> = new Map(networks.map((network) => [network.id, network]))
const byChainId: ReadonlyMap<number, Network> = new Map(
  networks.map((network) => [network.chainId, network]),
)

/** Finds a network by its id, such as `arbitrum-one`; undefined if there is none. */
export function findNetwork(id: string): Network | undefined {
  return byId.get(id)
}

/**
 * Returns a network that must exist.
 *
 * @throws UnknownNetworkError
 */
export function getNetwork(id: string): Network {
  const network = byId.get(id)
  if (network === undefined) {
    throw new UnknownNetworkError({ network: id, known: [...byId.keys()] })
  }
  return network
}

/** Finds a network by its chain id, such as 42161; undefined if there is none. */
export function findNetworkByChainId(chainId: number): Network | undefined {
  return byChainId.get(chainId)
}
