/** Counts a host's work for `GET /metrics`. Nothing that it receives contains a secret, and no label grows with the number of merchants. */
export type Metrics = {
  /** A response was sent. */
  callEnded(call: EndedCall): void
  /** A new payment, request or payout became durable, `lagS` seconds after its rows were ready. */
  created(lagS: number): void
  /** A webhook was tried; `lagS` is the time in seconds since its event. */
  deliveryTried(outcome: DeliveryOutcome, lagS: number): void
  /** A node of a network failed a query. `node`: its position in the settings, from 1. */
  nodeFailed(network: string, node: number): void
  /** The nodes of a network contradicted each other. */
  nodesDisagreed(network: string): void
  /** A payer's page asked for a signed payment. */
  signedOffered(network: string, outcome: SignedOfferOutcome): void
  /** A call that may read from a replica was served from it, or from the primary. */
  replicaChosen(isReplica: boolean): void
  /** A cleaning step deleted old rows of a table. */
  rowsDeleted(table: string, count: number): void
}

/** The outcomes of a request for a signed payment: `offered`, or the reason for which none was offered. */
export const SIGNED_OFFER_OUTCOMES = [
  'offered',
  'not_sponsored',
  'not_supported',
  'no_permit2_allowance',
  'no_balance',
  'limit_reached',
  'unavailable',
  'gas_too_expensive',
  'out_of_coins',
] as const

type SignedOfferOutcome = (typeof SIGNED_OFFER_OUTCOMES)[number]

/** A response to a caller. */
type EndedCall = {
  /** The operation's id in the OpenAPI document; `page` for a page, a file or an unknown path. */
  operation: string
  /** The HTTP status; 499 if the caller disconnected before the response was complete. */
  status: number
  /** Seconds until the response was sent; null for a stream, because its page decides how long it lasts. */
  durationS: number | null
  /** The merchant whose credential made the call; null without one. */
  tenantId: string | null
}

/** The result of one try: `retry` is followed by another one; `dead` and `gone` are not. */
type DeliveryOutcome = 'delivered' | 'retry' | 'dead' | 'gone'
