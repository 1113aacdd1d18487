import type {
  AgreementStatus,
  KycStatus,
  OfframpStatus,
  PaymentDetailStatus,
} from '@secure-payment/core/offramp'

/** The tables of payers, bank accounts and offramps. */
export type OfframpTables = {
  payers: PayersTable
  payment_details: PaymentDetailsTable
  offramp_targets: OfframpTargetsTable
  offramps: OfframpsTable
  offramp_steps: OfframpStepsTable
  provider_reports: ProviderReportsTable
  sandbox_presses: SandboxPressesTable
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
