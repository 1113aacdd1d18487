/** A request's status, which follows from the paid and the requested amount. */
type RequestStatus = 'created' | 'processing' | 'partially_paid' | 'paid'

/** The facts that decide a request's status; amounts are in its settlement units. */
export type RequestFacts = {
  expectedUnits: bigint
  /** The total amount of all recorded payments. */
  paidUnits: bigint
  /** Whether any recorded payment arrived after the request's expiry. */
  isAnyLate: boolean
  /** Whether there is a payment that is not deep enough to be recorded. */
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
 * Decides a request's state. `paid` is final; more money only raises the excess. Money that arrives after expiry counts in full and is
 * flagged as late.
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
