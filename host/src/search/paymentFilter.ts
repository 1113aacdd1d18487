import type { PaymentType } from '../db/tables/payments.ts'
import type { TimeRange } from './periods.ts'

/** A filter of a tenant's payments, which must match every non-null member. */
export type PaymentFilter = {
  tenantId: string
  /** The `cli_…` value of the client ID that created the payments' requests. */
  clientId: string | null
  type: PaymentType | null
  /** Currency ids; one of them must match. */
  invoiceCurrencies: readonly string[] | null
  paymentCurrencies: readonly string[] | null
  /** Payer or payee; letter case matters only for Tron addresses. */
  wallet: string | null
  /** Only the payer, in its network's canonical form; requires `clientId`. */
  payer: string | null
  /** The merchant's reference. */
  reference: string | null
  /** The e-mail address of the customer, in lower case. */
  customerEmail: string | null
  amount: AmountFilter | null
  paymentId: string | null
  requestId: string | null
  /** `0x` + 16 hex digits. */
  paymentReference: string | null
  /** The hash in upper or lower case, with or without `0x`. */
  txHash: string | null
  securePaymentToken: string | null
  /** A reusable link, for all payers' payments. */
  linkToken: string | null
  range: TimeRange
}

/** An amount in the currency of the price or in the tokens that arrived, in the format of `amountsOf`. */
export type AmountFilter = {
  amount: string
  /** Currency ids; one of them must be the payment's currency or that of its price. Null for any. */
  currencies: readonly string[] | null
}

/**
 * The position of a payment in search order, which is newest first: by block time, then by id, both descending.
 */
export type Position = { blockTime: string; id: string }

/** The requested part of the matching payments: after a number of them, or after a payment. */
export type PageRequest = { limit: number } & ({ offset: number } | { after: Position })

/** A page in search order; `total` is the exact number of matches in the same snapshot. */
export type FoundPage = { total: number; page: readonly Position[]; hasMore: boolean }
