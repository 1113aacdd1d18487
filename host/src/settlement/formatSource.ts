import { formatAmount } from '@secure-payment/core'
import { findNetwork } from '@secure-payment/core/networks'

/** Formats an amount of the token that a payer sent to a bridge; null for an unsupported token. */
export function formatSource(
  units: bigint,
  source: { network: string; symbol: string },
): string | null {
  const token = findNetwork(source.network)?.tokens.find(({ symbol }) => symbol === source.symbol)
  return token === undefined ? null : formatAmount(units, token.decimals)
}
