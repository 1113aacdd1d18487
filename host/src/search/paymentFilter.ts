import type { PaymentType } from '../db/schema.ts'
import type { TimeRange } from './periods.ts'

/** The requested payments: those of the tenant that match everything that is not null. */
export type PaymentFilter = {
  tenantId: string
  /** The `cli_…` value that created their requests. */
  clientId: string | null
  type: PaymentType | null
  /** Currency ids, any of them. */
  invoiceCurrencies: readonly string[] | null
  paymentCurrencies: readonly string[] | null
  /** Payer or payee; the case of an EVM address does not matter, that of a Tron address does. */
  wallet: string | null
  /** The payer alone, in the canonical form of its network: of a client ID, with which `clientId` is not null. */
  payer: string | null
  /** The merchant's. */
  reference: string | null
  requestId: string | null
  /** `0x` + 16 hex digits. */
  paymentReference: string | null
  /** In any case, with or without `0x`. */
  txHash: string | null
  range: TimeRange
}

/** The place of a payment in the order of search, which is newest first: by block time, then by id, both descending. */
export type Position = { blockTime: string; id: string }

/** The requested part of the matching payments: a number of them after others, or after a payment. */
export type PageRequest = { limit: number } & ({ offset: number } | { after: Position })

/** A page in the order of search; `total` counts all that match, exactly, as of the same moment. */
export type FoundPage = { total: number; page: readonly Position[]; hasMore: boolean }
