import { type Chains, mockAggregatorAbi, priceFeeds } from '@secure-payment/devnet'
import { type Hex, parseUnits } from 'viem'

/** Sets a currency's price in devnet's feed, in dollars. */
export async function setPrice(chains: Chains, symbol: string, dollars: string): Promise<void> {
  await chains.wallet('devnet', 9).writeContractSync({
    address: feedOf(chains, symbol),
    abi: mockAggregatorAbi,
    functionName: 'setAnswer',
    args: [parseUnits(dollars, 8)],
  })
}

/** Returns the feed for a currency's price in dollars on devnet. */
export function feedOf(chains: Chains, symbol: string): Hex {
  const feed = priceFeeds(chains.chain('devnet').network).find(
    ({ name }) => name === `${symbol}/USD`,
  )
  if (feed === undefined) throw new Error(`There is no feed for ${symbol}.`)
  return feed.address
}
