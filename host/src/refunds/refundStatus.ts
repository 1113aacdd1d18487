import type { RefundHeldReason, RefundStatus } from '@secure-payment/core/api'

/** The facts that decide a refund's state. */
export type RefundFacts = {
  confirmedAt: string | null
  cancelledAt: string | null
  /** The time at which the refunded payment left the chain. */
  heldAt: string | null
  /** The time at which the payment's paid refunds first left too little for this refund. */
  exceedsAt: string | null
  /** Whether the refund needs no approval, or has one. */
  isApproved: boolean
  /** Whether a payment for the refund is on chain and too young to count. */
  hasPending: boolean
}

/** Decides a refund's state. Money that arrived takes precedence: a cancelled refund that is paid nevertheless is confirmed. Pure. */
export function refundStatus(facts: RefundFacts): RefundStatus {
  if (facts.confirmedAt !== null) return 'confirmed'
  if (facts.cancelledAt !== null) return 'cancelled'
  if (facts.heldAt !== null || facts.exceedsAt !== null) return 'held'
  if (!facts.isApproved) return 'waiting_for_approval'
  return facts.hasPending ? 'processing' : 'open'
}

/** Returns the reason why a refund is held; null in all other states. */
export function heldReason(facts: RefundFacts): RefundHeldReason | null {
  if (refundStatus(facts) !== 'held') return null
  return facts.heldAt === null ? 'exceeds_payment' : 'payment_left_chain'
}

/**
 * The states that may follow each state. The diagram of `docs/design/refunds.md` shows the transitions, and a test compares both
 * with `refundStatus`.
 */
export const REFUND_TRANSITIONS: { readonly [S in RefundStatus]: readonly RefundStatus[] } = {
  waiting_for_approval: ['open', 'processing', 'confirmed', 'cancelled', 'held'],
  open: ['processing', 'confirmed', 'cancelled', 'held'],
  processing: ['open', 'confirmed', 'held'],
  held: ['waiting_for_approval', 'open', 'processing', 'confirmed', 'cancelled'],
  confirmed: ['waiting_for_approval', 'open', 'processing', 'cancelled', 'held'],
  cancelled: ['confirmed'],
}
