import type { BankAccount, PayerProfile } from '@secure-payment/core/api'
import type {
  AgreementStatus,
  KycStatus,
  OfframpStatus,
  PaymentDetailStatus,
} from '@secure-payment/core/offramp'

/**
 * The provider that checks payers and bank accounts, and pays money that arrived on chain into a bank account. There are two
 * implementations: this service's sandbox, and any provider that supports the service's HTTP interface.
 *
 * Calls that submit a record are idempotent by the record's `id`, so the host can repeat them after a crash. All calls throw {@link
 * OfframpUnavailableError} when no response is available now, and {@link OfframpRefusedError} when the provider rejects the call.
 */
export type Offramp = {
  /** The name in webhooks and records, such as `sandbox-offramp`. */
  readonly id: string
  /**
   * Returns the deposit address on a network, in the network's canonical form; `null` if the provider does not support the network.
   */
  depositAddress(networkId: string): string | null
  submitPayer(payer: SubmittedPayer): Promise<PayerPages>
  /** Reports whether the payer signed the agreement. */
  completeAgreement(payer: { providerId: string; isCompleted: boolean }): Promise<void>
  submitAccount(account: SubmittedAccount): Promise<{ providerId: string }>
  /** Forwards money that is confirmed on chain. */
  start(offramp: StartedOfframp): Promise<{ providerId: string }>
  /** Returns a subject's reports, including those that callbacks may have missed. */
  read(subject: Subject): Promise<readonly Report[]>
}

export type SubmittedPayer = { id: string; clientUserId: string; profile: PayerProfile }

/** The provider's id for a payer, and the pages that the payer must visit; `null` for a missing page. */
export type PayerPages = {
  providerId: string
  kycUrl: string | null
  agreementUrl: string | null
}

export type SubmittedAccount = { id: string; payerProviderId: string; account: BankAccount }

/** `units` are base units of `currency`, which has `decimals`; `txHash` completed the payment on `network`. */
export type StartedOfframp = {
  id: string
  payerProviderId: string
  accountProviderId: string
  network: string
  currency: string
  units: bigint
  decimals: number
  txHash: string
}

/** A record at the provider, by the provider's id. */
export type Subject = { kind: 'payer' | 'account' | 'offramp'; providerId: string }

/** One report of a provider. Reports with the same `id` are the same report. */
export type Report = {
  id: string
  providerId: string
  /** The reason, for the merchant; it contains no personal data. */
  reason: string | null
  /** The time of the report by the provider's clock: of two reports on one subject, the later one counts. */
  occurredAt: Date
} & ReportedStatus

type ReportedStatus =
  | { kind: 'kyc'; status: KycStatus }
  | { kind: 'agreement'; status: AgreementStatus }
  | { kind: 'account'; status: PaymentDetailStatus }
  | { kind: 'offramp'; status: OfframpStatus }
