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
import { endKept, readKept } from '../../refunds/keptSurpluses.ts'
import { readRests } from '../../refunds/readRests.ts'
import { buildRequestRow } from '../../requests/buildRequestRow.ts'
import { commitPayout } from '../../requests/commitPayout.ts'
import { type PlannedRequest, planRequest } from '../../requests/planRequest.ts'
import { withPlan } from '../../requests/requestPlan.ts'
import { emit } from '../../webhooks/emit.ts'
import { CANDIDATE_COLUMNS, undecidedUnits } from './describeCandidate.ts'
import { describeRefund } from './describeRefund.ts'

/** The refunded money: a payment, or an unmatched payment, which counts towards no request. */
export type Origin = Pick<
  Row<'refunds'>,
  | 'tenant_id'
  | 'client_id'
  | 'payment_id'
  | 'request_id'
  | 'unmatched_id'
  | 'network'
  | 'tx_hash'
  | 'log_index'
  | 'token_address'
  | 'reference'
> & {
  payment_currency: string
  invoice_currency: string
}

/** One payment to refund, in full or in part. */
export type RefundPart = {
  origin: Origin
  recipient: string
  units: bigint
  /** The worth of the part in settlement units of the request; null if the payment was not converted. */
  invoiceUnits: bigint | null
}

/** The refunds in one call. */
export type NewRefunds = {
  parts: readonly RefundPart[]
  reason: string | null
  /** Locks the refunded money before the commit's other locks, and throws if too little of it is left. */
  guard: (tx: Tx) => Promise<void>
}

type RefundCall = { caller: Caller; idempotency: IdempotencyClaim | null }
type CommitContext = Pick<
  Context,
  'audit' | 'config' | 'db' | 'now' | 'random' | 'prices' | 'rates'
>
type Built = { refund: Row<'refunds'>; request: Row<'requests'> }

const CREATED = 201

/**
 * Returns the request that a refund creates, before anything is stored.
 *
 * @throws what `planRequest` throws, naming `recipient` or `amount`
 */
export function planPart(
  { config }: Pick<Context, 'config'>,
  { origin, recipient, units }: RefundPart,
): PlannedRequest {
  const { id, decimals } = getCurrency(origin.payment_currency).currency
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

/** Returns the origin of a payment's refund. */
export function originOf(payment: Row<'payments'>): Origin {
  return { ...payment, payment_id: payment.id, unmatched_id: null }
}

/**
 * Stores refunds, each with the request that pays it, all or none, and reports them.
 *
 * @throws what `guard` and `commitPayout` throw
 */
export async function commitRefunds<A extends object>(
  context: CommitContext,
  call: RefundCall,
  { parts, reason, guard }: NewRefunds,
  answerWith: (refunds: readonly Refund[]) => A,
): Promise<A | AcceptedAnswer> {
  const { caller, idempotency } = call
  const items = parts.map((part) => planPart(context, part))
  let built: readonly Built[] = []
  const steps = {
    begin: async (tx: Tx) => {
      await guard(tx)
      await endTaken(tx, parts)
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

/** Ends the decisions to keep money if the refunds return part of that money; the merchant then decides on the rest. */
async function endTaken(tx: Tx, parts: readonly RefundPart[]): Promise<void> {
  const byRequest = Map.groupBy(parts, ({ origin }) => origin.request_id)
  for (const [requestId, kept] of await readKept(tx, [...byRequest.keys()])) {
    const row = await tx
      .selectFrom('requests')
      .select(CANDIDATE_COLUMNS)
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
    const read = await readRests(tx, { requestId })
    const free = undecidedUnits(row, read) - BigInt(kept.kept_units)
    const own = byRequest.get(requestId) ?? []
    const taken = own.reduce((sum, { invoiceUnits, units }) => sum + (invoiceUnits ?? units), 0n)
    if (taken > free) await endKept(tx, [requestId])
  }
}

function buildRefund(
  context: Pick<Context, 'now' | 'random'>,
  facts: { part: RefundPart; planned: PlannedRequest; caller: Caller; reason: string | null },
): Built {
  const { part, planned, caller, reason } = facts
  const { origin } = part
  const { network, tx_hash, log_index } = origin
  const now = context.now()
  const id = createId(context)
  const place = { network, txHash: tx_hash, logIndex: log_index }
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
    tenant_id: origin.tenant_id,
    client_id: origin.client_id,
    payment_id: origin.payment_id,
    request_id: origin.request_id,
    unmatched_id: origin.unmatched_id,
    refund_request_id: request.id,
    network,
    tx_hash,
    log_index,
    token_address: origin.token_address,
    currency: planned.paymentCurrency,
    amount_units: part.units.toString(),
    invoice_currency: getCurrency(origin.invoice_currency).currency.id,
    invoice_units: part.invoiceUnits?.toString() ?? null,
    recipient: planned.payee,
    reason,
    reference: origin.reference,
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
