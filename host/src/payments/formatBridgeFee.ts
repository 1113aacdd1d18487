import { formatAmount } from '@secure-payment/core'
import { findNetwork } from '@secure-payment/core/networks'

/**
 * Formats the amount that a bridge kept in the token that was sent to it; null for a token that this release does not
 * support.
 */
export function formatBridgeFee(
  units: bigint,
  source: { network: string; symbol: string },
): string | null {
  const token = findNetwork(source.network)?.tokens.find(({ symbol }) => symbol === source.symbol)
  return token === undefined ? null : formatAmount(units, token.decimals)
}
