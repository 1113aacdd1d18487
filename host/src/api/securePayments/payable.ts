import { type FeePlan, planFee } from '@secure-payment/core'
import type { Row } from '../../db/schema.ts'
import type { Planned } from '../../requests/requestPlan.ts'
import { remainingUnits } from './remainingUnits.ts'

/** The columns of a request that paying it needs. */
export const PAYABLE_COLUMNS = [
  'id',
  'kind',
  'network',
  'payee',
  'token_address',
  'invoice_currency',
  'payment_currency',
  'expected_units',
  'paid_units',
  'fee_percentage',
  'fee_address',
  'payment_reference',
  'conversion_path',
  'max_rate_age_s',
] as const

/** A request as it is paid. */
export type PayableRequest = Planned<Pick<Row<'requests'>, (typeof PAYABLE_COLUMNS)[number]>>

/** How much of a request is to be paid now, and the fee on that; in settlement units. */
export type Payable = { request: PayableRequest; amountUnits: bigint; fee: FeePlan | null }

/** All that is left of a request, with the fee that it was created with. */
export function planRemainder(request: PayableRequest): Payable {
  const amountUnits = remainingUnits(request)
  const fee = planFee(amountUnits, request.fee_percentage, request.fee_address)
  return { request, amountUnits, fee }
}
