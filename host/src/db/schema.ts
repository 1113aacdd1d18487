import type { AuditAction, Notice, ReportingCurrency, Role } from '@secure-payment/core/api'
import type {
  AgreementStatus,
  KycStatus,
  OfframpStatus,
  PaymentDetailStatus,
} from '@secure-payment/core/offramp'
import type { ColumnType, Insertable, Selectable } from 'kysely'

/** A column that an insert may omit, because the table has a default. */
type Defaulted<T> = ColumnType<T, T | undefined, T>

/**
 * Every table of the service, for both engines, with text, integer and bigint columns only. Times are ISO 8601 text in UTC, amounts are
 * base units as decimal text, and a boolean is the integer 0 or 1. A `json` column is text. Ids are ordered by time.
 */
export type Schema = {
  tenants: TenantsTable
  api_keys: ApiKeysTable
  client_ids: ClientIdsTable
  webhook_endpoints: WebhookEndpointsTable
  secure_payments: SecurePaymentsTable
  requests: RequestsTable
  unlisted_requests: UnlistedRequestsTable
  swept_requests: SweptRequestsTable
  payments: PaymentsTable
  refunds: RefundsTable
  refund_claims: RefundClaimsTable
  kept_surpluses: KeptSurplusesTable
  unmatched_payments: UnmatchedPaymentsTable
  pending_payments: PendingPaymentsTable
  chain_cursors: ChainCursorsTable
  block_checkpoints: BlockCheckpointsTable
  leases: LeasesTable
  events: EventsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  idempotency_keys: IdempotencyKeysTable
  attempts: AttemptsTable
  permits: PermitsTable
  intents: IntentsTable
  settings: SettingsTable
  wallets: WalletsTable
  accounts: AccountsTable
  invitations: InvitationsTable
  sessions: SessionsTable
  mails: MailsTable
  member_contacts: MemberContactsTable
  mail_codes: MailCodesTable
  member_factors: MemberFactorsTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  passkey_challenges: PasskeyChallengesTable
  pending_sign_ins: PendingSignInsTable
  reset_requests: ResetRequestsTable
  notices: NoticesTable
  audit_log: AuditLogTable
  approvals: ApprovalsTable
  payout_worths: PayoutWorthsTable
  challenges: ChallengesTable
  merchant_domains: MerchantDomainsTable
  payee_destinations: PayeeDestinationsTable
  rate_limits: RateLimitsTable
  rescans: RescansTable
  payment_groups: PaymentGroupsTable
  payment_entries: PaymentEntriesTable
  payment_counts: PaymentCountsTable
  counted_lists: CountedListsTable
  payment_totals: PaymentTotalsTable
  fiat_totals: FiatTotalsTable
  recurring_payments: RecurringPaymentsTable
  recurring_executions: RecurringExecutionsTable
  relayer_transactions: RelayerTransactionsTable
  relay_spending: RelaySpendingTable
  payers: PayersTable
  payment_details: PaymentDetailsTable
  offramp_targets: OfframpTargetsTable
  offramps: OfframpsTable
  offramp_steps: OfframpStepsTable
  provider_reports: ProviderReportsTable
  sandbox_presses: SandboxPressesTable
  brandings: BrandingsTable
  logos: LogosTable
  access_rejections: AccessRejectionsTable
  releases: ReleasesTable
  release_files: ReleaseFilesTable
}

type TenantsTable = {
  id: string
  name: string
  created_at: string
  /** 1 if the tenant receives events about payers' progress, as pages report it. */
  sends_user_events: Defaulted<number>
  /** 1 if the operator lets the relayer spend gas for the tenant. */
  is_relay_allowed: Defaulted<number>
  /** The maximum gas that the relayer spends per day for the tenant on a network; null for the host's setting. */
  relay_daily_gas: Defaulted<bigint | null>
  /** Payouts worth at least this many US cents need a second member's approval; null for none. */
  approval_limit_cents: Defaulted<bigint | null>
  /** The tenant's reporting currency, for worth and totals. */
  reporting_currency: Defaulted<ReportingCurrency>
}

type BrandingsTable = {
  id: string
  tenant_id: string
  /**
   * The `cli_…` value whose payments have this branding; empty for all of the tenant's payments, except those of a client ID with its own
   * branding.
   */
  client_id: string
  /** `#rrggbb`, lower case, like the next four. */
  page_background_color: string | null
  card_background_color: string | null
  primary_action_color: string | null
  primary_text_color: string | null
  secondary_text_color: string | null
  logo_id: string | null
  terms_url: string | null
  privacy_url: string | null
  /** https: or mailto:. */
  support_url: Defaulted<string | null>
  /** 1 if the hosted page names the service. */
  displays_service: number
  created_at: string
  updated_at: string
}

/** The served image. Each image has a separate id, so that it can be cached permanently. */
type LogosTable = {
  id: string
  branding_id: string
  /** One of the media types in the contract. */
  type: string
  /** Base64. */
  content: string
  created_at: string
}

/** A build of scripts, kept for the pages that loaded it. */
type ReleasesTable = {
  id: string
  kind: 'element' | 'console'
  /** A counter that follows the order in which releases were first served. */
  position: number
}

type ReleaseFilesTable = {
  /** The path in the URL, without the leading slash. */
  path: string
  release_id: string
  /** Base64 of Brotli. */
  content: string
  /** The digest of path and content, under the hosts' key. */
  digest: string
}

/** Wallets that were rejected in the last few minutes, so that each is reported once. */
type AccessRejectionsTable = { token: string; wallet: string; rejected_at: string }

type ApiKeysTable = {
  id: string
  tenant_id: string
  label: string
  /** The first characters of the key, shown in lists. */
  prefix: string
  /** The lower-case hex SHA-256 of the full key. */
  hash: string
  status: 'active' | 'inactive' | 'revoked'
  /** The scopes, separated by spaces; null for all scopes. */
  scopes: Defaulted<string | null>
  /** The wallet's address or the account's id of the key's creator; null for the operator, or if unknown. */
  created_by: Defaulted<string | null>
  expires_at: string | null
  created_at: string
  last_used_at: string | null
}

type ClientIdsTable = {
  id: string
  tenant_id: string
  /** The public `cli_…` value. Pages send it as the whole `x-client-id` header, servers as the first part of the header. */
  client_id: string
  /** The hex SHA-256 of a server's whole header, which is secret; null for pages. */
  secret_hash: Defaulted<string | null>
  label: string
  /** A JSON array of canonical origins. */
  allowed_domains: string
  fee_percentage: string | null
  fee_address: string | null
  operator_wallet_address: string | null
  default_pre_approval_expiry: number | null
  default_authorization_expiry: number | null
  /**
   * The payee destination to which the client ID is bound: a composite id, or the id of a record, whose later changes apply too; null if
   * unbound.
   */
  payee_destination_id: string | null
  /** Applies while the client ID is unbound. 1: it may pay any payee; 0: only the tenant's wallets and payee destinations. */
  allow_any_payee: Defaulted<number>
  /** 1 for the hosted page's own client ID, which may read any token. */
  is_first_party: number
  status: 'active' | 'inactive' | 'revoked'
  created_at: string
  updated_at: string
  last_used_at: string | null
}

type WebhookEndpointsTable = {
  id: string
  tenant_id: string
  /** The `cli_…` value that scopes the endpoint; null = tenant-wide. */
  client_id: string | null
  url: string
  /** Sealed: signs `x-service-signature`. */
  secret: string
  is_active: number
  /** A JSON array of event types; null for all. */
  events: string | null
  /** A JSON array of extra names for the signature header; null if none. */
  signature_header_aliases: string | null
  created_at: string
  /** Sealed: the secret that a rotation will promote; until then, it signs `webhook-signature` together with the current secret. */
  pending_secret: Defaulted<string | null>
  /** Sealed: the secret before the last promotion; it signs `webhook-signature` until `previous_expires_at`. */
  previous_secret: Defaulted<string | null>
  previous_expires_at: Defaulted<string | null>
  /** The reason why the service switched the endpoint off automatically; null if it is on, or if its owner switched it off. */
  disabled_reason: Defaulted<string | null>
  /** The start of the outage that a notice to the merchant reported; null while the endpoint accepts deliveries. */
  outage_noticed_at: Defaulted<string | null>
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

/** `conversion`: the invoice currency is not the payment currency. */
type RequestKind = 'direct' | 'conversion'

/**
 * `expected_units`, `paid_units` and `fee_units` are in units of the currency in which the request is settled (`settlementDecimals`):
 *
 * - base units of the payment currency if the request is direct
 * - units of the invoice currency if the request is converted; fiat has 8 decimals, as in the conversion contracts
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
  /** The amount that the payee must receive. */
  expected_units: string
  paid_units: string
  fee_percentage: string | null
  fee_units: string
  fee_address: string | null
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
  /** 1 for a copy of a reusable link for which no money was found: no list contains it. Also in `unlisted_requests`. */
  is_unpaid_copy: Defaulted<number>
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
  /** The event's argument. */
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
  rate_source: Defaulted<'chainlink' | null>
  /** The value in US dollars at the payment's block, as decimal text; null if unknown. */
  amount_in_usd: Defaulted<string | null>
  /**
   * The worth in every other fiat currency at the time of the payment, as JSON: `{"EUR":"27.5"}`; null if none is known. See
   * `db/fiatWorths.ts`.
   */
  fiat_worths: Defaulted<string | null>
  /** The transaction's gas cost in native base units; null if the transaction made other payments too. */
  gas_units: Defaulted<string | null>
  recurring_payment_id: Defaulted<string | null>
  /** The source of a crosschain payment: network, transaction and currency symbol; null if the payer paid on `network`. */
  source_network: Defaulted<string | null>
  source_tx_hash: Defaulted<string | null>
  source_currency: Defaulted<string | null>
  /** The part of the sent amount that the bridge kept, in base units of the source token; null if unknown. */
  bridge_fee_units: Defaulted<string | null>
  /** `lifi`: the payment has no payment event and counts because of the bridge's report and the token's event. */
  detection_source: Defaulted<DetectionSource>
  /** A note for the merchant about anything unusual in the payment; null if there is nothing. */
  note: Defaulted<string | null>
  /** The time at which the watcher first saw the payment in a young block; null if the block was already deep enough. */
  seen_at: Defaulted<string | null>
}

/** Money that goes back to a payer, through a request by the merchant. Its state follows from its times; see docs/design/refunds.md. */
type RefundsTable = {
  id: string
  tenant_id: string
  /** The client ID of the refunded request; its endpoints receive the refund's events. */
  client_id: string | null
  /** The payment that the refund gives back; the payment gets another id after a reorganisation. */
  payment_id: string
  /** The request of that payment. Both ids are empty while the money counts for no request. */
  request_id: string
  /** The unmatched payment that the refund gives back while that money counts for no request; otherwise null. */
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
   * The worth of the refund in settlement units of the refunded request, at the rate of the payment; null if the payment was not
   * converted.
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

/** Money that may have to go back, and that the merchant decided to keep. */
type KeptSurplusesTable = {
  request_id: string
  tenant_id: string
  /** The money that the decision covers, in settlement units of the request: all money that no refund had given back at that time. */
  kept_units: string
  /** The tokens that the merchant saw and kept, in base units of the payment currency. */
  amount_units: string
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
  /** The time at which a newer link replaced this one, or the last allowed attempt failed. */
  closed_at: string | null
}

export type DetectionSource = 'request-network' | 'lifi'

export type PaymentType = 'direct' | 'conversion' | 'crosschain' | 'recurring'

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

type ChainCursorsTable = {
  network: string
  block_number: bigint
  block_hash: string
  head_number: bigint
  /** Recorded blocks up to this one have been read twice; null if none have. */
  audited_number: Defaulted<bigint | null>
  updated_at: string
  /** The start of the watcher's current series of failed polls; null if the last poll succeeded. */
  failing_since: Defaulted<string | null>
}

type BlockCheckpointsTable = { network: string; block_number: bigint; block_hash: string }

type LeasesTable = { name: string; holder: string; fencing: bigint; expires_at: string }

type EventsTable = {
  /** A ULID, which is the `eventId` in the body. */
  id: string
  tenant_id: string
  /** The id of the request or payer that the event concerns. */
  request_id: string
  client_id: string | null
  type: string
  sequence: number
  /** The exact bytes that are signed and sent. */
  body: string
  created_at: string
  /** 1 for a test event. */
  is_test: Defaulted<number>
  /** The time at which a reorganisation removed the event's payment and made the event untrue; from then on, it is not sent again. */
  retracted_at: Defaulted<string | null>
}

type WebhookDeliveriesTable = {
  id: string
  event_id: string
  endpoint_id: string
  request_id: string
  /** The event's sequence: deliveries about one request to an endpoint keep this order. */
  sequence: number
  status: 'pending' | 'delivered' | 'dead' | 'cancelled'
  /** The number of attempts so far, which is also the next attempt's number, counted from 0. */
  attempt: number
  /** The time of the next attempt; while a worker holds the delivery, the end of the worker's lease. */
  due_at: string
  lease_until: string | null
  created_at: string
  completed_at: string | null
  last_response_status: number | null
  last_error: string | null
  /** The number of the first attempt in the current run of the schedule: 0, or the attempt at which a redelivery restarted the schedule. */
  schedule_start: Defaulted<number>
  /** The number of requested redeliveries. */
  replays: Defaulted<number>
  /** The last attempt's URL and headers, as JSON; null before the first. */
  last_request: Defaulted<string | null>
}

type WebhookAttemptsTable = {
  id: string
  delivery_id: string
  attempt: number
  started_at: string
  duration_ms: number
  response_status: number | null
  response_body: string | null
  error: string | null
  /** The owner of the delivery; null for attempts from earlier releases. */
  tenant_id: Defaulted<string | null>
}

type IdempotencyKeysTable = {
  /** Credential and route. */
  scope: string
  key: string
  /** The hex SHA-256 of the canonical body. */
  body_hash: string
  state: 'in_flight' | 'done'
  response_status: number | null
  response_body: string | null
  created_at: string
}

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
   * The amount that the transaction moved from the sender, in base units of `source_token`; null until the transaction is verified, or if
   * the amount is unreadable.
   */
  source_units: Defaulted<string | null>
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

/** The settings that the hosts of one database share, in addition to the environment. */
type SettingsTable = { name: string; value: string; created_at: string }

/** A wallet that has signed in, as a member of its tenant. */
type WalletsTable = {
  /** Canonical: EIP-55, or base58 on Tron. */
  address: string
  wallet_type: 'evm' | 'tron'
  tenant_id: string
  role: Role
  created_at: string
  /**
   * The chain whose code signs for the wallet; null for a wallet with a key, or without a sign-in since this column was added.
   */
  code_chain_id: bigint | null
  /** The time of the last sign-in; null without a sign-in since this column was added. */
  last_sign_in_at: Defaulted<string | null>
}

/** An account with e-mail and password, which is a member of its tenant. */
type AccountsTable = {
  id: string
  tenant_id: string
  /** The keyed digest of the normalised e-mail address; accounts are looked up by it. */
  email_digest: string
  sealed_email: string
  /** The Argon2id hash of the password, in PHC format. */
  password_hash: string
  role: Role
  created_at: string
  /** The time of the last sign-in; null without a sign-in since this column was added. */
  last_sign_in_at: Defaulted<string | null>
}

/** A link that lets one wallet or account join, once. */
type InvitationsTable = {
  id: string
  /** The lower-case hex SHA-256 of the link's token. */
  hash: string
  /** The tenant that the invited person joins; null if the person opens a new tenant. */
  joins_tenant_id: string | null
  /** The invited person's role; `owner` for a new tenant. */
  role: Role
  /** The inviting member's tenant; null if the operator sent the invitation. */
  invited_by: string | null
  /** The inviting wallet's address or account's id; null for the operator, or if unknown. */
  invited_by_member: Defaulted<string | null>
  created_at: string
  expires_at: string
  used_at: Defaulted<string | null>
  /** The only wallet that may accept the invitation, in canonical form; null for any. */
  bound_wallet: Defaulted<string | null>
  /** The digest of the only e-mail address that may accept the invitation, as in `accounts`; null for any. */
  bound_email_digest: Defaulted<string | null>
  /** That address, sealed. */
  sealed_email: Defaulted<string | null>
}

type SessionsTable = {
  id: string
  /** The lower-case hex SHA-256 of the cookie's value. */
  hash: string
  tenant_id: string
  /** The session's wallet; null for an account's session, which `account_id` names. */
  wallet_address: string | null
  account_id: string | null
  created_at: string
  last_used_at: string
  expires_at: string
  /** The time and method of the last proof of the person's identity; null for a session from before these columns were added. */
  confirmed_at: string | null
  confirmed_by: 'password' | 'wallet' | 'passkey' | 'recovery_code' | null
}

/** The e-mail outbox: one row per message, written in the same transaction as the message's cause. */
type MailsTable = {
  /** The Message-ID is derived from this id. */
  id: string
  /** The merchant whose daily limit counts the e-mail; null for the operator. */
  tenant_id: string | null
  /** A key that identifies the cause; the host sends at most one message per cause. Null for no such limit. */
  cause: string | null
  /** The address and the text as JSON, sealed; empty once the message has ended. */
  sealed_message: string
  status: 'pending' | 'sent' | 'dead'
  /** The number of attempts that have begun. */
  attempt: number
  /** The time of the next attempt; while an attempt runs, the end of its lease. */
  due_at: string
  created_at: string
  completed_at: string | null
  /** The code of the last failure, without the mail server's text. */
  last_error: string | null
}

/** A member's address and notices; a member without a row has chosen nothing. */
type MemberContactsTable = {
  /** The address of a wallet, or the id of an account. */
  member_id: string
  tenant_id: string
  /** The verified address; null if there is none. */
  sealed_email: Defaulted<string | null>
  verified_at: Defaulted<string | null>
  /** A JSON array of the chosen notices. */
  notices: string
  updated_at: string
}

/** A link in an e-mail that proves an address. */
type MailCodesTable = {
  /** The lower-case hex SHA-256 of the code. */
  hash: string
  purpose: 'email' | 'password'
  tenant_id: string
  member_id: string
  sealed_email: string
  /** The keyed digest of the address; limits count per digest. */
  email_digest: string
  created_at: string
  expires_at: string
  used_at: string | null
}

/** A member's second factor, and the handle that identifies the member in passkeys. */
type MemberFactorsTable = {
  /** A wallet's address or an account's id. */
  member_id: string
  tenant_id: string
  /** 32 random bytes in base64url: a passkey stores it, and it reveals nothing about the person. */
  user_handle: string
  /** 1 if a sign-in by password or wallet also needs a passkey or a recovery code. */
  is_second_factor: 0 | 1
  created_at: string
}

/** A member's passkey. */
type PasskeysTable = {
  id: string
  /** The credential's id from the authenticator, in base64url. */
  credential_id: string
  tenant_id: string
  member_id: string
  name: string
  /** The public key in COSE form, in base64url. */
  public_key: string
  /** The last signature counter; 0 for authenticators that do not count. */
  sign_count: bigint
  /** A JSON array of the authenticator's transports. */
  transports: string
  is_synced: 0 | 1
  created_at: string
  last_used_at: string | null
}

/** A recovery code, which replaces a passkey once. */
type RecoveryCodesTable = {
  /** The lower-case hex SHA-256 of the member's id and the code. */
  hash: string
  member_id: string
  created_at: string
  used_at: string | null
}

/** A challenge that a passkey signs. A row is deleted when its challenge is used. */
type PasskeyChallengesTable = {
  id: string
  /** The challenge's purpose, and the session or pending sign-in that requested the challenge. */
  holder: string
  challenge: string
  created_at: string
  expires_at: string
}

/** A sign-in by password or wallet that waits for the second factor. Such a sign-in is not a session. */
type PendingSignInsTable = {
  id: string
  /** The lower-case hex SHA-256 of the cookie's value. */
  hash: string
  tenant_id: string
  member_id: string
  attempts: number
  created_at: string
  expires_at: string
}

/** A notice to those members of a merchant who have chosen its kind. */
type NoticesTable = {
  id: string
  tenant_id: string
  kind: Notice
  /** Unique: one notice per cause. */
  cause: string
  /** The event that the notice reports; null for none. */
  event_id: string | null
  /** The record that the notice concerns, as JSON. */
  facts: string
  status: 'pending' | 'told' | 'withdrawn'
  /** A JSON array of the members to whom the e-mail was addressed; null until it is written. */
  told_to: string | null
  created_at: string
}

/** A change to a merchant account, without its values. */
type AuditLogTable = {
  id: string
  tenant_id: string
  action: AuditAction
  actor_kind: 'wallet' | 'account' | 'api_key' | 'operator'
  /** A wallet's address, or the id of an account or an API key; null for the operator. */
  actor_id: string | null
  /** The changed record; null for the merchant account itself. */
  object_id: string | null
  /** The author's reason for the decision; null without one. */
  reason: Defaulted<string | null>
  created_at: string
}

/** The decision of a second member on a payout, or on a higher limit. */
type ApprovalsTable = {
  /** ULID. */
  id: string
  tenant_id: string
  /** `limit`: a member raises the limit or switches it off. */
  kind: 'payout' | 'payout_link' | 'schedule' | 'limit'
  /** `cancelled`: the payout was cancelled, or another limit was set. */
  status: 'waiting' | 'approved' | 'declined' | 'cancelled'
  /** The token of a payout link, or the id of a recurring payout; null for other approvals. */
  subject_id: string | null
  /** A JSON array of the payout's requests. */
  request_ids: string
  /** The worth of the payout in US cents, rounded up; null if unknown. */
  worth_cents: bigint | null
  /** The new limit in US cents; null to switch it off, and for payouts. */
  limit_cents: bigint | null
  /** The wallet's address or the account's id of the member who created the approval, or whose API key did; null if unknown. */
  requested_by: string | null
  /** The API key that created the approval. */
  api_key_id: string | null
  /** The time at which the payout link expires; null for other approvals. */
  expires_at: string | null
  created_at: string
  decided_by: string | null
  decided_at: string | null
  /** The member's reason for declining the payout; null without one. */
  reason: Defaulted<string | null>
}

/** The worth of a payout that needed no approval: the sum of the last 24 hours counts towards the limit. */
type PayoutWorthsTable = {
  id: string
  tenant_id: string
  /** The worth in US cents, rounded up. */
  worth_cents: bigint
  created_at: string
}

/** A requested password reset that no worker has processed, for any address. */
type ResetRequestsTable = {
  id: string
  sealed_email: string
  created_at: string
}

type ChallengesTable = {
  id: string
  address: string
  wallet_type: 'evm' | 'tron'
  chain_id: bigint
  nonce: string
  /** The exact text to be signed. */
  message: string
  created_at: string
  expires_at: string
  used_at: Defaulted<string | null>
}

/** Domains whose ownership merchants prove. */
type MerchantDomainsTable = {
  id: string
  tenant_id: string
  /** The domain in the API's format. */
  domain: string
  /** Public text that the domain must publish. */
  proof: string
  /** `withdrawn`: the domain was verified, and its proof is gone. */
  status: 'pending' | 'verified' | 'withdrawn'
  /** The result of the last check, if it found no proof. */
  problem: 'absent' | 'unreachable' | null
  verified_at: string | null
  /** The time at which the proof was last found. */
  seen_at: string | null
  /** The time at which the proof was found missing. */
  missing_since: string | null
  checked_at: string | null
  /** The time of the domain's next automatic check; null for never. */
  next_check_at: string | null
  created_at: string
}

/** The routes by which wallets receive money: one active route per wallet. */
type PayeeDestinationsTable = {
  id: string
  tenant_id: string
  wallet_address: string
  chain_id: bigint
  /** The zero address for the chain's native coin. */
  token_address: string
  destination_id: string
  is_active: number
  created_at: string
  updated_at: string
}

/** The used part of each credential's or address's allowance, shared by all hosts. */
type RateLimitsTable = {
  key: string
  /** The counts per slot of the time window, as JSON. */
  counts: string
  updated_at: string
}

/** Recorded blocks whose rescan an operator requested. */
type RescansTable = {
  id: string
  network: string
  from_block: bigint
  /** The block from which to continue. */
  next_block: bigint
  /** The last block to read; null until the rescan has begun. */
  to_block: Defaulted<bigint | null>
  status: 'pending' | 'running' | 'done' | 'failed'
  /** The number of payments that had not been recorded. */
  payment_count: number
  /** The number of payments in these blocks without a readable receipt or rate; null until the rescan has ended. */
  unreadable_count: Defaulted<number | null>
  failure: Defaulted<string | null>
  created_at: string
  ended_at: Defaulted<string | null>
}

/** The values that a group's payments share in searches; each payment belongs to one group. */
type PaymentGroupsTable = {
  /** See `paymentGroup`. */
  id: string
  tenant_id: string
  /** Empty for no client ID. */
  client_id: string
  type: PaymentType
  invoice_currency: string
  payment_currency: string
}

/** The positions of payments in search results: one row per list that contains the payment (`listsOf`). */
type PaymentEntriesTable = {
  list: string
  group_id: string
  block_time: string
  payment_id: string
}

/** The number of payments in a counted list for each month, day and hour. */
type PaymentCountsTable = {
  list: string
  span: 'month' | 'day' | 'hour'
  /** A group, or a tenant for all of its groups. */
  group_id: string
  /** The period: `2026-01`, `2026-01-31`, `2026-01-31T23`. */
  bucket: string
  payment_count: number
}

/** The totals of a merchant's payments in a quarter of an hour, by block time. */
type PaymentTotalsTable = {
  tenant_id: string
  /** 1 for the merchant's payouts, 0 for the money that the merchant received. */
  is_payout: number
  /** The quarter: `2026-01-31T23:45`. */
  bucket: string
  payment_count: number | bigint
  /** The number of payments without a known value. */
  unvalued_count: number | bigint
  /** Whole US dollars. */
  usd_whole: number | bigint
  /** The sum of the payments' fractions of a dollar, in units of 10^-8; it may exceed one dollar. */
  usd_fraction: number | bigint
}

/** The sums of a merchant's payments in a currency other than the dollar, in the same quarters of an hour. */
type FiatTotalsTable = {
  tenant_id: string
  currency: ReportingCurrency
  is_payout: number
  bucket: string
  /** The number of payments with a known worth in the currency; `payment_totals` counts all. */
  payment_count: number | bigint
  /** Whole units of the currency. */
  whole: number | bigint
  /** The sum of the payments' fractions of a unit, in units of 10^-8; it may exceed one unit. */
  fraction: number | bigint
}

/** The lists that are counted: the list of all payments, and long lists. */
type CountedListsTable = { list: string }

/** The type of a row that is read. */
export type Row<T extends keyof Schema> = Selectable<Schema[T]>
/** The type of a row that is inserted. */
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>

type RecurringPaymentStatus = 'pending' | 'active' | 'paused' | 'completed' | 'cancelled'

/** A recurring payout: a schedule that the payer signs once. Addresses carry their checksum; times with `_s` are unix seconds. */
type RecurringPaymentsTable = {
  /** ULID. */
  id: string
  tenant_id: string
  /** The `cli_…` value that created the payout; null for another credential. */
  client_id: string | null
  /** The request for the first execution; each later execution has its own request. */
  request_id: string
  network: string
  token_address: string
  payment_currency: string
  payer: string
  payee: string
  /** The amount of one payment, without its fee, as decimal text. */
  amount: string
  amount_units: string
  fee_percentage: string | null
  fee_units: string
  fee_address: string | null
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  /** The start as the caller sent it: a day or a time. */
  start_date: string
  total_payments: number
  /** A value of the permit, like the next two columns: no execution is due before `first_payment_s + (index - 1) * period_s`. */
  first_payment_s: bigint
  period_s: bigint
  deadline_s: bigint
  /** `0x` + 64 hex characters; makes the digest unique. */
  permit_nonce: string
  /** The ERC20RecurringPaymentProxy of the permit. */
  contract: string
  /** The EIP-712 digest of the permit, which is also its key in the contract. */
  digest: string
  /** 65 bytes in hex; null until the payout is activated. */
  permit_signature: string | null
  status: RecurringPaymentStatus
  /** The number of executions that are confirmed on the chain. */
  processed_payments: number
  /** The index of the next execution to send, from 1; above `total_payments` if none is left. */
  next_index: number
  /** The time of the executor's next check; null for never. */
  next_due_at: string | null
  /** The number of attempts at the current execution that failed for reasons on the payer's side. */
  failure_count: number
  failure_reason: string | null
  last_payment_at: string | null
  /** The part of the contract's allowance that no schedule needed when this one was cancelled. Null if unknown. */
  spare_allowance_units: string | null
  reference: string | null
  customer_info: string | null
  created_at: string
  updated_at: string
  activated_at: string | null
  /** The approval without which the payout cannot be activated; null if it needs none. */
  approval_id: Defaulted<string | null>
}

/** One payment in a recurring payout, from its due time. */
type RecurringExecutionsTable = {
  recurring_payment_id: string
  /** From 1. */
  payment_index: number
  network: string
  request_id: string
  /** `due`: to be sent; `sent`: one of its transactions may be in a mempool or a block; `confirmed`: its request is paid. */
  status: 'due' | 'sent' | 'confirmed'
  due_at: string
  created_at: string
  updated_at: string
}

/** A signed transaction from the relayer: stored before it is sent, so that a restart sends the same bytes. */
type RelayerTransactionsTable = {
  /** Transaction hash. */
  hash: string
  network: string
  relayer: string
  /** The account nonce, which a transaction shares with those that replace it. */
  nonce: bigint
  recurring_payment_id: string
  payment_index: number
  /** The signed bytes. */
  raw: string
  /** Native base units per unit of gas. */
  max_fee_units: string
  priority_fee_units: string
  status: 'pending' | 'succeeded' | 'reverted' | 'dropped'
  created_at: string
  updated_at: string
}

/** The total gas limit of the transactions that the relayer signed per day. */
type RelaySpendingTable = {
  /** `2026-01-31`, UTC. */
  day: string
  network: string
  /** A tenant; the `cli_…` value of a client ID with its own schedules; or an empty string for all. */
  bucket: string
  gas: bigint
}

/**
 * A payer whose payments are paid out to bank accounts. Personal data is sealed with the data key, bound to the row (see `dataSealer.ts`);
 * an erasure removes it.
 */
type PayersTable = {
  /** UUID; the API's `userId`. */
  id: string
  tenant_id: string
  /** The keyed digest of the merchant's own id for the payer; rows are looked up by it. */
  client_user_digest: string
  /** The merchant's own id, which is often an e-mail address. */
  sealed_client_user: string
  /** The `PayerProfile` as JSON. */
  sealed_profile: string | null
  /** The keyed digest of the canonical profile; it distinguishes a repeated submission from a changed one. */
  profile_digest: string | null
  /** `{kycUrl, agreementUrl}` as sealed JSON, because providers put e-mail addresses into them. */
  sealed_links: string | null
  provider: string
  /** The provider's own id; null until it has accepted the payer. */
  provider_id: string | null
  kyc_status: KycStatus
  /**
   * The provider's time of the last applied report about `kyc_status`; an older report is ignored. `agreement_reported_at` is the same for
   * `agreement_status`.
   */
  kyc_reported_at: string | null
  agreement_status: AgreementStatus
  agreement_reported_at: string | null
  /** Counts the events about this payer and the payer's accounts. */
  event_sequence: number
  /** The time of the next query to the provider; null for never. */
  next_check_at: string | null
  created_at: string
  updated_at: string
  erased_at: string | null
}

/** A payee's bank account, as a payer registered it. */
type PaymentDetailsTable = {
  /** UUID. */
  id: string
  payer_id: string
  /** The `BankAccount` as JSON; null after an erasure. */
  sealed_account: string | null
  provider: string
  provider_id: string | null
  status: PaymentDetailStatus
  reported_at: string | null
  /** The reason for the failure, for the merchant; contains no personal data. */
  rejection_message: string | null
  next_check_at: string | null
  created_at: string
  updated_at: string
}

/** The payer and the bank account of a crypto-to-fiat request, from the last call for its calldata; read when the money arrives. */
type OfframpTargetsTable = {
  request_id: string
  payer_id: string
  payment_details_id: string
  updated_at: string
}

/** The transfer of one request's money into a bank account; one per request. */
type OfframpsTable = {
  /** `off_` and a ULID. */
  id: string
  tenant_id: string
  request_id: string
  /** Null, like `payment_details_id`, if the money arrived before calldata was requested and waits for the merchant. */
  payer_id: string | null
  payment_details_id: string | null
  provider: string
  provider_id: string | null
  network: string
  /** The currency id of the amount received on chain. */
  currency: string
  /** Base units. */
  units: string
  /** The transaction that completed the payment. */
  tx_hash: string
  status: OfframpStatus
  reported_at: string | null
  /** The reason for an end without delivery, for the merchant; contains no personal data. */
  failure_reason: string | null
  next_check_at: string | null
  created_at: string
  updated_at: string
}

/** All statuses of an offramp, in order. */
type OfframpStepsTable = {
  offramp_id: string
  /** From 1. */
  number: number
  status: OfframpStatus
  reason: string | null
  created_at: string
}

/** Providers' reports that were applied, so that a repeated report has no effect. */
type ProviderReportsTable = { provider: string; id: string; created_at: string }

/** The buttons pressed for a payer in the offramp sandbox, in addition to its automatic steps. */
type SandboxPressesTable = {
  payer_id: string
  /** From 1. */
  number: number
  /** `again`: the payer was submitted again. */
  action: 'approve' | 'reject' | 'fail' | 'again' | 'sign' | 'decline'
  pressed_at: string
}
