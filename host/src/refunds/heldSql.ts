import type { RefundHeldReason } from '@secure-payment/core/api'
import { sql } from 'kysely'

/**
 * The reason why a row of `refunds` must not be paid, in SQL; null if it may be. A cancelled refund of the same transaction that is being
 * paid counts before its payment is old enough.
 */
export const HELD_REASON = sql<RefundHeldReason | null>`case
  when refunds.held_at is not null then 'payment_left_chain'
  when refunds.exceeds_at is not null or exists (select 1 from refunds as late
    join pending_payments as pending on pending.request_id = late.refund_request_id
    where late.tx_hash = refunds.tx_hash and late.tenant_id = refunds.tenant_id
    and late.cancelled_at is not null) then 'exceeds_payment' end`
