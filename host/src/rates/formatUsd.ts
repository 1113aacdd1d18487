import { divide } from '@secure-payment/core'
import { FIAT_DECIMALS } from '@secure-payment/core/conversion'

/** Formats dollars in units of 10^-8 as text in whole cents, rounded half to even: `30.01`. */
export function formatUsd(units: bigint): string {
  const cents = divide(units, UNITS_A_CENT, 'half_even').toString().padStart(3, '0')
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`
}

const UNITS_A_CENT = 10n ** BigInt(FIAT_DECIMALS - 2)
