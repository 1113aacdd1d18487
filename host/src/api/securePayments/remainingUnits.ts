import type { Row } from '../../db/schema.ts'

/** The amount that the payee is still owed, in base units of the payment currency; never below zero. */
export function remainingUnits(
  request: Pick<Row<'requests'>, 'expected_units' | 'paid_units'>,
): bigint {
  const remaining = BigInt(request.expected_units) - BigInt(request.paid_units)
  return remaining > 0n ? remaining : 0n
}
