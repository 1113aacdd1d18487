/** The status of a request, from the paid and the requested amount. */
export type RequestStatus = 'created' | 'processing' | 'partially_paid' | 'paid'

/** The facts that decide a request's status; amounts in its settlement units. */
export type RequestFacts = {
  expectedUnits: bigint
  /** The amount that all recorded payments count as together. */
  paidUnits: bigint
  /** Whether any recorded payment came after the request had expired. */
  isAnyLate: boolean
  /** Whether a payment was seen that is not deep enough to be recorded. */
  hasPending: boolean
}

/** A request's status on its two axes: progress, and anything unusual about it. */
export type RequestState = {
  status: RequestStatus
  hasBeenPaid: boolean
  isPaidLate: boolean
  remainingUnits: bigint
  excessUnits: bigint
}

/**
 * Decides a request's state. `paid` is final: more money only raises the excess. Money that came after expiry counts
 * like any other and is flagged late.
 */
export function requestStatus(facts: RequestFacts): RequestState {
  const { expectedUnits, paidUnits } = facts
  const hasBeenPaid = paidUnits >= expectedUnits
  return {
    status: progress(facts, hasBeenPaid),
    hasBeenPaid,
    isPaidLate: hasBeenPaid && facts.isAnyLate,
    remainingUnits: hasBeenPaid ? 0n : expectedUnits - paidUnits,
    excessUnits: hasBeenPaid ? paidUnits - expectedUnits : 0n,
  }
}

function progress(facts: RequestFacts, hasBeenPaid: boolean): RequestStatus {
  if (hasBeenPaid) return 'paid'
  if (facts.hasPending) return 'processing'
  return facts.paidUnits > 0n ? 'partially_paid' : 'created'
}
