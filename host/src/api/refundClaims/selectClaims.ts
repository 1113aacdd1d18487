import type { RefundClaim } from '@secure-payment/core/api'
import type { ExpressionBuilder } from 'kysely'
import type { Context } from '../../context.ts'
import type { Schema } from '../../db/schema.ts'

/** Selects claims for payments that are on the chain; the caller adds its conditions, the order and the limit. */
export function selectClaims(kysely: Context['db']['kysely']) {
  return kysely
    .selectFrom('refund_claims')
    .innerJoin('payments', 'payments.id', 'refund_claims.payment_id')
    .innerJoin('requests', 'requests.id', 'refund_claims.request_id')
    .leftJoin('secure_payments', 'secure_payments.token', 'requests.secure_payment_token')
    .selectAll('refund_claims')
    .select(['payments.network', 'payments.payment_currency', 'secure_payments.refused_claims'])
}

/** Returns the condition that a claim is in a state at a given time, by the rules of `claimStatus` in the same order. */
export function hasStatus(
  eb: ExpressionBuilder<Schema, 'refund_claims'>,
  status: RefundClaim['status'],
  now: Date,
) {
  const isUnstated = eb('refund_claims.stated_at', 'is', null)
  const isUnclosed = eb('refund_claims.closed_at', 'is', null)
  const at = now.toISOString()
  switch (status) {
    case 'stated':
      return eb.and([eb('refund_claims.stated_at', 'is not', null)])
    case 'closed':
      return eb.and([isUnstated, eb('refund_claims.closed_at', 'is not', null)])
    case 'expired':
      return eb.and([isUnstated, isUnclosed, eb('refund_claims.expires_at', '<=', at)])
    case 'open':
      return eb.and([isUnstated, isUnclosed, eb('refund_claims.expires_at', '>', at)])
    default:
      return status satisfies never
  }
}
