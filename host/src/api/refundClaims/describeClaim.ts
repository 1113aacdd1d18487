import type { RefundClaim } from '@secure-payment/core/api'
import type { Row } from '../../db/schema.ts'

/** A claim with its payment. `refused_claims`: the refused signatures for the claim's secure payment; null without a secure payment. */
export type LoadedClaim = Row<'refund_claims'> &
  Pick<Row<'payments'>, 'network' | 'payment_currency'> & { refused_claims: number | null }

/** Describes a claim to the merchant at a given time. Pure. */
export function describeClaim(claim: LoadedClaim, now: Date): RefundClaim {
  const isSigned = claim.nonce !== null
  const proof = isSigned ? 'wallet' : 'code'
  return {
    id: claim.id,
    status: claimStatus(claim, now),
    paymentId: claim.payment_id,
    requestId: claim.request_id,
    network: claim.network,
    currency: claim.payment_currency,
    recipient: claim.recipient,
    proof: claim.recipient === null ? null : proof,
    wallet: claim.wallet,
    failedAttempts: isSigned ? (claim.refused_claims ?? 0) : claim.failed_attempts,
    createdAt: claim.created_at,
    expiresAt: claim.expires_at,
    statedAt: claim.stated_at,
  }
}

/** Returns a claim's state at a given time. Pure. */
export function claimStatus(
  claim: Pick<Row<'refund_claims'>, 'stated_at' | 'closed_at' | 'expires_at'>,
  now: Date,
): RefundClaim['status'] {
  if (claim.stated_at !== null) return 'stated'
  if (claim.closed_at !== null) return 'closed'
  return claim.expires_at <= now.toISOString() ? 'expired' : 'open'
}
