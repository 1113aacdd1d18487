import type { Network, Token } from '@secure-payment/core/networks'
import { type Address, getAddress, isAddressEqual } from 'viem'
import type { Chain, ChainClient } from '../chains/chain.ts'

/** A chain of the devnet that has the bridge. */
export type BridgedChain = {
  chain: Chain
  network: Network
  chainId: number
  client: ChainClient
  /** The bridge: who takes deposits and is approved for them. */
  bridge: Address
  tokens: readonly BridgedToken[]
}

/** A token that the bridge takes and pays out. */
export type BridgedToken = Token & { address: Address }

/** What the bridge carries between chains, as Across does of what payments are made in. */
const SYMBOLS = ['USDC', 'USDT']

/** Those of the devnet's chains that have the bridge. */
export function findBridgedChains(chains: readonly Chain[]): BridgedChain[] {
  return chains.flatMap((chain) => {
    const { network, client } = chain
    const { LiFiDiamond } = network.contracts
    if (!LiFiDiamond) return []
    const tokens = network.tokens
      .filter(({ symbol }) => SYMBOLS.includes(symbol))
      .map((token) => ({ ...token, address: getAddress(token.address) }))
    const bridge = getAddress(LiFiDiamond.address)
    return [{ chain, network, chainId: network.chainId, client, bridge, tokens }]
  })
}

/** A token of a chain that the bridge carries, by its address. */
export function findBridgedToken(
  { tokens }: Pick<BridgedChain, 'tokens'>,
  address: Address,
): BridgedToken | undefined {
  return tokens.find((token) => isAddressEqual(token.address, address))
}
