import type { OfframpStatus } from '@secure-payment/core/offramp'
import type { EventBody, EventType } from '@secure-payment/core/webhooks'
import type { Row } from '../db/schema.ts'
import type { WholeRequest } from '../requests/requestPlan.ts'
import type { Screening } from '../screening/screener.ts'
import type { DetectedPayment, UnmatchedPayment } from '../settlement/detectedPayment.ts'

/**
 * An event that the host sends, with the facts from which its body and its id are built. The event's subject has the state after the event,
 * including the new `event_sequence`.
 */
export type WebhookEvent<T extends EventType = EventType> = {
  [Type in T]: { type: Type } & EventFacts[Type]
}[T]

type EventFacts = {
  'payment.confirmed': PaymentFacts
  'payment.partial': PaymentFacts
  'payment.failed': OfRequest & (ChainFailure | OfframpFailure)
  'payment.processing': OfRequest & {
    offramp: Pick<Row<'offramps'>, 'id' | 'provider'>
    /** The statuses of an offramp that is in progress. */
    subStatus: Exclude<OfframpStatus, 'created' | 'delivered' | 'failed' | 'returned'>
  }
  /** A bridge refunded a payer. */
  'payment.refunded': OfRequest & {
    /** The payer's address, checksummed. */
    refundedTo: string
    /** The amount as decimal text, in units of `currency`, a symbol. */
    refundAmount: string
    currency: string
    source: TransferSource
  }
  /** Money arrived with the reference of a request but does not pay that request. */
  'payment.unmatched': OfRequest & { unmatched: UnmatchedPayment }
  /** The request for a period of a recurring invoice was created; `original` is the first request of the series. */
  'request.recurring': OfRequest & {
    original: Pick<Row<'requests'>, 'id' | 'payment_reference'>
  }
  /** The merchant cancelled the request; `cancelledAt` is ISO 8601. */
  'request.cancelled': OfRequest & { cancelledAt: string }
  'refund.created': RefundFacts
  'refund.confirmed': RefundFacts & {
    payment: DetectedPayment
    /** The hash of the block in which the refund's payments reached its amount. */
    completedIn: string | null
  }
  /** A confirmed refund left the chain; `orphanedBlock` is the hash of its last payment's block. */
  'refund.failed': RefundFacts & { failureReason: 'reorganised'; orphanedBlock: string }
  'refund.cancelled': RefundFacts & { cancelledAt: string }
  'compliance.updated': OfPayer
  /** `detail` is the account after its check. */
  'payment_detail.updated': OfPayer & { detail: Row<'payment_details'> }
  /** A wallet outside the access policy tried to pay. */
  'secure_payment.access_rejected': OfSecurePayment & { wallet: string }
  /** A wallet that tried to pay was screened. */
  'kyt.screening.completed': OfSecurePayment & { screening: Screening }
  /** The payer's page reported an action of the payer. */
  'secure_payment.user_event': OfSecurePayment & {
    said: Pick<
      EventBody<'secure_payment.user_event'>,
      'userEvent' | 'occurredAt' | 'properties' | 'orchestratorId'
    >
  }
}

type OfRequest = { request: WholeRequest }

/** `clientUserId` is the merchant's id of the payer, decrypted. */
type OfPayer = { payer: Row<'payers'>; clientUserId: string }

type OfSecurePayment = {
  securePayment: Pick<
    Row<'secure_payments'>,
    'token' | 'tenant_id' | 'client_id' | 'origin' | 'created_at' | 'event_sequence'
  > & { requestIds: readonly string[] }
}

/** A refund, with the request that pays it. */
export type RefundFacts = OfRequest & { refund: Row<'refunds'> }

/** A payment that changed its request. */
export type PaymentFacts = OfRequest & {
  payment: DetectedPayment
  /** The total amount of the request's payments, including this one. */
  totalPaidUnits: bigint
  /** For `payment.confirmed` without an offramp: the hash of the block in which the request's payments reached its amount. */
  completedIn?: string | null
  /** The offramp that paid a crypto-to-fiat request into a bank account. */
  offramp?: Pick<Row<'offramps'>, 'provider'>
}

/** A payment failed, or an earlier event about a payment is no longer true. */
export type ChainFailure =
  | {
      /** The event corrects an earlier event, because the request's payment left the chain. */
      failureReason: 'reorganised'
      /** The hash of the block of the request's last payment. */
      orphanedBlock: string
      /** The request's refunds that are held until their payment is back on the chain. */
      heldRefundIds: readonly string[]
    }
  | {
      /** The reason why a recurring payout was paused, or why a bridge failed. */
      failureReason: PayerFailure | BridgeFailure
      /** This member exists only for a transfer over a bridge. */
      source?: TransferSource
    }

/**
 * The money arrived on chain and will not arrive in the bank account: the offramp `failed`, or the bank permanently `returned` the money.
 */
export type OfframpFailure = {
  offramp: Pick<Row<'offramps'>, 'provider' | 'status' | 'failure_reason'>
}

/**
 * The failure of a payment from another chain. `bridge_other_token`: the payee received a token other than the
 * requested one.
 */
export type BridgeFailure = 'bridge_failed' | 'bridge_other_token'

/** The reason, on the payer's side, why a recurring payout cannot be made. */
export type PayerFailure =
  | 'insufficient_balance'
  | 'insufficient_allowance'
  | 'permit_expired'
  | 'permit_cancelled'
  | 'transfer_refused'

/** The source transaction of a transfer over a bridge. */
export type TransferSource = { network: string; txHash: string }
