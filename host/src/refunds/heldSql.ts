import type { RefundHeldReason } from '@secure-payment/core/api'
import { sql } from 'kysely'

/**
 * The reason why a row of `refunds` must not be paid, in SQL; null if it may be. A refund is also held while another refund of the same
 * money has a young payment although it is not open, or more than one. Money is the same if it paid one request in one transaction. For
 * money that matches no request, `readCounted` decides.
 */
export const HELD_REASON = sql<RefundHeldReason | null>`case
  when refunds.held_at is not null then 'payment_left_chain'
  when refunds.exceeds_at is not null or exists (select 1 from refunds as late
    where late.tx_hash = refunds.tx_hash and late.network = refunds.network
    and late.tenant_id = refunds.tenant_id and late.id <> refunds.id
    and (late.request_id = refunds.request_id or (refunds.request_id = '' and late.held_at is not null))
    and coalesce(late.token_address, '') = coalesce(refunds.token_address, '')
    and (select count(*) from pending_payments as young where young.request_id = late.refund_request_id)
      > case when coalesce(late.confirmed_at, late.cancelled_at, late.held_at, late.exceeds_at) is null
        then 1 else 0 end) then 'exceeds_payment' end`
