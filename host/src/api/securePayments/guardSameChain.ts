import { getNetwork } from '@secure-payment/core/networks'
import { isChain } from '../chainLabel.ts'
import { UnsupportedCrosschainError } from './errors.ts'

/**
 * Accepts only a payment on its own chain: the network's id or its name in routes, and one of its tokens.
 *
 * @throws UnsupportedCrosschainError
 */
export function guardSameChain(
  own: {
    network: string
    items: readonly { symbol: string; conversion?: { symbol: string } | null }[]
  },
  asked: { chain?: string | undefined; token?: string | undefined },
): void {
  const { chain, token } = asked
  if (chain === undefined || token === undefined) return
  const network = getNetwork(own.network)
  const symbols = own.items.map((item) => item.conversion?.symbol ?? item.symbol)
  if (isChain(network, chain) && symbols.includes(token)) return
  const [ownToken = ''] = symbols
  throw new UnsupportedCrosschainError({ chain, token, ownChain: network.id, ownToken })
}
