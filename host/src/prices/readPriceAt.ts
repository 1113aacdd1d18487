import type { Context } from '../context.ts'
import type { Price, PricePair } from './prices.ts'

/** The maximum age of a time for which the current price counts as the price of that time. */
export const CURRENT_MS = 3_600_000

/**
 * Reads a pair's price at a time: the current one for a time within the last hour, otherwise the price of that time. Null without a price
 * that enough sources agree on; never fails.
 */
export async function readPriceAt(
  { prices, now }: Pick<Context, 'now' | 'prices'>,
  pair: PricePair,
  time: Date,
): Promise<Price | null> {
  if (prices === null) return null
  const isCurrent = now().getTime() - time.getTime() <= CURRENT_MS
  if (!(isCurrent ? prices.canPrice(pair) : prices.canPriceAt(pair))) return null
  return (isCurrent ? prices.read(pair) : prices.readAt(pair, time)).catch(() => null)
}
