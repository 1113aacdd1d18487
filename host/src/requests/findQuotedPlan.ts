import { type Currency, findPricing } from '@secure-payment/core/catalogue'
import type { RequestPlan } from '@secure-payment/core/ways'
import type { Prices } from '../prices/prices.ts'

/** The part of a host's prices that decides whether a pair can be quoted. */
export type Pricer = Pick<Prices, 'canPrice'>

/**
 * Returns the plan by which the host quotes an invoiced amount in a payment currency. The price is par if both are the same asset,
 * otherwise the market price. Null if the host quotes no prices or cannot price the pair. Pure.
 */
export function findQuotedPlan(
  prices: Pricer | null,
  invoice: Pick<Currency, 'id'>,
  payment: Pick<Currency, 'id'>,
): RequestPlan | null {
  if (prices === null) return null
  const found = findPricing(invoice.id, payment.id)
  if (found === null) return null
  const { pricing, pair } = found
  if (pricing === 'market' && !prices.canPrice(pair)) return null
  return { way: 'quoted', pricing }
}
