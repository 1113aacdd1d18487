import { divide } from '@secure-payment/core'
import type { PaymentLog } from '@secure-payment/core/evm'
import type { Valuation } from '@secure-payment/core/ways'
import type { FiatWorths } from '../db/fiatWorths.ts'
import type { Row } from '../db/schema.ts'
import type { DetectionSource, PaymentType, RateSource } from '../db/tables/payments.ts'
import { OPTION_COLUMNS } from '../requests/requestOptions.ts'
import type { Planned } from '../requests/requestPlan.ts'

/** The columns that are needed to match and credit a payment, and that are the same for all of a request's options. */
export const COMMON_COLUMNS = [
  'id',
  'tenant_id',
  'expected_units',
  'fee_percentage',
  'fee_units',
  'fee_address',
  'fee_bearer',
  'expires_at',
  'invoice_currency',
  'client_id',
  'reference',
  'payer',
  'recurring_payment_id',
] as const

/** The columns of a request that are needed to match and credit its payments. */
export const MATCH_COLUMNS = [...COMMON_COLUMNS, ...OPTION_COLUMNS] as const

/**
 * A request with the columns that matching needs, and with the terms of the option that a payment names. `recurring_contract` is the
 * contract of the recurring payout that pays it, if there is one.
 */
export type MatchedRequest = Planned<Pick<Row<'requests'>, (typeof MATCH_COLUMNS)[number]>> & {
  recurring_contract: string | null
}

/** A log that pays the request whose reference it contains. */
export type CreditedLog = {
  log: PaymentLog
  request: MatchedRequest
  isCredited: true
  valuation: Valuation
}

/** A log that contains a request's reference but does not pay the request, with the reason. */
type RefusedLog = {
  log: PaymentLog
  request: MatchedRequest
  isCredited: false
  reason: string
}

/** A log with a request's reference. */
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
  /** The owner of the money, checksummed; `null` if the chain does not show it. */
  payer: string | null
  /** The sender of the transaction, which is never a contract; absent if the payment was not read from its receipt. */
  sender?: string
  payee: string
  /** The token's address in lower case; `null` for the native coin. */
  tokenAddress: string | null
  /** The amount that the payment event claims, in base units of the payment currency. */
  amountUnits: bigint
  /** The amount that arrived at the payee, in base units of the payment currency. */
  creditedUnits: bigint
  /** The amount that counts towards the request, in its settlement units (`settlementDecimals`). */
  requestUnits: bigint
  /** `conversion` if the request's amount is in a different currency than the payment, so a rate was applied. */
  type: PaymentType
  /** Units of the payment currency per unit of the invoice currency, decimal text; `null` without a conversion. */
  conversionRate: string | null
  rateSource: RateSource | null
  /** The quote at which the payment counts, and the sources of the price; null unless the payment counts at a quoted or market price. */
  priced: PricedBy | null
  /** The arrived amount in US dollars at its block, decimal text; `null` if the host could not read it immediately. */
  amountInUsd: string | null
  /** The arrived amount at its block in each other currency of {@link FiatWorths}. */
  fiatWorths: FiatWorths
  /** This member and the next three are copied from the request. */
  clientId: string | null
  invoiceCurrency: string
  paymentCurrency: string
  reference: string | null
  /** The fee that the payer paid, in base units of the payment currency. */
  feeUnits: bigint
  feeAddress: string | null
  /** The part of the fee that counts towards the request because the payee bears it, in base units of the payment currency. */
  countedFeeUnits?: bigint
  /** Whether the payment arrived after the request had expired. */
  isLate: boolean
  /**
   * The gas cost of the payer's transaction, in base units of its network's coin; `null` if the transaction contained more than this
   * payment, if a relayer paid the gas, or if the cost is unknown.
   */
  gasUnits: bigint | null
  /** The worth of the gas in the invoice currency, decimal text; `no_price` if none is known, absent or `null` if none was looked up. */
  gasWorth?: string | null
  /** The recurring payout that made the payment; `null` if anyone else paid, even for a recurring payout's request. */
  recurringPaymentId: string | null
  /** The source of the payment if it came over a bridge; null if it was paid on the request's own network. */
  crosschain: Crosschain | null
}

/** Returns the part of a payment's counted amount that arrived at the payee, in settlement units: without a fee that the payee bears. */
export function arrivedUnits(
  payment: Pick<DetectedPayment, 'requestUnits' | 'creditedUnits' | 'countedFeeUnits'>,
): bigint {
  const { requestUnits, creditedUnits, countedFeeUnits = 0n } = payment
  if (countedFeeUnits === 0n) return requestUnits
  return divide(requestUnits * creditedUnits, creditedUnits + countedFeeUnits, 'down')
}

/** The origin of the price at which a payment counts. */
type PricedBy = {
  /** Null if the payment counts at the market's price. */
  quoteId: string | null
  /** As in the column `price_sources`. */
  sources: string
}

/** The source of a payment that came over a bridge. */
type Crosschain = {
  network: string
  txHash: string
  /** The symbol of the sent token. */
  currency: string
  /** The amount that left the payer's wallet, in base units of the sent token; null if unknown. */
  sentUnits: bigint | null
  /** The amount that the bridge kept, in base units of the sent token; null if unknown. */
  bridgeFeeUnits: bigint | null
  detectionSource: DetectionSource
  /** A note to the merchant; null unless the payment is unusual. */
  note: string | null
}

/** The reasons for an unmatched payment whose event is valid. */
export const UNPAID = {
  nothingArrived: 'nothing_arrived',
  noRate: 'no_rate',
  rateTooOld: 'rate_too_old',
  worthNothing: 'worth_nothing',
} as const

/** The reason for a payment that has a request's reference but went to a different payee. */
export const WRONG_PAYEE = 'wrong_payee'

/** The reason for a payment to a merchant's payee with a reference that belongs to no request. */
export const UNKNOWN_REFERENCE = 'unknown_reference'

/** The reason for an unmatched payment whose receipt no node could return; a rescan of its block may resolve it. */
export const RECEIPT_UNREADABLE = 'receipt_unreadable'

/**
 * The reason for an unmatched payment whose rate no node could return; a rescan through a node that keeps old states may resolve it.
 */
export const RATE_UNREADABLE = 'rate_unreadable'

/**
 * The reason for an unmatched payment that arrived after its quotes, while no market price was known for its time: a job tries again. Also the
 * stored reason why gas has no worth.
 */
export const NO_PRICE = 'no_price'

/**
 * The reason for an unmatched payment whose request was deleted after a long time without payment, so the amount due is unknown.
 */
export const REQUEST_SWEPT = 'request_swept'

/** The reasons that another read of the block may resolve. */
export const UNREADABLE = [RECEIPT_UNREADABLE, RATE_UNREADABLE, NO_PRICE] as const

/**
 * A payment event that matches no request, and the reason. `requestId` is empty if no request has its reference,
 * `tenantId` if several merchants use its payee.
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
  /** The keccak-256 hash of the payment's reference, from its event. */
  referenceTopic: string
  /** The value in US dollars, as decimal text; null until the host has determined it, or if there is no rate. */
  worthUsd: string | null
  /** Whether lists show the payment to the merchant by default. */
  isNotable: boolean
  /** The owner of the money, in the notation of `payments`; null until the payment is traced, or if it cannot be traced. */
  payer: string | null
  /** The reference as `0x` and 16 digits; null until the payment is traced, or if it cannot be traced. */
  paymentReference: string | null
  /** Present if no later read of the block can resolve one of the reasons {@link UNREADABLE}. */
  isLasting?: true
}

/** The members of an unmatched payment whose worth and payer have not been determined yet. */
export const UNWEIGHED = { worthUsd: null, isNotable: true, payer: null } as const
