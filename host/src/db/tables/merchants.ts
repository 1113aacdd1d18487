import type { FeeBearer } from '@secure-payment/core'
import type { AuditAction, ReportingCurrency, WebhookCompatibility } from '@secure-payment/core/api'
import type { Defaulted } from './column.ts'

/** The tables of merchants, their credentials, pages and destinations. */
export type MerchantTables = {
  tenants: TenantsTable
  api_keys: ApiKeysTable
  client_ids: ClientIdsTable
  brandings: BrandingsTable
  logos: LogosTable
  merchant_domains: MerchantDomainsTable
  payee_destinations: PayeeDestinationsTable
  left_destinations: LeftDestinationsTable
  approvals: ApprovalsTable
  payout_worths: PayoutWorthsTable
  audit_log: AuditLogTable
}

type TenantsTable = {
  id: string
  name: string
  created_at: string
  /** 1 if the tenant receives events about payers' progress, as pages report it. */
  sends_user_events: Defaulted<number>
  /** 1 if the tenant's payers get their receipts by e-mail. */
  sends_receipts: Defaulted<number>
  /** 1 if the operator lets the relayer spend gas for the tenant. */
  is_relay_allowed: Defaulted<number>
  /** The maximum gas that the relayer spends per day for the tenant on a network; null for the host's setting. */
  relay_daily_gas: Defaulted<bigint | null>
  /** The compatibility level of the merchant's webhooks; null for the host's level. */
  webhook_compatibility: Defaulted<WebhookCompatibility | null>
  /** Payouts worth at least this many US cents need a second member's approval; null for none. */
  approval_limit_cents: Defaulted<bigint | null>
  /** The tenant's reporting currency, for worth and totals. */
  reporting_currency: Defaulted<ReportingCurrency>
}

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
  /** The party that bears the client ID's fee; null if the call decides. */
  fee_bearer: Defaulted<FeeBearer | null>
  operator_wallet_address: string | null
  default_pre_approval_expiry: number | null
  default_authorization_expiry: number | null
  /**
   * The payee destination to which the client ID is bound: a composite id, or a record's id; the record's later changes apply too. Null if
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

type BrandingsTable = {
  id: string
  tenant_id: string
  /**
   * The `cli_…` value whose payments have this branding. Empty for all of the tenant's payments, except those of a client ID with its own
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
  support_email: Defaulted<string | null>
  /** The family and the https address of the hosted page's font; both are set or neither is. */
  font_family: Defaulted<string | null>
  font_url: Defaulted<string | null>
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
  /** The `AccessPolicy` of new payment pages, as JSON; null for none. */
  access_policy: Defaulted<string | null>
  /** The version: each change and each activation increases it, above those of the wallet's other records. */
  revision: Defaulted<number>
  created_at: string
  updated_at: string
}

/** The composite ids that a merchant moved away from: its links with them stay closed until the merchant confirms that it returns. */
type LeftDestinationsTable = {
  tenant_id: string
  destination_id: string
  left_at: string
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

/** A change to a merchant account, without its values. */
type AuditLogTable = {
  id: string
  tenant_id: string
  action: AuditAction
  actor_kind: 'wallet' | 'account' | 'api_key' | 'client_id' | 'operator'
  /** A wallet's address, or the id of an account or an API key; null for the operator. */
  actor_id: string | null
  /** The changed record; null for the merchant account itself. */
  object_id: string | null
  /** The author's reason for the decision; null without one. */
  reason: Defaulted<string | null>
  created_at: string
}
