import { formatAmount } from '@secure-payment/core'
import { z } from 'zod'
import type { Price } from '../prices/prices.ts'

/** A source of a price, and the time of its oldest observation in ISO 8601 UTC. */
export type PriceSource = { source: string; at: string }

const PRICE_DECIMALS = 18

const schema = z.array(z.object({ source: z.string(), at: z.string() }))

/** Writes a price's sources as the columns `quotes.sources` and `payments.price_sources` store them, each once. */
export function writeSources({ observations }: Pick<Price, 'observations'>): string {
  const oldest = new Map<string, string>()
  for (const { source, at } of observations) {
    const time = at.toISOString()
    const known = oldest.get(source)
    if (known === undefined || time < known) oldest.set(source, time)
  }
  return JSON.stringify([...oldest].map(([source, at]): PriceSource => ({ source, at })))
}

/** Parses the column that `writeSources` wrote. */
export function parseSources(text: string): readonly PriceSource[] {
  return schema.parse(JSON.parse(text))
}

/** Formats a price as decimal text: units of the invoice currency per unit of the payment currency. */
export function formatPrice(price: bigint): string {
  return formatAmount(price, PRICE_DECIMALS)
}
