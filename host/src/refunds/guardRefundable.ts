import { describeRequest } from '@secure-payment/core/ways'
import type { Row } from '../db/schema.ts'
import { withPlan } from '../requests/requestPlan.ts'
import { RefundUnsupportedError } from './errors.ts'

/** The columns of a request that decide whether its payments can be refunded. */
export const REFUNDED_COLUMNS = [
  'is_payout',
  'network',
  'kind',
  'conversion_path',
  'max_rate_age_s',
  'recurring_payment_id',
  'offramp_provider',
] as const

/** A request, with the columns that decide whether its payments can be refunded. */
export type RefundedRequest = Pick<Row<'requests'>, (typeof REFUNDED_COLUMNS)[number]>

/**
 * Rejects payments of the merchant's own payouts, and those that a provider received.
 *
 * @throws RefundUnsupportedError
 */
export function guardRefundable(request: RefundedRequest): void {
  if (request.is_payout === 1) throw new RefundUnsupportedError('payout')
  const { isCryptoToFiat } = describeRequest(withPlan(request).plan)
  if (isCryptoToFiat) throw new RefundUnsupportedError('crypto_to_fiat')
}
