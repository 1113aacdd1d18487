import type { PaymentLog } from '@secure-payment/core/evm'
import type { Row } from '../db/schema.ts'

/** The columns of a request that matching and crediting read. */
export const MATCH_COLUMNS = [
  'id',
  'tenant_id',
  'network',
  'payee',
  'token_address',
  'expected_units',
  'fee_units',
  'fee_address',
  'payment_reference',
  'expires_at',
] as const

/** A request as far as matching needs it. */
export type MatchedRequest = Pick<Row<'requests'>, (typeof MATCH_COLUMNS)[number]>

/** A log whose reference belongs to a request: it pays it, or it does not and says why. */
export type MatchedLog =
  | { log: PaymentLog; request: MatchedRequest; isCredited: true }
  | { log: PaymentLog; request: MatchedRequest; isCredited: false; reason: string }

/** A confirmed payment with all facts read from the chain, ready to be recorded. */
export type DetectedPayment = {
  requestId: string
  tenantId: string
  network: string
  txHash: string
  logIndex: number
  blockNumber: bigint
  blockHash: string
  /** ISO 8601 UTC. */
  blockTime: string
  /** Whose money it was, checksummed; `null` when the chain does not tell. */
  payer: string | null
  payee: string
  /** Lower case; `null` for the native coin. */
  tokenAddress: string | null
  /** What the payment event claims. */
  amountUnits: bigint
  /** What arrived at the payee. */
  creditedUnits: bigint
  feeUnits: bigint
  feeAddress: string | null
  /** After the request had expired. */
  isLate: boolean
  /** Native base units that the transaction cost; `null` when it carried more than this payment. */
  gasUnits: bigint | null
}

/** Reason of an unmatched payment whose receipt no node could give; reading its block again may settle it. */
export const RECEIPT_UNREADABLE = 'receipt_unreadable'

/** A payment event with a known reference that pays nothing, and why. */
export type UnmatchedPayment = {
  requestId: string
  tenantId: string
  network: string
  txHash: string
  logIndex: number
  blockNumber: bigint
  contract: string
  tokenAddress: string | null
  payee: string
  amountUnits: bigint
  reason: string
}
