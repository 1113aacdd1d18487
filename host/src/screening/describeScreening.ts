import type { Screening } from './screener.ts'

/** Describes a decision for the merchant: the members of the event, of the activity and of the error. */
export function describeScreening(screening: Screening) {
  const { isAllowed, reasonCode, provider, reference, screenedAt, expiresAt } = screening
  return {
    status: isAllowed ? ('approved' as const) : ('rejected' as const),
    reasonCode,
    provider,
    providerReference: reference,
    evaluatedAt: screenedAt,
    expiresAt,
  }
}
