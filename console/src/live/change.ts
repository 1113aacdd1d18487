/** A change to the merchant's records, as the service reports it. */
export type Change = {
  /** The subjects that changed; null for all. */
  readonly kinds: readonly string[] | null
  /** The ids of the changed requests; null if there may be others. */
  readonly requestIds: readonly string[] | null
}

/** A change that may concern every record. */
export const EVERYTHING: Change = { kinds: null, requestIds: null }

/** Reads an event's data; data that this release cannot read counts as a change to everything. */
export function readChange(data: string): Change {
  try {
    const value: unknown = JSON.parse(data)
    if (!isReport(value)) return EVERYTHING
    const { kinds, requests, hasMore } = value
    return {
      kinds: kinds.map(String),
      requestIds: hasMore === false ? requests.map(({ requestId }) => String(requestId)) : null,
    }
  } catch {
    return EVERYTHING
  }
}

/** Returns whether a change is about payments, requests or links. */
export function concernsPayments({ kinds }: Change): boolean {
  return kinds === null || kinds.includes('requests')
}

/** Returns whether a change is about webhook deliveries. */
export function concernsDeliveries({ kinds }: Change): boolean {
  return kinds === null || kinds.includes('webhooks')
}

/** Returns whether a change may be about one of these requests. */
export function concernsRequests(change: Change, requestIds: readonly string[]): boolean {
  if (!concernsPayments(change)) return false
  return change.requestIds === null || change.requestIds.some((id) => requestIds.includes(id))
}

/** Returns whether a change is about payments that match no request. */
export function concernsUnmatched({ kinds }: Change): boolean {
  return kinds === null || kinds.includes('unmatched')
}

/** Returns whether a change is about payout approvals, or the limit above which payouts need one. */
export function concernsApprovals({ kinds }: Change): boolean {
  return kinds === null || kinds.includes('approvals')
}

type Report = {
  kinds: readonly unknown[]
  requests: readonly { requestId?: unknown }[]
  hasMore?: unknown
}

function isReport(value: unknown): value is Report {
  if (typeof value !== 'object' || value === null) return false
  const { kinds, requests } = value as { kinds?: unknown; requests?: unknown }
  const areObjects =
    Array.isArray(requests) && requests.every((one) => typeof one === 'object' && one !== null)
  return Array.isArray(kinds) && areObjects
}
