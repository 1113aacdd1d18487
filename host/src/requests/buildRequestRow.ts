import {
  createPaymentReference,
  createRequestId,
  createSalt,
  referenceTopic,
  topicKey,
} from '@secure-payment/core'
import type { Context } from '../context.ts'
import type { Row } from '../db/schema.ts'
import { keccak256 } from '../keccak.ts'
import type { RequestIdentity } from './identifyPeriod.ts'
import type { PlannedRequest } from './planRequest.ts'
import { nextOccurrence, type Recurrence } from './recurrence.ts'
import { planColumns } from './requestPlan.ts'

/** A request's facts, apart from its amounts and currencies. */
export type RequestFacts = {
  tenantId: string
  /** The public value of the client ID that created the request, with the origin of the page. */
  clientId: string | null
  origin: string | null
  /** The digest of the IP address that created the request in a browser; null by default. */
  addressDigest?: string | null
  /** The merchant's own reference. */
  reference: string | null
  now: Date
  /** The id and salt of a request that the service creates automatically; random by default. */
  identity?: RequestIdentity
  /** The salt, if it is derived, as for a refund; random by default. */
  deriveSalt?: (() => string) | undefined
  /** The secure payment of which the request is an item; absent without one. */
  securePayment?: { token: string; itemIndex: number; expiresAt: string }
  /** The only wallet that may pay, in EIP-55 format; null by default. */
  payer?: string | null
  /** The customer, as JSON text of `CustomerInfo`. */
  customerInfo?: string | null
  /** The order, as JSON text of `Order`. */
  order?: string | null
  isCryptoToFiatAllowed?: boolean
  recurrence?: Recurrence | null
  /** The recurring request of which this request is a period, as its columns store it. */
  original?: { requestId: string | null; paymentReference: string | null }
  /** Whether the request pays out the merchant's own money; false by default, except for a recurring payout. */
  isPayout?: boolean
  /** The merchant's own id of a payout's recipient. */
  recipientIdentifier?: string | null
  /** The sequence of the event that reports the creation; by default 0 (no event). */
  eventSequence?: number
  /** Whether the request states the terms of a reusable link; false by default. */
  isTerms?: boolean
  /** The reusable link for which the request is created; null by default. */
  linkToken?: string | null
}

const REQUEST_ID_RANDOM_BYTES = 26
const SALT_BYTES = 8

/**
 * Builds a new request's row: creates its id and salt, and derives its payment reference. Every row has all columns in the
 * same order, so that one statement can insert the rows of many calls.
 */
export function buildRequestRow(
  context: Pick<Context, 'random'>,
  planned: PlannedRequest,
  facts: RequestFacts,
): Row<'requests'> {
  const { now, securePayment, recurrence = null, original } = facts
  const { idAt, random } = facts.identity ?? { idAt: now, random: context.random }
  const id = createRequestId(idAt.getTime(), random(REQUEST_ID_RANDOM_BYTES))
  const salt = facts.deriveSalt?.() ?? createSalt(random(SALT_BYTES))
  const reference = createPaymentReference(id, salt, planned.payee, keccak256)
  const createdAt = now.toISOString()
  const columns = planColumns(planned.plan)
  return {
    id,
    tenant_id: facts.tenantId,
    client_id: facts.clientId,
    secure_payment_token: securePayment?.token ?? null,
    item_index: securePayment?.itemIndex ?? 0,
    ...moneyColumns(planned, columns),
    salt,
    payment_reference: reference,
    reference_key: topicKey(referenceTopic(reference, keccak256)),
    reference: facts.reference,
    customer_info: facts.customerInfo ?? null,
    order_details: facts.order ?? null,
    cancelled_at: null,
    payer: facts.payer ?? null,
    status: 'created',
    has_been_paid: 0,
    paid_late: 0,
    tx_hash: null,
    event_sequence: facts.eventSequence ?? 0,
    origin: facts.origin,
    created_at: createdAt,
    updated_at: createdAt,
    // A request without a link cannot expire.
    expires_at: securePayment?.expiresAt ?? null,
    is_crypto_to_fiat_allowed: facts.isCryptoToFiatAllowed === true ? 1 : 0,
    recurrence: recurrence === null ? null : JSON.stringify(recurrence),
    next_recurrence_at: recurrence === null ? null : nextOccurrence(recurrence, now).toISOString(),
    is_recurrence_stopped: 0,
    original_request_id: original?.requestId ?? null,
    original_payment_reference: original?.paymentReference ?? null,
    recurring_payment_id: columns.recurring_payment_id,
    recipient_identifier: facts.recipientIdentifier ?? null,
    offramp_provider: columns.offramp_provider,
    revocations: 0,
    address_digest: facts.addressDigest ?? null,
    is_payout: facts.isPayout === true || columns.recurring_payment_id !== null ? 1 : 0,
    approval_id: null,
    is_terms: facts.isTerms === true ? 1 : 0,
    link_token: facts.linkToken ?? null,
    is_unpaid_copy: (facts.linkToken ?? null) === null ? 0 : 1,
    option_count: planned.options?.length ?? 0,
  }
}

function moneyColumns(planned: PlannedRequest, columns: ReturnType<typeof planColumns>) {
  const { fee } = planned
  return {
    kind: columns.kind,
    network: planned.network,
    payee: planned.payee,
    token_address: planned.token,
    destination_id: planned.destinationId,
    invoice_currency: planned.invoiceCurrency,
    payment_currency: planned.paymentCurrency,
    amount: planned.amount,
    expected_units: String(planned.amountUnits),
    paid_units: '0',
    fee_percentage: fee?.percentage ?? null,
    fee_units: String(fee?.units ?? 0n),
    fee_address: fee?.address ?? null,
    fee_bearer: fee?.bearer ?? 'payer',
    fee_is_rounded: fee?.isRounded === true ? 1 : 0,
    conversion_path: columns.conversion_path,
    max_rate_age_s: columns.max_rate_age_s,
  } as const
}
