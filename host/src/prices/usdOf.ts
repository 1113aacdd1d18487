import { type Currency, marketAsset } from '@secure-payment/core/catalogue'
import {
  conversionDecimals,
  convertUnits,
  creditAtPrice,
  FIAT_DECIMALS,
} from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import { usdPath } from '../rates/usdPath.ts'
import { PriceUnavailableError } from './errors.ts'
import type { Prices } from './prices.ts'

/**
 * Returns the current value of an amount in US dollars, in units of 10^-8, rounded down. `units` have the decimals that the conversion
 * contracts use for the currency (`conversionDecimals`). The network's own rate takes precedence, because its contracts settle at it; without
 * one, the market price applies. `null` without either: a value that is not certain is unknown, never 0.
 */
export async function usdOf(
  context: Pick<Context, 'prices' | 'rates'>,
  facts: { network: Network; currency: Currency; units: bigint },
): Promise<bigint | null> {
  const path = usdPath(facts.network, facts.currency)
  if (path?.length === 1) return facts.units
  const rate = path && (await context.rates.latest(facts.network.id, path))
  return rate === null ? marketOf(context.prices, facts) : convertUnits(facts.units, rate.rate)
}

/** Returns the value at the market price; null without a price that enough sources agree on. */
async function marketOf(
  prices: Prices | null,
  { currency, units }: { currency: Currency; units: bigint },
): Promise<bigint | null> {
  const asset = marketAsset(currency.id)
  if (prices === null || asset === null) return null
  const pair = { asset, currency: 'USD' }
  if (!prices.canPrice(pair)) return null
  try {
    const { rate: price } = await prices.read(pair)
    const paymentDecimals = conversionDecimals(currency)
    return creditAtPrice(units, { price, invoiceDecimals: FIAT_DECIMALS, paymentDecimals })
  } catch (error) {
    if (error instanceof PriceUnavailableError) return null
    throw error
  }
}
