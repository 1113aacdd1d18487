import { rescale } from './rescale.ts'
import type { TrackedIntent } from './trackedIntent.ts'

/** Units of a token with this number of decimals. */
type Amount = { units: bigint; decimals: number }

/**
 * The part of the sent amount that a bridge kept, in units of the token that was sent: both tokens are dollars. Null
 * where it delivered no less, as when the token that was sent is worth more.
 */
export function bridgeFeeUnits(sent: Amount, arrived: Amount): bigint | null {
  const units = sent.units - rescale(arrived.units, arrived.decimals, sent.decimals)
  return units > 0n ? units : null
}

/**
 * The same for a transfer that brought this number of units of its request's token; null also where the sent amount
 * is not known.
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

type Sending = Pick<TrackedIntent, 'source' | 'currency' | 'sentUnits' | 'decimals'>
