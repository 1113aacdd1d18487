import type { Network } from '@secure-payment/core/networks'
import { rescale } from './rescale.ts'

/** An amount in units of a token with this number of decimals. */
type Amount = { units: bigint; decimals: number }

/**
 * Returns the part of the sent amount that a bridge kept, in units of the sent token; both tokens are worth a dollar. Null if the bridge
 * delivered no less than it received, for example because the sent token is worth more.
 */
export function bridgeFeeUnits(sent: Amount, arrived: Amount): bigint | null {
  const units = sent.units - rescale(arrived.units, arrived.decimals, sent.decimals)
  return units > 0n ? units : null
}

/**
 * Returns the bridge fee of a transfer that delivered this number of units of its request's token. Also null if the sent token or amount is
 * unknown.
 */
export function bridgeFeeOf(
  { source, currency, sentUnits, decimals }: Sending,
  arrivedUnits: bigint,
): bigint | null {
  const token = source.tokens.find(({ symbol }) => symbol === currency)
  if (sentUnits === null || token === undefined) return null
  const sent = { units: sentUnits, decimals: token.decimals }
  return bridgeFeeUnits(sent, { units: arrivedUnits, decimals })
}

/** The sent token, and the decimals of the request's token. */
type Sending = {
  source: Pick<Network, 'tokens'>
  currency: string
  sentUnits: bigint | null
  decimals: number
}
