import type { Network, Token } from '@secure-payment/core/networks'
import { type Address, getAddress, isAddressEqual } from 'viem'
import type { Chain, ChainClient } from '../chains/chain.ts'

/** A devnet chain that has the bridge. */
export type BridgedChain = {
  chain: Chain
  network: Network
  chainId: number
  client: ChainClient
  /** The bridge contract, which accepts deposits and needs the payer's approval. */
  bridge: Address
  tokens: readonly BridgedToken[]
}

/** A token that the bridge accepts and pays out. */
export type BridgedToken = Token & { address: Address }

/** The payment tokens that the bridge carries: those that Across also carries. */
const SYMBOLS = ['USDC', 'USDT']

/** Returns the devnet chains that have the bridge. */
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

/** Finds a token that the bridge carries on a chain, by its address; undefined if the bridge does not carry it. */
export function findBridgedToken(
  { tokens }: Pick<BridgedChain, 'tokens'>,
  address: Address,
): BridgedToken | undefined {
  return tokens.find((token) => isAddressEqual(token.address, address))
}
