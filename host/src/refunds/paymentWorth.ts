import type { Row } from '../db/schema.ts'
import { type UnitRate, worthAtRate } from './refundAmounts.ts'

type Rated = Pick<Row<'payments'>, 'conversion_rate' | 'credited_units' | 'request_units'>

/**
 * Returns the worth of a part of a payment: its share of the amount that the payment counted for. That amount includes a fee that the payee
 * bore. Null for a payment that counted for exactly the tokens that its payee received.
 */
export function worthOf(payment: Rated, units: bigint): bigint | null {
  const rate = rateOf(payment)
  return rate === null ? null : worthAtRate(units, rate)
}

/** Returns the tokens that a payee received per settlement unit that the payment counted for; null if both are the same amount. */
export function rateOf({ conversion_rate, credited_units, request_units }: Rated): UnitRate | null {
  if (conversion_rate === null && credited_units === request_units) return null
  return { numerator: BigInt(credited_units), denominator: BigInt(request_units) }
}
