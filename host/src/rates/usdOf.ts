import { divide } from '@secure-payment/core'
import type { Currency } from '@secure-payment/core/catalogue'
import { convertUnits, FIAT_DECIMALS } from '@secure-payment/core/conversion'
import type { Network } from '@secure-payment/core/networks'
import type { Context } from '../context.ts'
import { usdPath } from './usdPath.ts'

/**
 * Returns the current value of an amount in US dollars, in units of 10^-8, rounded down. `units` have the decimals that the conversion
 * contracts use for the currency (`conversionDecimals`). `null` when the network has no rate for the currency or no node responds: for
 * display only.
 */
export async function usdOf(
  context: Pick<Context, 'rates'>,
  facts: { network: Network; currency: Currency; units: bigint },
): Promise<bigint | null> {
  const path = usdPath(facts.network, facts.currency)
  if (path === null) return null
  if (path.length === 1) return facts.units
  const rate = await context.rates.latest(facts.network.id, path)
  return rate === null ? null : convertUnits(facts.units, rate.rate)
}

/** Formats dollars in units of 10^-8 as text in whole cents, rounded half to even: `30.01`. */
export function formatUsd(units: bigint): string {
  const cents = divide(units, UNITS_A_CENT, 'half_even').toString().padStart(3, '0')
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`
}

const UNITS_A_CENT = 10n ** BigInt(FIAT_DECIMALS - 2)
