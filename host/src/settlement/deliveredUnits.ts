import type { Row } from '../db/schema.ts'

/**
 * Returns the units of a stored payment that its transaction delivered, in base units of the payment currency: the payee's part, and the
 * fee if it was paid out.
 */
export function deliveredUnits({
  credited_units,
  fee_units,
  fee_address,
}: Pick<Row<'payments'>, 'credited_units' | 'fee_units' | 'fee_address'>): bigint {
  return BigInt(credited_units) + (fee_address === null ? 0n : BigInt(fee_units))
}
