import type {
  AgreementStatus,
  KycStatus,
  OfframpStatus,
  PaymentDetailStatus,
} from '@secure-payment/core/offramp'
import type { ColumnType, Insertable, Selectable } from 'kysely'
import type { Span } from '../search/periods.ts'

/** A column that the first insert may leave out, because the table has a default for it. */
type Defaulted<T> = ColumnType<T, T | undefined, T>

/**
 * Every table of the service, as both engines hold it: text, integer and bigint only. Times are ISO 8601 UTC text,
 * money is base units in decimal text, a boolean is an integer 0 or 1, a `json` column is text. Ids are time ordered.
 */
export type Schema = {
  tenants: TenantsTable
  api_keys: ApiKeysTable
  client_ids: ClientIdsTable
  webhook_endpoints: WebhookEndpointsTable
  secure_payments: SecurePaymentsTable
  requests: RequestsTable
  swept_requests: SweptRequestsTable
  payments: PaymentsTable
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
  challenges: ChallengesTable
  merchant_domains: MerchantDomainsTable
  payee_destinations: PayeeDestinationsTable
  rate_limits: RateLimitsTable
  rescans: RescansTable
  payment_groups: PaymentGroupsTable
  payment_entries: PaymentEntriesTable
  payment_counts: PaymentCountsTable
  counted_lists: CountedListsTable
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

export type TenantsTable = {
  id: string
  name: string
  created_at: string
  /** 1: it receives the progress of payers, where their pages report it. */
  sends_user_events: Defaulted<number>
  /** 1: the operator lets the relayer spend gas for it. */
  is_relay_allowed: Defaulted<number>
  /** Gas that the relayer spends per day for it on a network; null = the host's setting. */
  relay_daily_gas: Defaulted<bigint | null>
}

export type BrandingsTable = {
  id: string
  tenant_id: string
  /**
   * The `cli_…` value whose payments have this branding; empty: all of the tenant, except those of a client ID with its
   * own branding.
   */
  client_id: string
  /** `#rrggbb`, lower case, as are the next four. */
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
  /** 1: the hosted page names the service that it is made with. */
  displays_service: number
  created_at: string
  updated_at: string
}

/** An image as it is served; another one has another id, so that each can be cached permanently. */
export type LogosTable = {
  id: string
  branding_id: string
  /** Media type, one of the contract's. */
  type: string
  /** Base64. */
  content: string
  created_at: string
}

/** A build of scripts that pages load, kept for the pages that began with it. */
export type ReleasesTable = {
  id: string
  kind: 'element' | 'console'
  /** Counts up: the release that was served first last is greatest. */
  position: number
}

export type ReleaseFilesTable = {
  /** In addresses, without the first slash. */
  path: string
  release_id: string
  /** Base64 of Brotli. */
  content: string
  /** Digest of path and content, under the hosts' key. */
  digest: string
}

/** Wallets that were refused in the last minutes, so that each is reported once. */
export type AccessRejectionsTable = { token: string; wallet: string; rejected_at: string }

export type ApiKeysTable = {
  id: string
  tenant_id: string
  label: string
  /** First characters of the key, shown in lists. */
  prefix: string
  /** Lower-case hex SHA-256 of the whole key. */
  hash: string
  status: 'active' | 'inactive' | 'revoked'
  expires_at: string | null
  created_at: string
  last_used_at: string | null
}

export type ClientIdsTable = {
  id: string
  tenant_id: string
  /** The public `cli_…` value of header x-client-id. */
  client_id: string
  label: string
  /** JSON array of canonical origins. */
  allowed_domains: string
  fee_percentage: string | null
  fee_address: string | null
  operator_wallet_address: string | null
  default_pre_approval_expiry: number | null
  default_authorization_expiry: number | null
  /** A composite id, or the id of a payee destination record, which is followed as the record changes; null = not bound. */
  payee_destination_id: string | null
  /** 1: while it is not bound it pays any payee, 0: wallets and payee destinations of the tenant alone. */
  allow_any_payee: Defaulted<number>
  /** 1 for the hosted page's own client ID, which may read any token. */
  is_first_party: number
  status: 'active' | 'inactive' | 'revoked'
  created_at: string
  updated_at: string
  last_used_at: string | null
}

export type WebhookEndpointsTable = {
  id: string
  tenant_id: string
  /** The `cli_…` value that scopes the endpoint; null = tenant-wide. */
  client_id: string | null
  url: string
  /** Sealed: signs `x-service-signature`. */
  secret: string
  is_active: number
  /** JSON array of event types; null = all. */
  events: string | null
  /** JSON array of extra names for the signature header; null = none. */
  signature_header_aliases: string | null
  created_at: string
  /**
   * Sealed: the secret that a rotation will promote; it already signs `webhook-signature` together with the current
   * one.
   */
  pending_secret: Defaulted<string | null>
  /** Sealed: the secret before the last promotion; it signs `webhook-signature` until `previous_expires_at`. */
  previous_secret: Defaulted<string | null>
  previous_expires_at: Defaulted<string | null>
  /** The reason why the service switched the endpoint off automatically; null when it is on or its owner did. */
  disabled_reason: Defaulted<string | null>
}

export type SecurePaymentsTable = {
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
  /** `pay`: a payout that the merchant makes; `get_paid`: money that comes in. */
  flow: Defaulted<'get_paid' | 'pay'>
  /** Wallet that made a payout link; not always the one that pays. */
  creator_wallet: Defaulted<string | null>
  redirect_url: Defaulted<string | null>
  redirect_label: Defaulted<string | null>
  /** JSON of an `AccessPolicy`; null = any wallet may pay, and the payee is shown to all. */
  access_policy: Defaulted<string | null>
  /** Sequence of the last event about the secure payment itself; 0 = none. */
  event_sequence: Defaulted<number>
  /** The number of progress reports from its pages. */
  user_event_count: Defaulted<number>
}

export type RequestStatus =
  | 'created'
  | 'processing'
  | 'partially_paid'
  | 'paid'
  | 'failed'
  | 'refunded'

/** `conversion`: the invoice currency is not the payment currency. */
export type RequestKind = 'direct' | 'conversion'

/**
 * `expected_units`, `paid_units` and `fee_units` are units of the currency that the request is settled in
 * (`settlementDecimals`):
 *
 * - base units of the payment currency when it is direct
 * - units of the invoice currency when it is converted, fiat at 8 decimals as the conversion contracts have it
 */
export type RequestsTable = {
  id: string
  tenant_id: string
  client_id: string | null
  secure_payment_token: string | null
  /** Position in its secure payment, from 0. */
  item_index: number
  kind: RequestKind
  network: string
  payee: string
  /** Null = the native coin. */
  token_address: string | null
  destination_id: string | null
  /** Currency ids. */
  invoice_currency: string
  payment_currency: string
  /** Decimal text in units of the invoice currency. */
  amount: string
  /** The amount that the payee must get. */
  expected_units: string
  paid_units: string
  fee_percentage: string | null
  fee_units: string
  fee_address: string | null
  /** 16 hex characters. */
  salt: string
  /** `0x` + 16 hex. */
  payment_reference: string
  /** core's topicKey of the reference: a signed 64-bit integer. */
  reference_key: bigint
  reference: string | null
  customer_info: string | null
  payer: string | null
  status: RequestStatus
  has_been_paid: number
  paid_late: number
  tx_hash: string | null
  /** Sequence of the last event that was emitted for this request; 0 = none. */
  event_sequence: number
  origin: string | null
  created_at: string
  updated_at: string
  expires_at: string | null
  is_crypto_to_fiat_allowed: Defaulted<number>
  /** JSON array of currency hashes from the invoice currency to the payment currency; null = no conversion. */
  conversion_path: Defaulted<string | null>
  /** Seconds that a rate may be old when the payment is made; null = any age. */
  max_rate_age_s: Defaulted<number | null>
  /** JSON of `{startDate, frequency}`: a new request each period. */
  recurrence: Defaulted<string | null>
  /** When the next request of the recurrence is due; null = never. */
  next_recurrence_at: Defaulted<string | null>
  is_recurrence_stopped: Defaulted<number>
  /** The recurring request that this one is a period of. */
  original_request_id: Defaulted<string | null>
  original_payment_reference: Defaulted<string | null>
  /** The recurring payout that pays it, one execution per request; null = any payer may pay it. */
  recurring_payment_id: Defaulted<string | null>
  /** The merchant's own id of a payout's recipient. */
  recipient_identifier: Defaulted<string | null>
  /**
   * The provider that receives the money, at `payee`, and brings it into a bank account; null = the payee receives it.
   */
  offramp_provider: Defaulted<string | null>
  /** The number of times that the chain reverted payments of the request. */
  revocations: Defaulted<number>
  /** Keyed digest of the address that it was created from; null for servers, and once it is not needed any more. */
  address_digest: Defaulted<string | null>
}

/** The rest of an unpaid request that was deleted for its age: enough to notice a late payment of it. */
export type SweptRequestsTable = {
  id: string
  tenant_id: string
  reference_key: bigint
  payment_reference: string
  swept_at: string
}

export type PaymentsTable = {
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
  /** The amount that counts towards its request, in the units of `requests.expected_units`. */
  request_units: Defaulted<string>
  /** For search: the value of its request, like the next three. */
  client_id: Defaulted<string | null>
  /** Currency ids. */
  invoice_currency: Defaulted<string>
  payment_currency: Defaulted<string>
  reference: Defaulted<string | null>
  /** Units of the payment currency for one of the invoice currency, decimal text; null = not converted. */
  conversion_rate: Defaulted<string | null>
  rate_source: Defaulted<'chainlink' | null>
  /** Worth at its block, decimal text; null = not known. */
  amount_in_usd: Defaulted<string | null>
  /** Native base units that the transaction cost; null when it carried more than this payment. */
  gas_units: Defaulted<string | null>
  recurring_payment_id: Defaulted<string | null>
  /** The source of a crosschain payment: network, transaction and currency (its symbol); null = on `network`. */
  source_network: Defaulted<string | null>
  source_tx_hash: Defaulted<string | null>
  source_currency: Defaulted<string | null>
  /**
   * The part of the sent amount that the bridge kept, in base units of the source's token; null when it is not known.
   */
  bridge_fee_units: Defaulted<string | null>
  /** `lifi`: it has no payment event, and counts by the bridge's report and the token's own event. */
  detection_source: Defaulted<DetectionSource>
  /** Anything unusual about it, for the merchant. */
  note: Defaulted<string | null>
}

export type DetectionSource = 'request-network' | 'lifi'

export type PaymentType = 'direct' | 'conversion' | 'crosschain' | 'recurring'

export type UnmatchedPaymentsTable = {
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
  /** The request that the merchant claimed it for; null = none. */
  claimed_request_id: Defaulted<string | null>
  /** In US dollars when it was detected, decimal text; null = not known. */
  worth_usd: Defaulted<string | null>
  /** Keccak-256 of the reference, as logs have it; null = recorded before this was kept. */
  reference_topic: Defaulted<string | null>
  /** 1 = lists show it unasked. */
  is_notable: Defaulted<number>
  /** The owner of the money, as `payments` has it; null = not known. */
  payer: Defaulted<string | null>
  /** The reference that it carries; null = not known. */
  payment_reference: Defaulted<string | null>
}

/** Payments younger than the confirmation depth: rewritten by the watcher, never counted as paid. */
export type PendingPaymentsTable = {
  network: string
  tx_hash: string
  log_index: number
  request_id: string
  block_number: bigint
  amount_units: string
  /** The amount that will count towards its request, as far as its event shows; null = `amount_units`. */
  request_units: Defaulted<string | null>
  payer: string | null
  seen_at: string
}

export type ChainCursorsTable = {
  network: string
  block_number: bigint
  block_hash: string
  head_number: bigint
  /** Up to here recorded blocks were read a second time; null = not yet. */
  audited_number: Defaulted<bigint | null>
  updated_at: string
  /** When the watcher began to fail poll after poll; null = it does not. */
  failing_since: Defaulted<string | null>
}

export type BlockCheckpointsTable = { network: string; block_number: bigint; block_hash: string }

export type LeasesTable = { name: string; holder: string; fencing: bigint; expires_at: string }

export type EventsTable = {
  /** ULID, the `eventId` of the body. */
  id: string
  tenant_id: string
  /** The id of the request, or of the payer that the event is about. */
  request_id: string
  client_id: string | null
  type: string
  sequence: number
  /** The exact bytes that are signed and sent. */
  body: string
  created_at: string
  /** 1 for a test event. */
  is_test: Defaulted<number>
  /** The time since which the event is no longer true, because its payment left the chain: it is not sent again. */
  retracted_at: Defaulted<string | null>
}

export type WebhookDeliveriesTable = {
  id: string
  event_id: string
  endpoint_id: string
  request_id: string
  /** The event's: deliveries of one request go to an endpoint in this order. */
  sequence: number
  status: 'pending' | 'delivered' | 'dead' | 'cancelled'
  /** Tries made so far; the number of the next one. */
  attempt: number
  /** Next try; while a worker holds the delivery, the end of its lease. */
  due_at: string
  lease_until: string | null
  created_at: string
  completed_at: string | null
  last_response_status: number | null
  last_error: string | null
  /** Number of the try with which the current run of the schedule began: 0, or the try at which a redelivery started it again. */
  schedule_start: Defaulted<number>
  /** The number of times that a person requested it again. */
  replays: Defaulted<number>
  /** JSON of the URL and the headers of the last try; null before the first. */
  last_request: Defaulted<string | null>
}

export type WebhookAttemptsTable = {
  id: string
  delivery_id: string
  attempt: number
  started_at: string
  duration_ms: number
  response_status: number | null
  response_body: string | null
  error: string | null
}

export type IdempotencyKeysTable = {
  /** Credential and route. */
  scope: string
  key: string
  /** Hex SHA-256 of the canonical body. */
  body_hash: string
  state: 'in_flight' | 'done'
  response_status: number | null
  response_body: string | null
  created_at: string
}

export type AttemptsTable = {
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
  /** Set while the transaction waits for the signers of a Safe. */
  safe_tx_hash: Defaulted<string | null>
  /** Unix seconds from which the Safe's transaction can pay nothing, as its page reported. */
  safe_deadline_s: Defaulted<bigint | null>
}

/** A permit (EIP-2612) that a payer signed for one attempt, which the relayer sends. */
export type PermitsTable = {
  id: string
  tenant_id: string
  /** Token of the secure payment. */
  token: string
  attempt_id: string
  network: string
  /** EIP-55, as are the next two. */
  token_address: string
  owner: string
  spender: string
  value_units: string
  /** Unix seconds. */
  deadline_s: bigint
  /** 65 bytes in hex. */
  signature: string
  /**
   * `due` until the relayer has signed a transaction; `refused` when the chain would not accept it; `dropped` after too
   * long.
   */
  status: 'due' | 'sent' | 'refused' | 'dropped'
  tx_hash: string | null
  created_at: string
  updated_at: string
}

export type IntentsTable = {
  id: string
  token: string
  tx_hash: string
  chain: string
  currency: string
  created_at: string
  /** Set, with `status` and the next four, for a transaction on another network than the payment's: it is followed across the bridge. */
  request_id: Defaulted<string | null>
  status: Defaulted<IntentStatus | null>
  source_network: Defaulted<string | null>
  source_token: Defaulted<string | null>
  /** The bridge of the query. */
  tool: Defaulted<string | null>
  /** The time of its next check; null = never. */
  next_check_at: Defaulted<string | null>
  /** From then on a bridge that has not responded is not waited for. */
  give_up_at: Defaulted<string | null>
  /** The sender of the source transaction, checksummed; null until that transaction is found to belong to this payment. */
  sender: Defaulted<string | null>
  /**
   * The amount that the transaction moved from the sender, in base units of `source_token`; null until then, and where
   * it cannot be read.
   */
  source_units: Defaulted<string | null>
  /**
   * The amount that it orders for the payee, in base units of the request's token; it counts as on its way while it is
   * followed. Null when it orders no payment of the request, or sends too little for it.
   */
  promised_units: Defaulted<string | null>
  /** The bridge's last status. */
  substatus: Defaulted<string | null>
  /** The bridge's page of the transfer. */
  explorer_url: Defaulted<string | null>
  /** Transaction on the payment's network that brought the money. */
  settled_tx_hash: Defaulted<string | null>
  /** Information for the merchant about its end. */
  note: Defaulted<string | null>
  updated_at: Defaulted<string | null>
}

/**
 * The state of a transaction on another network. `tracking` until the bridge's status is final: `completed`, `partial`,
 * `refunded` or `failed`. `foreign`: the transaction does not carry this payment. `unanswered`: the bridge did not
 * report in time.
 */
export type IntentStatus =
  | 'tracking'
  | 'completed'
  | 'partial'
  | 'refunded'
  | 'failed'
  | 'unanswered'
  | 'foreign'

/** The settings that the hosts of one database share beyond the environment. */
export type SettingsTable = { name: string; value: string; created_at: string }

/** A wallet that has signed in; it opened a tenant. */
export type WalletsTable = {
  /** Canonical: EIP-55, or Tron's text. */
  address: string
  wallet_type: 'evm' | 'tron'
  tenant_id: string
  created_at: string
  /**
   * For a contract account, the chain whose code signed first; null = a key's, or one that has not signed in since this is stored.
   */
  code_chain_id: bigint | null
  /** Null: not since this is stored. */
  last_sign_in_at: Defaulted<string | null>
}

/** An account with e-mail and password; it opened a tenant. */
export type AccountsTable = {
  id: string
  tenant_id: string
  /** Keyed digest of the normalised e-mail: finds the account. */
  email_digest: string
  sealed_email: string
  /** Argon2id in PHC format. */
  password_hash: string
  created_at: string
  /** Null: not since this is stored. */
  last_sign_in_at: Defaulted<string | null>
}

/** A link that admits one wallet or account, once. */
export type InvitationsTable = {
  id: string
  /** Lower-case hex SHA-256 of the link's token. */
  hash: string
  /** The tenant whose member the guest becomes; null: the guest opens a tenant. */
  joins_tenant_id: string | null
  /** The tenant whose member invited; null: the operator did. */
  invited_by: string | null
  /** The address of the wallet or the id of the account that invited; null: the operator, or not known. */
  invited_by_member: Defaulted<string | null>
  created_at: string
  expires_at: string
  used_at: Defaulted<string | null>
}

export type SessionsTable = {
  id: string
  /** Lower-case hex SHA-256 of the cookie's value. */
  hash: string
  tenant_id: string
  /** Set for a wallet's session, else `account_id` is. */
  wallet_address: string | null
  account_id: string | null
  created_at: string
  last_used_at: string
  expires_at: string
}

export type ChallengesTable = {
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

/** Domains that merchants prove to be theirs. */
export type MerchantDomainsTable = {
  id: string
  tenant_id: string
  /** In the form of the API. */
  domain: string
  /** Public text that the domain has to carry. */
  proof: string
  /** `withdrawn`: it was verified, and its proof is gone. */
  status: 'pending' | 'verified' | 'withdrawn'
  /** The result of the last check, where it found no proof. */
  problem: 'absent' | 'unreachable' | null
  verified_at: string | null
  /** When the proof was last found. */
  seen_at: string | null
  /** The time at which it was found to be gone. */
  missing_since: string | null
  checked_at: string | null
  /** The time of its next automatic check; null = never. */
  next_check_at: string | null
  created_at: string
}

/** Receiving routes of wallets: one active route per wallet. */
export type PayeeDestinationsTable = {
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
export type RateLimitsTable = {
  key: string
  /** JSON of the counts in the slots of the window. */
  counts: string
  updated_at: string
}

/** Recorded blocks whose rescan an operator requested. */
export type RescansTable = {
  id: string
  network: string
  from_block: bigint
  /** The block from which to continue. */
  next_block: bigint
  /** The last block to be read; null until it has begun. */
  to_block: Defaulted<bigint | null>
  status: 'pending' | 'running' | 'done' | 'failed'
  /** Payments that had not been recorded. */
  payment_count: number
  /** Payments of these blocks that are still without a receipt; null until it ended. */
  unreadable_count: Defaulted<number | null>
  failure: Defaulted<string | null>
  created_at: string
  ended_at: Defaulted<string | null>
}

/** The values by which payments are searched together: each payment belongs to one group. */
export type PaymentGroupsTable = {
  /** See `paymentGroup`. */
  id: string
  tenant_id: string
  /** Empty text = none. */
  client_id: string
  type: PaymentType
  invoice_currency: string
  payment_currency: string
}

/** The positions of payments in the order of search: once on every list that they are on (`listsOf`). */
export type PaymentEntriesTable = {
  list: string
  group_id: string
  block_time: string
  payment_id: string
}

/** The number of payments of a counted list in each month, day and hour. */
export type PaymentCountsTable = {
  list: string
  span: Span
  /** A group, or a tenant for all of its groups. */
  group_id: string
  /** The period: `2026-01`, `2026-01-31`, `2026-01-31T23`. */
  bucket: string
  payment_count: number
}

/** The lists that are counted: the one of all payments, and those that have grown long. */
export type CountedListsTable = { list: string }

/** A row as it is read. */
export type Row<T extends keyof Schema> = Selectable<Schema[T]>
/** A row as it is inserted. */
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>

export type RecurringPaymentStatus = 'pending' | 'active' | 'paused' | 'completed' | 'cancelled'

/** A recurring payout: a schedule that the payer signs once. Addresses carry their checksum; times with `_s` are unix seconds. */
export type RecurringPaymentsTable = {
  /** ULID. */
  id: string
  tenant_id: string
  /** The `cli_…` value that created it; null = another credential. */
  client_id: string | null
  /** The request of its first execution; each later one has its own request. */
  request_id: string
  network: string
  token_address: string
  payment_currency: string
  payer: string
  payee: string
  /** Decimal text of one payment, without its fee. */
  amount: string
  amount_units: string
  fee_percentage: string | null
  fee_units: string
  fee_address: string | null
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  /** As the caller stated it: a day or a moment. */
  start_date: string
  total_payments: number
  /** A value of the permit, like the next two: no execution is due before `first_payment_s + (index - 1) * period_s`. */
  first_payment_s: bigint
  period_s: bigint
  deadline_s: bigint
  /** `0x` + 64 hex characters; makes the digest unique. */
  permit_nonce: string
  /** The ERC20RecurringPaymentProxy that the permit is for. */
  contract: string
  /** EIP-712 digest of the permit, which is also its key in the contract. */
  digest: string
  /** 65 bytes in hex; null until it is activated. */
  permit_signature: string | null
  status: RecurringPaymentStatus
  /** Executions that are confirmed on chain. */
  processed_payments: number
  /** Index of the next execution to send, from 1; beyond `total_payments` = none is left. */
  next_index: number
  /** The time of the executor's next check; null = never. */
  next_due_at: string | null
  /** Tries of the present execution that failed for a reason of the payer's. */
  failure_count: number
  failure_reason: string | null
  last_payment_at: string | null
  /**
   * The contract's allowance beyond all schedules at the moment of cancellation: unrelated to this one. Null = not
   * known.
   */
  spare_allowance_units: string | null
  reference: string | null
  customer_info: string | null
  created_at: string
  updated_at: string
  activated_at: string | null
}

/** One payment of a recurring payout, from the moment it is due. */
export type RecurringExecutionsTable = {
  recurring_payment_id: string
  /** From 1. */
  payment_index: number
  network: string
  request_id: string
  /** `due`: to be sent; `sent`: a transaction of it may be in a mempool or a block; `confirmed`: its request is paid. */
  status: 'due' | 'sent' | 'confirmed'
  due_at: string
  created_at: string
  updated_at: string
}

/** A signed transaction of the relayer: stored before it is sent, so that a restart sends the same bytes. */
export type RelayerTransactionsTable = {
  /** Transaction hash. */
  hash: string
  network: string
  relayer: string
  /** Account nonce: a transaction and those that replace it share it. */
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

/** Gas limits of the transactions that the relayer signed in a day. */
export type RelaySpendingTable = {
  /** `2026-01-31`, UTC. */
  day: string
  network: string
  /** A tenant; the `cli_…` value of a client ID with its own schedules; or empty text: all. */
  bucket: string
  gas: bigint
}

/**
 * A payer whose payments end in bank accounts. Personal data is sealed with the data key, bound to the row (see
 * `dataSealer.ts`); after an erasure there is none.
 */
export type PayersTable = {
  /** UUID; the API's `userId`. */
  id: string
  tenant_id: string
  /** Keyed digest of the merchant's own id of the payer: finds the row. */
  client_user_digest: string
  /** The merchant's own id, which often is an e-mail address. */
  sealed_client_user: string
  /** JSON of `PayerProfile`. */
  sealed_profile: string | null
  /** Keyed digest of the canonical profile: distinguishes a repeated submission from another one. */
  profile_digest: string | null
  /** JSON of `{kycUrl, agreementUrl}`: providers write e-mail addresses into them. */
  sealed_links: string | null
  provider: string
  /** The provider's own id; null until it has accepted the payer. */
  provider_id: string | null
  kyc_status: KycStatus
  /** The provider's time of the last report that counted, for each of the two: an older one is late. */
  kyc_reported_at: string | null
  agreement_status: AgreementStatus
  agreement_reported_at: string | null
  /** Counts the events about this payer and the accounts of it. */
  event_sequence: number
  /** The time of the next query to the provider; null = never. */
  next_check_at: string | null
  created_at: string
  updated_at: string
  erased_at: string | null
}

/** A payee's bank account, as a payer registered it. */
export type PaymentDetailsTable = {
  /** UUID. */
  id: string
  payer_id: string
  /** JSON of `BankAccount`; null after an erasure. */
  sealed_account: string | null
  provider: string
  provider_id: string | null
  status: PaymentDetailStatus
  reported_at: string | null
  /** The reason for the failure, for the merchant; never personal. */
  rejection_message: string | null
  next_check_at: string | null
  created_at: string
  updated_at: string
}

/** The payer of a crypto-to-fiat request and its account, as of the last calldata; read when the money arrives. */
export type OfframpTargetsTable = {
  request_id: string
  payer_id: string
  payment_details_id: string
  updated_at: string
}

/** The path of one request's money into a bank account; one per request. */
export type OfframpsTable = {
  /** `off_` and a ULID. */
  id: string
  tenant_id: string
  request_id: string
  /** Null, with the account: the money came before calldata was requested, and waits for a person. */
  payer_id: string | null
  payment_details_id: string | null
  provider: string
  provider_id: string | null
  network: string
  /** Currency id of the amount that arrived on chain. */
  currency: string
  /** Base units. */
  units: string
  /** Transaction that completed the payment. */
  tx_hash: string
  status: OfframpStatus
  reported_at: string | null
  /** The reason for an end without delivery, for the merchant; never personal. */
  failure_reason: string | null
  next_check_at: string | null
  created_at: string
  updated_at: string
}

/** Every status that an offramp has had, in order. */
export type OfframpStepsTable = {
  offramp_id: string
  /** From 1. */
  number: number
  status: OfframpStatus
  reason: string | null
  created_at: string
}

/** Reports of providers that were applied, so that a repeated one changes nothing. */
export type ProviderReportsTable = { provider: string; id: string; created_at: string }

/** The buttons pressed for a payer in the sandbox of offramps, in addition to its automatic steps. */
export type SandboxPressesTable = {
  payer_id: string
  /** From 1. */
  number: number
  /** `again`: the payer was submitted again. */
  action: 'approve' | 'reject' | 'fail' | 'again' | 'sign' | 'decline'
  pressed_at: string
}
