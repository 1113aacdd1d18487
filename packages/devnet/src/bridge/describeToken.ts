import { divide, formatAmount } from '@secure-payment/core'
import { getAddress, zeroAddress } from 'viem'
import { FEED_DECIMALS, priceFeeds } from '../chains/priceFeeds.ts'
import type { BridgedChain, BridgedToken } from './bridgedChain.ts'
import type { LiFiToken, LiFiToolDetails } from './lifiTypes.ts'

/** The bridge that the responses name, the only one that hosts allow for payments. */
export const TOOL = 'across'

/** As in LI.FI's own responses, without the icon. */
export const TOOL_DETAILS: LiFiToolDetails = { key: TOOL, name: 'AcrossV4', logoURI: '' }

/** Describes a token in LI.FI's format. Both of the bridge's tokens are worth one dollar here. */
export function describeToken(token: BridgedToken, chainId: number): LiFiToken {
  const { address, symbol, decimals, name } = token
  return { address, chainId, symbol, decimals, name, coinKey: symbol, priceUSD: '1', logoURI: '' }
}

/** Describes the native coin, which pays for gas, at the price of the chain's feed. */
export function describeCoin({ network, chainId }: BridgedChain): LiFiToken {
  const { symbol, decimals, name } = network.nativeCurrency
  return {
    address: zeroAddress,
    chainId,
    symbol,
    decimals,
    name,
    coinKey: symbol,
    priceUSD: formatAmount(coinPrice({ network }), FEED_DECIMALS),
    logoURI: '',
  }
}

/** Returns the value of an amount of the native coin, in dollars with at most four decimals. */
export function coinDollars(chain: Pick<BridgedChain, 'network'>, wei: bigint): string {
  const scale = BigInt(chain.network.nativeCurrency.decimals + FEED_DECIMALS - DOLLAR_DECIMALS)
  return formatAmount(divide(wei * coinPrice(chain), 10n ** scale, 'up'), DOLLAR_DECIMALS)
}

const DOLLAR_DECIMALS = 4

function coinPrice({ network }: Pick<BridgedChain, 'network'>): bigint {
  const coin = getAddress(network.nativeCurrency.hash)
  return priceFeeds(network).find(({ input }) => input === coin)?.answer ?? 0n
}
