import type { FeeBearer } from '@secure-payment/core'
import type { Defaulted } from './column.ts'

/** The tables of secure payments, their requests, and their payers’ attempts. */
export type RequestTables = {
  secure_payments: SecurePaymentsTable
  combined_payouts: CombinedPayoutsTable
  requests: RequestsTable
  request_options: RequestOptionsTable
  unlisted_requests: UnlistedRequestsTable
  swept_requests: SweptRequestsTable
  swept_options: SweptOptionsTable
  access_rejections: AccessRejectionsTable
  screenings: ScreeningsTable
  payment_screenings: PaymentScreeningsTable
  attempts: AttemptsTable
  permits: PermitsTable
  intents: IntentsTable
  quotes: QuotesTable
}

type SecurePaymentsTable = {
  token: string
  tenant_id: string
  client_id: string | null
  payment_type: 'single' | 'batch'
  network: string
  status: 'pending' | 'completed' | 'expired' | 'invalidated'
  reference: string | null
  payer_identifier: string | null
  origin: string | null
  created_at: string
  expires_at: string
  completed_at: string | null
  /** `pay`: a payout that the merchant makes; `get_paid`: money that the merchant receives. */
  flow: Defaulted<'get_paid' | 'pay'>
  /** The wallet that created a payout link; it is not always the payer. */
  creator_wallet: Defaulted<string | null>
  redirect_url: Defaulted<string | null>
  redirect_label: Defaulted<string | null>
  /** The `AccessPolicy` as JSON; null if any wallet may pay and all callers see the payee. */
  access_policy: Defaulted<string | null>
  /** The sequence of the last event about the secure payment itself; 0 = none. */
  event_sequence: Defaulted<number>
  /** The number of progress reports from the payment's pages. */
  user_event_count: Defaulted<number>
  /** The number of refused signatures that stated an address for refunds. */
  refused_claims: Defaulted<number>
  /** The number of versions of the payment: 1, plus one per edit. */
  revision: Defaulted<number>
  /** 1 for a link that any number of payers can pay: each payer gets a copy, and the link itself is never paid. */
  is_reusable: Defaulted<number>
  /** The reusable link that the payment copies; null for a link. */
  link_token: Defaulted<string | null>
  /** The idempotency key of the form with which a payer opened the copy; a repeated submission returns the same copy. */
  open_key: Defaulted<string | null>
  /** The time at which a payer's page first read the payment; null if none has. */
  opened_at: Defaulted<string | null>
  /** The language of that page; null for payments from earlier releases. */
  payer_language: Defaulted<string | null>
  /** The `FeePlan` at the creation, as JSON; null without one. */
  fee_plan: Defaulted<string | null>
}

/** A payout link that another link replaced, together with others. */
type CombinedPayoutsTable = {
  child_token: string
  /** The link that pays the request now. */
  token: string
  position: number
  request_id: string
  /** 1 for a multicall payout, 0 for a batch payout. */
  is_multicall: number
  /** The merchant of both links. */
  tenant_id: string
}

export type RequestStatus =
  | 'created'
  | 'processing'
  | 'partially_paid'
  | 'paid'
  | 'failed'
  | 'refunded'
  /** Cancelled while unpaid. The API returns this status; the column keeps `created`. */
  | 'invalidated'

/**
 * `conversion`, `par` and `quoted`: the invoice currency is not the payment currency. A contract converts, both currencies are the same
 * asset, or the host quotes the amount.
 */
type RequestKind = 'direct' | 'conversion' | 'par' | 'quoted'

/**
 * `expected_units`, `paid_units` and `fee_units` are in units of the currency in which the request is settled (`settlementDecimals`):
 *
 * - base units of the payment currency if the request is direct
 * - units of the invoice currency for any other kind; fiat has 8 decimals, as in the conversion contracts
 */
type RequestsTable = {
  id: string
  tenant_id: string
  client_id: string | null
  secure_payment_token: string | null
  /** The position of the request in its secure payment, from 0. */
  item_index: number
  kind: RequestKind
  network: string
  payee: string
  /** The token's address; null for the native coin. */
  token_address: string | null
  destination_id: string | null
  /** Currency ids. */
  invoice_currency: string
  payment_currency: string
  /** The amount as decimal text, in units of the invoice currency. */
  amount: string
  /** The stated amount: the payee must receive it, less the fee if the payee bears it. */
  expected_units: string
  paid_units: string
  fee_percentage: string | null
  fee_units: string
  fee_address: string | null
  /** `payee`: the payer pays `expected_units` in all, and the payee receives them less the fee. */
  fee_bearer: Defaulted<FeeBearer>
  /** 1 if the fee is rounded up to the minor unit of the invoice currency, which is then fiat; 0 if it is exact to the unit. */
  fee_is_rounded: Defaulted<number>
  /** 16 hex characters. */
  salt: string
  /** `0x` and 16 hex digits. */
  payment_reference: string
  /** The reference's `topicKey` from core: a signed 64-bit integer. */
  reference_key: bigint
  reference: string | null
  customer_info: string | null
  /** The `Order` as JSON. */
  order_details: Defaulted<string | null>
  payer: string | null
  status: RequestStatus
  has_been_paid: number
  paid_late: number
  tx_hash: string | null
  /** The sequence of the last event that was emitted for this request; 0 = none. */
  event_sequence: number
  origin: string | null
  created_at: string
  updated_at: string
  expires_at: string | null
  is_crypto_to_fiat_allowed: Defaulted<number>
  /** A JSON array of currency hashes from the invoice currency to the payment currency; null for no conversion. */
  conversion_path: Defaulted<string | null>
  /** The maximum age of the rate in seconds at payment; null for any age. */
  max_rate_age_s: Defaulted<number | null>
  /** `{startDate, frequency}` as JSON; the host creates a new request for each period. */
  recurrence: Defaulted<string | null>
  /** The time at which the recurrence's next request is due; null for never. */
  next_recurrence_at: Defaulted<string | null>
  is_recurrence_stopped: Defaulted<number>
  /** The recurring request for one of whose periods this request was created. */
  original_request_id: Defaulted<string | null>
  original_payment_reference: Defaulted<string | null>
  /** The recurring payout that pays the request, one execution per request; null if any payer may pay it. */
  recurring_payment_id: Defaulted<string | null>
  /** The merchant's own id for a payout's recipient. */
  recipient_identifier: Defaulted<string | null>
  /**
   * The provider that receives the money at `payee` and pays it into a bank account; null if the payee receives it.
   */
  offramp_provider: Defaulted<string | null>
  /** The number of times that a reorganisation removed payments of the request. */
  revocations: Defaulted<number>
  /** The time at which the merchant cancelled the request; null if it is not cancelled. */
  cancelled_at: Defaulted<string | null>
  /** The keyed digest of the IP address that created the request; null for servers, and once it is no longer needed. */
  address_digest: Defaulted<string | null>
  /** 1 if the request pays out the merchant's own money. */
  is_payout: Defaulted<number>
  /** The approval without which the request cannot be paid; null if it needs none. */
  approval_id: Defaulted<string | null>
  /** 1 if the request only states a reusable link's terms, so that no payment matches it. */
  is_terms: Defaulted<number>
  /** The reusable link for which the request was created; null for other requests. */
  link_token: Defaulted<string | null>
  /** 1 for an unpaid copy of a reusable link, which no list contains. Also in `unlisted_requests`. */
  is_unpaid_copy: Defaulted<number>
  /** The number of rows in `request_options`: the further ways in which the request can be paid. */
  option_count: Defaulted<number>
}

/**
 * A further way to pay a request, with the request's amount and fee. The columns of the plan equal those of `requests`. The last two
 * columns repeat the request's, so that one index shows the networks on which a payment may arrive.
 */
type RequestOptionsTable = {
  request_id: string
  /** From 1; the request's own payment currency comes before all options. */
  position: number
  tenant_id: string
  network: string
  payee: string
  /** The token's address; null for the native coin. */
  token_address: string | null
  payment_currency: string
  kind: RequestKind
  conversion_path: string | null
  max_rate_age_s: number | null
  /** 16 hex characters. */
  salt: string
  /** `0x` and 16 hex digits. */
  payment_reference: string
  /** The reference's `topicKey` from core: a signed 64-bit integer. */
  reference_key: bigint
  created_at: string
  has_been_paid: number
  updated_at: string
}

/** Requests that no list contains and no merchant limit counts: copies of reusable links for which no money was found. */
type UnlistedRequestsTable = {
  request_id: string
  link_token: string
  /** The link's copy that contains the request. */
  copy_token: string | null
  /** The time at which the copy expires. */
  expires_at: string
}

/** An unpaid request that was deleted because of its age, reduced to the columns that detect a late payment. */
type SweptRequestsTable = {
  id: string
  tenant_id: string
  reference_key: bigint
  payment_reference: string
  swept_at: string
}

/** The references of a swept request's further options; the request is in `swept_requests`. */
type SweptOptionsTable = {
  request_id: string
  position: number
  reference_key: bigint
  payment_reference: string
}

/** Wallets that were rejected in the last few minutes, so that each is reported once. */
type AccessRejectionsTable = { token: string; wallet: string; rejected_at: string }

type ScreeningsTable = {
  provider: string
  /** In the canonical form of its family. */
  wallet: string
  is_allowed: number
  reason_code: string | null
  /** The provider's id of the decision. */
  reference: string | null
  screened_at: string
  expires_at: string
}

/** The last decision about each wallet that tried to pay a secure payment. */
type PaymentScreeningsTable = ScreeningsTable & { token: string }

type AttemptsTable = {
  id: string
  token: string
  wallet: string
  chain: string
  currency: string
  calldata_hash: string
  nonce: Defaulted<bigint | null>
  phase: string
  tx_hash: string | null
  lease_until: string
  created_at: string
  updated_at: string
  /** The hash of the Safe's transaction while it waits for the signers; otherwise null. */
  safe_tx_hash: Defaulted<string | null>
  /** Unix seconds after which the Safe's transaction can no longer pay, as its page reported. */
  safe_deadline_s: Defaulted<bigint | null>
  /** The time at which `tx_hash` was reported; null without a hash, and for rows from earlier releases. */
  sent_at: Defaulted<string | null>
}

/** A permit (EIP-2612) that a payer signed for one attempt, and that the relayer sends. */
type PermitsTable = {
  id: string
  tenant_id: string
  /** The secure payment's token. */
  token: string
  attempt_id: string
  network: string
  /** Checksummed as in EIP-55, like the two addresses below. */
  token_address: string
  owner: string
  spender: string
  value_units: string
  /** Unix seconds. */
  deadline_s: bigint
  /** 65 bytes in hex. */
  signature: string
  /**
   * `due` until the relayer has signed a transaction; `refused` if the chain would not accept the transaction; `dropped` if it took too
   * long.
   */
  status: 'due' | 'sent' | 'refused' | 'dropped'
  tx_hash: string | null
  created_at: string
  updated_at: string
}

/**
 * The state of a transaction on another network. `tracking` until the bridge's status is final: `completed`, `partial`,
 * `refunded` or `failed`. `foreign`: the transaction does not belong to this payment. `unanswered`: the bridge did not
 * report in time.
 */
type IntentStatus =
  | 'tracking'
  | 'completed'
  | 'partial'
  | 'refunded'
  | 'failed'
  | 'unanswered'
  | 'foreign'

type IntentsTable = {
  id: string
  token: string
  tx_hash: string
  chain: string
  currency: string
  created_at: string
  /** Set, like the next four columns, for a transaction on a network other than the payment's, which the host follows across the bridge. */
  request_id: Defaulted<string | null>
  status: Defaulted<IntentStatus | null>
  source_network: Defaulted<string | null>
  source_token: Defaulted<string | null>
  /** The bridge that the status query names. */
  tool: Defaulted<string | null>
  /** The time of the transaction's next check; null for never. */
  next_check_at: Defaulted<string | null>
  /** The time after which the host no longer waits for a bridge that has not responded. */
  give_up_at: Defaulted<string | null>
  /** The sender of the source transaction, checksummed; null until that transaction is verified. */
  sender: Defaulted<string | null>
  /**
   * The amount that the transaction moved from the sender, in base units of `source_token`. Null until the transaction is verified, or if
   * the amount is unreadable.
   */
  source_units: Defaulted<string | null>
  /** The source transaction's gas cost, in base units of its network's coin; null until the transaction is verified, or if unknown. */
  source_gas_units: Defaulted<string | null>
  /**
   * The worth of `source_gas_units` in the request's invoice currency at that time, as decimal text; `no_price` if no price was known, and
   * null if none was looked up.
   */
  source_gas_worth: Defaulted<string | null>
  /**
   * The amount ordered for the payee, in base units of the request's token; it counts as pending while the host follows the transaction.
   * Null if the transaction does not order the request's payment, or sends too little for it.
   */
  promised_units: Defaulted<string | null>
  /** The bridge's last status. */
  substatus: Defaulted<string | null>
  /** The bridge's page about the transfer. */
  explorer_url: Defaulted<string | null>
  /** The transaction on the payment's network that delivered the money. */
  settled_tx_hash: Defaulted<string | null>
  /** A note to the merchant about the end of the transfer. */
  note: Defaulted<string | null>
  updated_at: Defaulted<string | null>
}

/** The amounts at which a request can be paid in its payment currency for a few minutes. */
type QuotesTable = {
  id: string
  tenant_id: string
  request_id: string
  payment_currency: string
  /** Units of the invoice currency per unit of the payment currency, times 10^18. */
  price: string
  /** The sources of the price, as JSON (see `settlement/priceSources.ts`). */
  sources: string
  /** The amount in settlement units that the quote pays, and its amount in base units of the payment currency. Both exclude the fee. */
  invoice_units: string
  payment_units: string
  /** The request's fee in base units of the payment currency. */
  fee_units: string
  created_at: string
  /** The time until which a page offers the quote. */
  expires_at: string
}
