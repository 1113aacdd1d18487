import type { RefundHeldReason } from '@secure-payment/core/api'
import { sql } from 'kysely'

/** Whether the refund `late` returns the same money as the refund `refunds`, by the rules of `readCounted` and `addRests`. */
const IS_SAME_MONEY = sql<boolean>`late.network = refunds.network and late.tenant_id = refunds.tenant_id
  and late.id <> refunds.id and coalesce(late.token_address, '') = coalesce(refunds.token_address, '')
  and ((refunds.request_id <> '' and late.request_id = refunds.request_id
      and (late.tx_hash = refunds.tx_hash or late.held_at is not null))
    or (refunds.request_id = '' and late.tx_hash = refunds.tx_hash
      and (late.request_id = '' or late.held_at is not null)))`

/**
 * The units that arrived for the refund `late`, including young payments; null without a young payment. Approximate, because engines add
 * them as floating-point numbers.
 */
const ARRIVED = sql<number | null>`cast(paying.paid_units as double precision)
  + (select sum(cast(young.amount_units as double precision)) from pending_payments as young
    where young.request_id = late.refund_request_id)`

/** The multiple of the amount of `late` above which its money exceeds the merchant's decision, as in `sentUnits`. */
const COUNTS_ABOVE = sql<number>`(case when late.confirmed_at is not null
    or coalesce(late.cancelled_at, late.held_at, late.exceeds_at) is null then 1 else 0 end
  + case when paying.revocations > 0 then 0 else 0.5 end)`

/**
 * The reason why a row of `refunds` must not be paid, in SQL; null if it may be. A refund is also held while young payments of another
 * refund of the same money exceed the merchant's decision, unless they may be a stranger's.
 */
export const HELD_REASON = sql<RefundHeldReason | null>`case
  when refunds.held_at is not null then 'payment_left_chain'
  when refunds.exceeds_at is not null or exists (select 1 from refunds as late
    join requests as paying on paying.id = late.refund_request_id
    where ${IS_SAME_MONEY}
    and ${ARRIVED} > ${COUNTS_ABOVE} * cast(late.amount_units as double precision)) then 'exceeds_payment' end`
