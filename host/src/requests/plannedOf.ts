import type { Row } from '../db/schema.ts'
import type { PlannedRequest } from './planRequest.ts'
import type { RequestOption } from './requestOptions.ts'
import { parsePlan } from './requestPlan.ts'

/** Returns a stored request's planned terms, for another request with the same terms. */
export function plannedOf(row: Row<'requests'>): PlannedRequest {
  const { fee_percentage, fee_address, fee_bearer: bearer } = row
  return {
    network: row.network,
    payee: row.payee,
    token: row.token_address,
    invoiceCurrency: row.invoice_currency,
    paymentCurrency: row.payment_currency,
    destinationId: row.destination_id,
    amount: row.amount,
    amountUnits: BigInt(row.expected_units),
    fee:
      fee_percentage === null || fee_address === null
        ? null
        : {
            percentage: fee_percentage,
            address: fee_address,
            units: BigInt(row.fee_units),
            bearer,
            isRounded: row.fee_is_rounded === 1,
          },
    plan: parsePlan(row),
  }
}

/** Returns a stored request's planned terms with those of its further options. */
export function plannedWith(
  row: Row<'requests'>,
  options: readonly RequestOption[] = [],
): PlannedRequest {
  const planned = plannedOf(row)
  if (options.length === 0) return planned
  const further = options.map((option) =>
    plannedOf({ ...row, ...option, destination_id: null, offramp_provider: null }),
  )
  return { ...planned, options: further }
}
