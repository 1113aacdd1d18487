import { formatAmount } from '@secure-payment/core'
import { findNetwork } from '@secure-payment/core/networks'

/**
 * Formats the amount that a bridge kept, in the sent token; null for an unsupported token.
 */
export function formatBridgeFee(
  units: bigint,
  source: { network: string; symbol: string },
): string | null {
  const token = findNetwork(source.network)?.tokens.find(({ symbol }) => symbol === source.symbol)
  return token === undefined ? null : formatAmount(units, token.decimals)
}
