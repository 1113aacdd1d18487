import { findPricing, getCurrency } from '@secure-payment/core/catalogue'
import {
  creditAtPrice,
  findConversionPath,
  PRICE_SCALE,
  unconvertUnits,
} from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import { PriceUnavailableError } from '../prices/errors.ts'
import { settlementDecimals } from '../settlement/settlementDecimals.ts'
import type { PayableRequest } from './payable.ts'

/** The parts of a host that value an amount. */
export type WorthContext = Pick<Context, 'prices' | 'rates'>

/**
 * Returns the worth of an amount in a request's invoice currency, in settlement units, rounded down. It comes from the network's rates or,
 * without them, from market prices. Null without either; for display only.
 */
export async function readWorth(
  { prices, rates }: WorthContext,
  network: Network,
  facts: { item: PayableRequest; currency: string; units: bigint },
): Promise<bigint | null> {
  const { item, units } = facts
  const { currency } = getCurrency(facts.currency)
  const invoice = getCurrency(item.invoice_currency).currency
  if (currency.id === invoice.id) return units
  const path = findConversionPath(network, invoice, currency)
  const rate = path === null ? null : await rates.latest(network.id, path)
  if (rate !== null) return unconvertUnits(units, rate.rate)
  const pricing = findPricing(invoice.id, currency.id)
  if (pricing === null) return null
  const price = pricing.pricing === 'par' ? PRICE_SCALE : await readPrice(prices, pricing.pair)
  if (price === null) return null
  return creditAtPrice(units, {
    price,
    invoiceDecimals: settlementDecimals(item),
    paymentDecimals: currency.decimals,
  })
}

async function readPrice(
  prices: Context['prices'],
  pair: { asset: string; currency: string },
): Promise<bigint | null> {
  if (prices === null || !prices.canPrice(pair)) return null
  try {
    return (await prices.read(pair)).rate
  } catch (error) {
    if (error instanceof PriceUnavailableError) return null
    throw error
  }
}
