import { devnet } from './devnet.ts'
import { devnetTokens } from './devnetTokens.ts'
import { defineNetwork } from './network.ts'

/** A second local chain, equal to `devnet` except for its ids: for chain switches and payments across chains. */
export const devnetB = defineNetwork({
  ...devnet,
  id: 'devnet-b',
  chainId: 31_338,
  name: 'Devnet B',
  nativeCurrency: { ...devnet.nativeCurrency, currencyId: 'ETH-devnet-b' },
  tokens: devnetTokens('devnet-b'),
})
