import type { PaymentLog } from '@secure-payment/core/evm'
import type { Valuation } from '@secure-payment/core/ways'
import type { DetectionSource, PaymentType, Row } from '../db/schema.ts'
import type { Planned } from '../requests/requestPlan.ts'

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
  'kind',
  'conversion_path',
  'max_rate_age_s',
  'invoice_currency',
  'payment_currency',
  'client_id',
  'reference',
  'payer',
  'recurring_payment_id',
] as const

/** A request as far as matching needs it; `recurring_contract` is that of the recurring payout that pays it, if one does. */
export type MatchedRequest = Planned<Pick<Row<'requests'>, (typeof MATCH_COLUMNS)[number]>> & {
  recurring_contract: string | null
}

/** A log that pays the request its reference belongs to. */
export type CreditedLog = {
  log: PaymentLog
  request: MatchedRequest
  isCredited: true
  valuation: Valuation
}

/** A log that does not pay the request its reference belongs to, and why. */
export type RefusedLog = {
  log: PaymentLog
  request: MatchedRequest
  isCredited: false
  reason: string
}

/** A log whose reference belongs to a request. */
export type MatchedLog = CreditedLog | RefusedLog

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
  /** The owner of the money, checksummed; `null` when the chain does not show it. */
  payer: string | null
  payee: string
  /** Lower case; `null` for the native coin. */
  tokenAddress: string | null
  /** The amount that the payment event claims, in base units of the payment currency. */
  amountUnits: bigint
  /** The amount that arrived at the payee, in base units of the payment currency. */
  creditedUnits: bigint
  /** The amount that this counts as towards the request, in its settlement units (`settlementDecimals`). */
  requestUnits: bigint
  /** `conversion`: the request's amount is in another currency, so a rate applied. */
  type: PaymentType
  /** Units of the payment currency for one of the invoice currency, decimal text; `null` when nothing was converted. */
  conversionRate: string | null
  rateSource: 'chainlink' | null
  /** The arrived amount in US dollars at its block, decimal text; `null` when it could not be read at once. */
  amountInUsd: string | null
  /** Of the request, as are the next three. */
  clientId: string | null
  invoiceCurrency: string
  paymentCurrency: string
  reference: string | null
  /** Base units of the payment currency, as the payer paid it. */
  feeUnits: bigint
  feeAddress: string | null
  /** After the request had expired. */
  isLate: boolean
  /** Native base units that the transaction cost; `null` when it carried more than this payment. */
  gasUnits: bigint | null
  /** The recurring payout that made it; `null` for any other payer, also of a request that such a payout was to pay. */
  recurringPaymentId: string | null
  /** Its source when it came over a bridge; null when it was paid on its own network. */
  crosschain: Crosschain | null
}

/** The source of a payment that came over a bridge. */
export type Crosschain = {
  network: string
  txHash: string
  /** Symbol of the sent token. */
  currency: string
  /** The amount that the bridge kept, in base units of that; null when it is not known. */
  bridgeFeeUnits: bigint | null
  detectionSource: DetectionSource
  /** For the merchant; null when there is nothing unusual. */
  note: string | null
}

/** Reasons of unmatched payments of a sound event. */
export const UNPAID = {
  nothingArrived: 'nothing_arrived',
  noRate: 'no_rate',
  rateTooOld: 'rate_too_old',
  worthNothing: 'worth_nothing',
} as const

/** Reason of a payment with the reference of a request to a payee that is not its own. */
export const WRONG_PAYEE = 'wrong_payee'

/** Reason of a payment to a merchant's payee whose reference no request has. */
export const UNKNOWN_REFERENCE = 'unknown_reference'

/** Reason of an unmatched payment whose receipt no node could return; reading its block again may settle it. */
export const RECEIPT_UNREADABLE = 'receipt_unreadable'

/** Reason of an unmatched payment whose rate no node could return; a node that keeps old states may settle it. */
export const RATE_UNREADABLE = 'rate_unreadable'

/** Reason of an unmatched payment whose request was deleted, long unpaid; the amount due is no longer known. */
export const REQUEST_SWEPT = 'request_swept'

/** Reasons that reading the block again may settle. */
export const UNREADABLE = [RECEIPT_UNREADABLE, RATE_UNREADABLE] as const

/**
 * A payment event that pays nothing, and the reason. `requestId` is empty when no request has its reference, `tenantId`
 * when several merchants name its payee.
 */
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
  /** Keccak-256 of the reference that it carries, as its event has it. */
  referenceTopic: string
  /** In US dollars, decimal text; null until it is weighed, and where there is no rate. */
  worthUsd: string | null
  /** Whether the merchant sees it unasked. */
  isNotable: boolean
  /** The owner of the money, in the notation of `payments`; null until it is traced, and where it cannot be. */
  payer: string | null
  /** `0x` and 16 digits; null until it is traced, and where it cannot be. */
  paymentReference: string | null
}

/** The values of an unmatched payment before it is weighed and traced. */
export const UNWEIGHED = { worthUsd: null, isNotable: true, payer: null } as const
