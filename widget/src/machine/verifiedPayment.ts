import type { Step } from '@secure-payment/core'
import type { BatchFee } from '@secure-payment/core/evm'
import type { Network } from '@secure-payment/core/networks'
import type { VerifiedSignedPayment } from '@secure-payment/core/signed'
import type { ExpectedItem } from '@secure-payment/core/verify'
import type { PaymentItem, PaymentMetadata } from '../paymentMetadata.ts'
import type { BridgedPlan } from '../plan.ts'
import type { Review } from '../review.ts'
import type { AttemptRecord } from './attemptRecord.ts'

/** A payment whose decoded transactions pay exactly the payment that the payer sees. */
export type VerifiedPayment = {
  readonly payment: PaymentMetadata
  /** The network from the registry that ships with the element, never from the service. */
  readonly network: Network
  /** The approvals, followed by the payment. */
  readonly steps: readonly Step[]
  readonly pay: Step
  /** keccak256 of the payment's calldata. */
  readonly calldataHash: `0x${string}`
  readonly items: readonly ExpectedItem[]
  readonly review: Review
  /** The rates of conversions, and the most that each request may spend; empty without conversions. */
  readonly converter: Converter | null
  readonly limits: SpendingLimits
  /** For a batch: the contract's fee at the time of verification. */
  readonly batchFee?: BatchFee
  /** For a payment at a quote: the quote as the service sent it. */
  readonly quote?: unknown
  /** For a payment from another chain, whose source is `network`: the parameters of its quote. */
  readonly bridge?: { readonly plan: BridgedPlan; readonly sourceAmount: string }
  /** Present if the wallet receives all calls in one request: the same payment with a request per call. */
  readonly separate?: VerifiedPayment
  /** The offered permit, when a signature may replace the approval. */
  readonly permit?: PermitOffer
  /** Present if the payer signs the payment and the service sends it. */
  readonly signed?: SignedOffer
}

/** The maximum that the payer was shown for each converted request, in base units of the payment currency. */
export type SpendingLimits = ReadonlyMap<string, bigint>

/** Plans conversions: loads only for payments that have one. */
export type Converter = {
  planConversion(
    network: Network,
    item: PaymentItem,
    due: {
      readonly amountUnits: bigint
      readonly feeUnits: bigint
      readonly currency: { readonly symbol: string; readonly decimals: number }
    },
  ): DueConversion | null
}

/** The conversion of an item; units are the payment currency's base units, fee included. */
export type DueConversion = {
  readonly symbol: string
  readonly decimals: number
  readonly path: readonly string[]
  readonly maxRateTimespanS: bigint
  readonly estimateUnits: bigint
  readonly mostUnits: bigint
  /** For a payment that the host prices: the exact amount and fee of a plain payment, which no contract converts. */
  readonly quoted?: { readonly amountUnits: bigint; readonly feeUnits: bigint }
}

/** A message that is exactly the payment, for the wallet to sign. */
type SignedOffer = {
  readonly offer: VerifiedSignedPayment
  /** Members of the attempt's record, by which its payment is found again. */
  readonly record: Pick<AttemptRecord, 'callsId' | 'signed'>
  /** The same payment with transactions. */
  readonly instead: VerifiedPayment
}

/** The part of the service's typed data that is used; all other members follow from the payment. */
export type PermitOffer = {
  readonly name: string
  readonly version: string
  /** Decimal text. */
  readonly nonce: string
  /** Unix seconds. */
  readonly deadline: number
}
