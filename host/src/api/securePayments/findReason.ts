import type { CombineReason } from '@secure-payment/core/api'
import { describeRequest } from '@secure-payment/core/ways'
import type { Row } from '../../db/schema.ts'
import { statusAt } from '../../paying/describeSecurePayment.ts'
import type { WholeRequest } from '../../requests/requestPlan.ts'

/** Returns the reason in a link's own rows; null if they contain none. The approval of a link counts only for the link's own page. */
export function findReason(
  {
    page,
    request,
  }: { page: Pick<Row<'secure_payments'>, 'status' | 'expires_at'>; request: WholeRequest },
  now: Date,
): CombineReason | null {
  const status = statusAt(page, now)
  if (status === 'expired') return 'secure_payment_expired'
  if (status === 'completed') return 'already_paid'
  if (status === 'invalidated' || request.cancelled_at !== null) return 'secure_payment_not_pending'
  if (request.approval_id !== null || request.option_count > 0) return 'not_payable_child'
  return describeRequest(request.plan).isBatchable ? null : 'not_payable_child'
}
