import type { Defaulted } from './column.ts'

/** The tables of payments on chain, and their refunds. */
export type PaymentTables = {
  payments: PaymentsTable
  pending_payments: PendingPaymentsTable
  unmatched_payments: UnmatchedPaymentsTable
  refunds: RefundsTable
  kept_surpluses: KeptSurplusesTable
  refund_claims: RefundClaimsTable
}

export type DetectionSource = 'request-network' | 'lifi'

/**
 * The origin of a conversion rate: the chain's feeds, or for a quoted request:
 *
 * - `par`: both currencies are the same asset
 * - `quote`: a quote that was valid at the payment's block
 * - `market`: the market's price at the payment's block
 */
export type RateSource = 'chainlink' | 'par' | 'quote' | 'market'

export type PaymentType = 'direct' | 'conversion' | 'crosschain' | 'recurring'

type PaymentsTable = {
  id: string
  request_id: string
  tenant_id: string
  network: string
  tx_hash: string
  log_index: number
  block_number: bigint
  block_hash: string
  block_time: string
  payer: string | null
  payee: string
  token_address: string | null
  /** The amount in the arguments of the payment event, in base units. */
  amount_units: string
  /** The amount that the payee received according to the Transfer log. */
  credited_units: string
  fee_units: string
  fee_address: string | null
  is_late: number
  detected_at: string
  type: Defaulted<PaymentType>
  /** The amount that counts towards the payment's request, in the units of `requests.expected_units`. */
  request_units: Defaulted<string>
  /** Copied from the payment's request for searches, like the next three columns. */
  client_id: Defaulted<string | null>
  /** Currency ids. */
  invoice_currency: Defaulted<string>
  payment_currency: Defaulted<string>
  reference: Defaulted<string | null>
  /** The e-mail address of the customer in the payment's request, in lower case. */
  customer_email: Defaulted<string | null>
  /** The reusable link of the payment's request; null for other requests. */
  link_token: Defaulted<string | null>
  /** Units of the payment currency per unit of the invoice currency, as decimal text; null if the payment is not converted. */
  conversion_rate: Defaulted<string | null>
  rate_source: Defaulted<RateSource | null>
  /** The quote at which the payment counts; null if it counts otherwise. */
  quote_id: Defaulted<string | null>
  /** The sources of the quote or of the market's price, as JSON (see `settlement/priceSources.ts`); null without either. */
  price_sources: Defaulted<string | null>
  /** The value in US dollars at the payment's block, as decimal text; null if unknown. */
  amount_in_usd: Defaulted<string | null>
  /**
   * The worth in every other fiat currency at the time of the payment, as JSON: `{"EUR":"27.5"}`; null if none is known. See
   * `db/fiatWorths.ts`.
   */
  fiat_worths: Defaulted<string | null>
  /**
   * The gas cost of the payer's transaction, in base units of the coin of `source_network`, or of `network` without a bridge. Null if the
   * transaction made other payments too, if a relayer paid the gas, or if the cost is unknown.
   */
  gas_units: Defaulted<string | null>
  /**
   * The worth of `gas_units` in the invoice currency at the time of the payment, as decimal text; `no_price` if no price was known, and null
   * if none was looked up.
   */
  gas_worth: Defaulted<string | null>
  recurring_payment_id: Defaulted<string | null>
  /** The source of a crosschain payment: network, transaction and currency symbol; null if the payer paid on `network`. */
  source_network: Defaulted<string | null>
  source_tx_hash: Defaulted<string | null>
  source_currency: Defaulted<string | null>
  /** The amount that left the payer's wallet, in base units of the source token; null if unknown. */
  source_units: Defaulted<string | null>
  /** The part of the sent amount that the bridge kept, in base units of the source token; null if unknown. */
  bridge_fee_units: Defaulted<string | null>
  /** `lifi`: the payment has no payment event and counts because of the bridge's report and the token's event. */
  detection_source: Defaulted<DetectionSource>
  /** A note for the merchant about anything unusual in the payment; null if there is nothing. */
  note: Defaulted<string | null>
  /** The time at which the watcher first saw the payment in a young block; null if the block was already deep enough. */
  seen_at: Defaulted<string | null>
}

/** Payments younger than the confirmation depth, rewritten by the watcher and never counted as paid. */
type PendingPaymentsTable = {
  network: string
  tx_hash: string
  log_index: number
  request_id: string
  block_number: bigint
  amount_units: string
  /** The amount that will count towards the payment's request, according to the event; null if that is `amount_units`. */
  request_units: Defaulted<string | null>
  payer: string | null
  seen_at: string
  /** The owner of the payment's request; empty for rows from earlier releases. */
  tenant_id: Defaulted<string>
}

type UnmatchedPaymentsTable = {
  id: string
  tenant_id: string
  request_id: string
  network: string
  tx_hash: string
  log_index: number
  block_number: bigint
  contract: string
  token_address: string | null
  payee: string
  amount_units: string
  reason: string
  detected_at: string
  /** The request for which the merchant claimed the payment; null if none. */
  claimed_request_id: Defaulted<string | null>
  /** The value in US dollars at detection, as decimal text; null if unknown. */
  worth_usd: Defaulted<string | null>
  /** The Keccak-256 hash of the reference, as in logs; null for rows from before this column was added. */
  reference_topic: Defaulted<string | null>
  /** 1 if lists show the payment by default. */
  is_notable: Defaulted<number>
  /** The owner of the money, as in `payments`; null if unknown. */
  payer: Defaulted<string | null>
  /** The payment's reference; null if unknown. */
  payment_reference: Defaulted<string | null>
  /** The tokens that the payee received, in base units; null until a refund reads them. */
  arrived_units: Defaulted<string | null>
}

/** Money that a merchant returns to a payer through a request. Its state follows from its times; see docs/design/refunds.md. */
type RefundsTable = {
  id: string
  tenant_id: string
  /** The client ID of the refunded request; its endpoints receive the refund's events. */
  client_id: string | null
  /** The refunded payment; it gets another id after a reorganisation. */
  payment_id: string
  /** The request of that payment. Both ids are empty while the money counts towards no request. */
  request_id: string
  /** The refunded unmatched payment, while its money counts towards no request; otherwise null. */
  unmatched_id: string | null
  /** The request that pays the refund. */
  refund_request_id: string
  network: string
  tx_hash: string
  /** The index of the payment's log when the refund was created. */
  log_index: number
  token_address: string | null
  /** The currency id of the tokens that arrived. */
  currency: string
  /** The amount to refund, in base units of `currency`. */
  amount_units: string
  invoice_currency: string
  /**
   * The refund's worth in settlement units of the refunded request, at the payment's rate; null if the payment was not converted.
   */
  invoice_units: string | null
  recipient: string
  reason: string | null
  /** The merchant's reference of the refunded request. */
  reference: string | null
  /** The member or API key that created the refund. */
  created_by: string
  created_at: string
  updated_at: string
  /** The time at which a reorganisation removed the payment; null while it is on the chain. */
  held_at: string | null
  /**
   * The time at which the payment's other paid refunds first left too little for this refund; null otherwise. Once set, it never changes.
   */
  exceeds_at: string | null
  /** The time at which the refund's whole amount arrived; null again if a reorganisation removes it. */
  confirmed_at: string | null
  cancelled_at: string | null
}

/** Money that could be refunded, and that the merchant decided to keep. */
type KeptSurplusesTable = {
  request_id: string
  tenant_id: string
  /** The money that the decision covers, in settlement units of the request: all money that no refund had returned at that time. */
  kept_units: string
  /** The tokens that the merchant saw and kept, in base units of `currency`. */
  amount_units: string
  /** Null for the request's own payment currency. */
  currency: Defaulted<string | null>
  reason: string
  /** The member or API key that made the decision. */
  decided_by: string
  decided_at: string
}

type RefundClaimsTable = {
  id: string
  tenant_id: string
  payment_id: string
  request_id: string
  /** The hex SHA-256 of the link's code; null for a signature. */
  code_hash: string | null
  /** The nonce of the signed text; null for a link. */
  nonce: string | null
  /** The wallet that signed, on its own network; null for a link. */
  wallet: string | null
  /** The address that the payer stated; null until then. */
  recipient: string | null
  /** The number of attempts with a wrong or used code. */
  failed_attempts: Defaulted<number>
  /** The member or API key that created the link; null for a signature. */
  created_by: string | null
  created_at: string
  expires_at: string
  stated_at: string | null
  /** The time at which a newer link replaced this one, or the last allowed attempt failed; null for neither. */
  closed_at: string | null
}
