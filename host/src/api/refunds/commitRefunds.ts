import { createRefundSalt, formatAmount } from '@secure-payment/core'
import type { Refund } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { type Caller, creatorOf, principalOf } from '../../auth/caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { ACCEPTED, AcceptedAnswer } from '../../http/acceptedAnswer.ts'
import type { IdempotencyClaim } from '../../http/idempotency.ts'
import { createId } from '../../id.ts'
import { keccak256 } from '../../keccak.ts'
import { lockRequests } from '../../payments/requestRows.ts'
import {
  PaymentNotFoundError,
  RefundExceedsPaymentError,
  TooManyRefundsError,
} from '../../refunds/errors.ts'
import { readRests } from '../../refunds/readRests.ts'
import { buildRequestRow } from '../../requests/buildRequestRow.ts'
import { commitPayout } from '../../requests/commitPayout.ts'
import { type PlannedRequest, planRequest } from '../../requests/planRequest.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { emit } from '../../webhooks/emit.ts'
import { describeRefund } from './describeRefund.ts'

/** One payment to give back, whole or in part. */
export type RefundPart = {
  payment: Row<'payments'>
  recipient: string
  units: bigint
  /** Its worth in settlement units of the request; null if the payment was not converted. */
  invoiceUnits: bigint | null
}

/** The refunds of one call, all of payments of one request. */
export type NewRefunds = {
  parts: readonly RefundPart[]
  reason: string | null
  /** Whether an error names the rest of the payment or of the request. */
  of: 'payment' | 'request'
  /** A further check under the lock of the refunded request; none by default. */
  guard?: (tx: Tx) => Promise<void>
}

type RefundCall = { caller: Caller; idempotency: IdempotencyClaim | null }
type CommitContext = Pick<Context, 'audit' | 'config' | 'db' | 'now' | 'random' | 'rates'>
type Built = { refund: Row<'refunds'>; request: Row<'requests'> }

const CREATED = 201

/** Returns the request that a refund creates, before anything is stored. @throws what `planRequest` throws, naming `recipient` or `amount` */
export function planPart(
  { config }: Pick<Context, 'config'>,
  { payment, recipient, units }: RefundPart,
): PlannedRequest {
  const { id, decimals } = getCurrency(payment.payment_currency).currency
  return planRequest(
    config,
    {
      payee: recipient,
      invoiceCurrency: id,
      paymentCurrency: id,
      amount: formatAmount(units, decimals),
    },
    { fee: null, bound: null, path: '', fields: FIELDS },
  )
}

const FIELDS = { payee: 'recipient', invoiceCurrency: 'amount', paymentCurrency: 'amount' } as const

/**
 * Stores refunds, each with the request that pays it, all or none, and reports them. The transaction first locks the refunded request, as
 * recording and revoking its payments do. Under that lock it reads what is left, so no number of calls and hosts ever refunds more than
 * the payee received.
 *
 * @throws PaymentNotFoundError, TooManyRefundsError, RefundExceedsPaymentError, and what `commitPayout` throws
 */
export async function commitRefunds<A extends object>(
  context: CommitContext,
  call: RefundCall,
  { parts, reason, of, guard }: NewRefunds,
  answerWith: (refunds: readonly Refund[]) => A,
): Promise<A | AcceptedAnswer> {
  const { caller, idempotency } = call
  const items = parts.map((part) => planPart(context, part))
  let built: readonly Built[] = []
  const steps = {
    begin: async (tx: Tx) => {
      await guardRests(tx, context, { parts, of })
      await guard?.(tx)
    },
    end: (tx: Tx, approvalId: string | null) => tellCreated(tx, context, { built, approvalId }),
  }
  const payout = { caller, kind: 'payout', items, steps } as const
  return commitPayout<A | AcceptedAnswer>(context, payout, async (approvalId) => {
    built = parts.flatMap((part, index) => {
      const planned = items[index]
      return planned === undefined ? [] : buildRefund(context, { part, planned, caller, reason })
    })
    const answer = answerWith(built.map((one) => describeRefund(asNew(one, approvalId))))
    const status = approvalId === null ? CREATED : ACCEPTED
    const rows = {
      securePayment: null,
      requests: built.map(({ request }) => request),
      refunds: built.map(({ refund }) => refund),
      idempotencyKey: idempotency?.row(status, answer) ?? null,
    }
    return { rows, answer: approvalId === null ? answer : new AcceptedAnswer(answer) }
  })
}

function buildRefund(
  context: Pick<Context, 'now' | 'random'>,
  facts: { part: RefundPart; planned: PlannedRequest; caller: Caller; reason: string | null },
): Built {
  const { part, planned, caller, reason } = facts
  const { payment } = part
  const now = context.now()
  const id = createId(context)
  const place = { network: payment.network, txHash: payment.tx_hash, logIndex: payment.log_index }
  const request = buildRequestRow(context, planned, {
    ...creatorOf(caller),
    // A search for the order's reference must not find money that went out.
    reference: null,
    now,
    isPayout: true,
    eventSequence: 1,
    deriveSalt: () => createRefundSalt({ ...place, refundId: id }, keccak256),
  })
  const refund = {
    id,
    tenant_id: payment.tenant_id,
    client_id: payment.client_id,
    payment_id: payment.id,
    request_id: payment.request_id,
    refund_request_id: request.id,
    network: payment.network,
    tx_hash: payment.tx_hash,
    log_index: payment.log_index,
    token_address: payment.token_address,
    currency: planned.paymentCurrency,
    amount_units: part.units.toString(),
    invoice_currency: getCurrency(payment.invoice_currency).currency.id,
    invoice_units: part.invoiceUnits?.toString() ?? null,
    recipient: planned.payee,
    reason,
    reference: payment.reference,
    created_by: principalOf(caller),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    held_at: null,
    exceeds_at: null,
    confirmed_at: null,
    cancelled_at: null,
  }
  return { refund, request }
}

function asNew({ refund, request }: Built, approvalId: string | null) {
  const { payment_reference, paid_units } = request
  return {
    ...refund,
    payment_reference,
    paid_units,
    approval_id: approvalId,
    approval_status: approvalId === null ? null : ('waiting' as const),
    paid_tx_hash: null,
    has_pending: null,
  }
}

/** The maximum number of refunds of one request that are not cancelled, because each call adds them up. */
const MOST_REFUNDS = 1_000

/** @throws TooManyRefundsError */
async function guardCount(tx: Tx, requestId: string, added: number): Promise<void> {
  const counted = await tx
    .selectFrom('refunds')
    .select('id')
    .where('request_id', '=', requestId)
    .where('cancelled_at', 'is', null)
    .limit(MOST_REFUNDS)
    .execute()
  if (counted.length + added > MOST_REFUNDS) throw new TooManyRefundsError(MOST_REFUNDS)
}

/** @throws PaymentNotFoundError, TooManyRefundsError, RefundExceedsPaymentError */
async function guardRests(
  tx: Tx,
  { db }: Pick<Context, 'db'>,
  { parts, of }: Pick<NewRefunds, 'parts' | 'of'>,
): Promise<void> {
  const [first] = parts
  if (first === undefined) throw new PaymentNotFoundError()
  const { request_id: requestId, payment_currency } = first.payment
  await lockRequests(tx, db.dialect, [requestId])
  await guardCount(tx, requestId, parts.length)
  const txHashes = [...new Set(parts.map(({ payment }) => payment.tx_hash))]
  const { rests } = await readRests(tx, { requestId, txHashes })
  for (const { payment, units } of parts) {
    const rest = rests.restOf(payment.id)
    // A reorganisation removed it since it was read.
    if (rest === undefined) throw new PaymentNotFoundError()
    if (units > rest) throw exceeds(rest, payment_currency, of)
    rests.take(payment.id, units)
  }
}

/** Returns the error for an amount above the rest, in units of a currency. */
export function exceeds(
  units: bigint,
  currencyId: string,
  of: 'payment' | 'request' | 'excess',
): RefundExceedsPaymentError {
  const { symbol, currency } = getCurrency(currencyId)
  return new RefundExceedsPaymentError({
    remaining: formatAmount(units, currency.decimals),
    currency: symbol,
    of,
  })
}

async function tellCreated(
  tx: Tx,
  context: Pick<Context, 'config' | 'now' | 'random'>,
  { built, approvalId }: { built: readonly Built[]; approvalId: string | null },
): Promise<void> {
  await emit(
    tx,
    context,
    built.map(({ refund, request }) => ({
      type: 'refund.created' as const,
      refund,
      request: withPlan({ ...request, approval_id: approvalId }),
    })),
  )
}
