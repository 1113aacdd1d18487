import { formatAmount, InvalidInputError, parseAmount } from '@secure-payment/core'
import {
  type api,
  MAX_LINK_PAYOUTS,
  type Output,
  type UnrefundedReason,
} from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { atField } from '../../atField.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { AcceptedAnswer } from '../../http/acceptedAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { lockRequests } from '../../payments/requestRows.ts'
import { chooseRecipient, verifyRecipient } from '../../refunds/chooseRecipient.ts'
import { RefundRecipientNeededError, RefundSpansPaymentsError } from '../../refunds/errors.ts'
import { guardRefundable, REFUNDED_COLUMNS } from '../../refunds/guardRefundable.ts'
import { exceeds, guardRests } from '../../refunds/guardRests.ts'
import { worthOf } from '../../refunds/paymentWorth.ts'
import { type ReadRests, readRests } from '../../refunds/readRests.ts'
import {
  type Chosen,
  chooseShares,
  type Share,
  shareAll,
  shareAmount,
  shareExcess,
  sumOf,
} from '../../refunds/sharePayments.ts'
import { RequestNotFoundError } from '../../requests/errors.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import { commitRefunds, originOf, planPart, type RefundPart } from './commitRefunds.ts'

type Create = typeof api.refunds.createForRequest
type CreateContext = Pick<
  Context,
  'audit' | 'chains' | 'config' | 'db' | 'now' | 'random' | 'prices' | 'rates'
>

/** The maximum number of accounts that are read from a chain at the same time. */
const LOOKUPS_AT_ONCE = 10
/** The maximum number of payments that a response names as not refunded. */
const MOST_NAMED = 100

/**
 * Creates refunds of a request's payments, one per payment, all or none. Each refund goes to the wallet that paid.
 *
 * A stated amount is rejected if it needs a payment without a safe recipient. `all` and `excess` leave out dust, payments beyond
 * the maximum number, and payments without a safe recipient, and the response names these.
 *
 * @throws RequestNotFoundError, RefundUnsupportedError, RefundExceedsPaymentError, RefundSpansPaymentsError, and what
 * `chooseRecipient`, `verifyRecipient`, `planPart` and `commitRefunds` throw
 */
export async function createRequestRefunds(
  context: CreateContext,
  { params, body, caller, idempotency }: Call<Create>,
): Promise<Output<Create> | AcceptedAnswer> {
  const request = await loadRefunded(context, {
    id: params.requestId,
    tenantId: caller.tenantId,
  })
  guardRefundable(request)
  const read = await readRests(context.db.kysely, { requestId: request.id })
  const { parts, notRefunded } =
    body.amount === ALL || body.amount === EXCESS
      ? await planMost(context, { request, read, amount: body.amount })
      : await planStated(context, { request, read, amount: body.amount })
  const { reason = null } = body
  const refunds = {
    parts,
    reason,
    guard: async (tx: Tx) => {
      await lockRequests(tx, context.db.dialect, [request.id])
      await guardRests(tx, { parts, of: 'request' })
      await guardExcess(tx, { request, amount: body.amount, parts })
    },
  }
  return commitRefunds(context, { caller, idempotency }, refunds, (created) => ({
    refunds: [...created],
    notRefunded,
  }))
}

const ALL = 'all'
const EXCESS = 'excess'

const COLUMNS = [
  'id',
  'expected_units',
  'paid_units',
  'payment_currency',
  ...REFUNDED_COLUMNS,
] as const
type Refunded = Pick<Row<'requests'>, (typeof COLUMNS)[number]>

/** @throws RequestNotFoundError */
async function loadRefunded(
  { db }: Pick<Context, 'db'>,
  { id, tenantId }: { id: string; tenantId: string },
): Promise<Refunded> {
  if (!isRequestId(id)) throw new RequestNotFoundError()
  const request = await db.kysely
    .selectFrom('requests')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  if (request === undefined) throw new RequestNotFoundError()
  return request
}

type Planned = { parts: readonly Part[]; notRefunded: Output<Create>['notRefunded'] }

/**
 * Plans the refund of the excess, or of everything that is left, without the payments that have no safe recipient.
 *
 * @throws RefundExceedsPaymentError, and what `findRecipients` throws
 */
async function planMost(
  context: CreateContext,
  facts: { request: Refunded; read: ReadRests; amount: typeof ALL | typeof EXCESS },
): Promise<Planned> {
  const { request, read, amount } = facts
  const isExcess = amount === EXCESS
  const shares = isExcess ? shareExcess(request, read) : shareAll(read)
  const of = isExcess ? 'excess' : 'request'
  if (shares.length === 0) throw exceeds(0n, request.payment_currency, of)
  const chosen = chooseByCurrency(shares)
  const { parts, doubted } = await findRecipients(context, chosen.kept)
  const [doubt] = doubted
  if (doubt !== undefined && parts.length === 0) throw doubt.error
  return { parts, notRefunded: describeOthers({ ...chosen, doubted }) }
}

/** Chooses among the shares of each currency, because amounts in different currencies cannot be compared. */
function chooseByCurrency(shares: readonly Share[]): Chosen {
  const groups = Map.groupBy(shares, ({ payment }) => payment.payment_currency)
  const chosen = [...groups.values()].map((group) => chooseShares(group, MAX_LINK_PAYOUTS))
  const kept = chosen.flatMap((one) => one.kept)
  return {
    kept: kept.slice(0, MAX_LINK_PAYOUTS),
    dust: chosen.flatMap((one) => one.dust),
    further: [...kept.slice(MAX_LINK_PAYOUTS), ...chosen.flatMap((one) => one.further)],
  }
}

/**
 * Plans the refund of a stated amount from payments with a safe recipient: a payment that a contract added must not block the refund.
 *
 * @throws InvalidInputError naming `amount`, RefundExceedsPaymentError, RefundSpansPaymentsError, RefundRecipientNeededError if the other
 * payments do not suffice, and what `findRecipients` throws
 */
async function planStated(
  context: CreateContext,
  facts: { request: Refunded; read: ReadRests; amount: string },
): Promise<Planned> {
  const { request, read, amount } = facts
  const payment_currency = requireOneCurrency(request, read)
  const { decimals } = getCurrency(payment_currency).currency
  const units = atField('amount', () => parseAmount(amount, decimals))
  let kept = shareAmount(read, units, MAX_LINK_PAYOUTS)
  if (sumOf(kept) < units) throw exceeds(sumOf(kept), payment_currency, 'request')
  const isUnsafe = new Set<string>()
  for (;;) {
    if (kept.length > MAX_LINK_PAYOUTS) throw new RefundSpansPaymentsError(MAX_LINK_PAYOUTS)
    const { parts, doubted } = await findRecipients(context, kept)
    const [doubt] = doubted
    if (doubt === undefined) return { parts, notRefunded: [] }
    for (const { payment } of doubted) isUnsafe.add(payment.id)
    const payments = read.payments.filter(({ id }) => !isUnsafe.has(id))
    kept = shareAmount({ ...read, payments }, units, MAX_LINK_PAYOUTS)
    if (sumOf(kept) < units) throw doubt.error
  }
}

/** @throws InvalidInputError if the payments are in several currencies, because a stated amount would then be ambiguous */
function requireOneCurrency(request: Refunded, { payments }: ReadRests): string {
  const [currency = request.payment_currency, ...others] = new Set(
    payments.map((payment) => payment.payment_currency),
  )
  if (others.length === 0) return currency
  const message =
    'must be "all" or "excess", because the payments are in several currencies; or refund each payment with POST /v2/payments/{id}/refunds'
  throw new InvalidInputError([{ field: 'amount', code: 'several_currencies', message }])
}

/** A part with its payment, and the settlement units that the part takes from the excess. */
type Part = RefundPart & Share
type Doubted = Share & { error: RefundRecipientNeededError }

/** Finds the wallets that paid, and separates the payments without a safe recipient. @throws what `planPart` and `verifyRecipient` throw */
async function findRecipients(
  context: CreateContext,
  shares: readonly Share[],
): Promise<{ parts: readonly Part[]; doubted: readonly Doubted[] }> {
  const parts: Part[] = []
  const doubted: Doubted[] = []
  for (let at = 0; at < shares.length; at += LOOKUPS_AT_ONCE) {
    const some = shares.slice(at, at + LOOKUPS_AT_ONCE)
    const found = await Promise.all(some.map((share) => findRecipient(context, share)))
    for (const one of found) {
      if ('error' in one) doubted.push(one)
      else parts.push(one)
    }
  }
  return { parts, doubted }
}

async function findRecipient(context: CreateContext, share: Share): Promise<Part | Doubted> {
  const { payment, units, requestUnits } = share
  try {
    const recipient = chooseRecipient(payment, undefined)
    const invoiceUnits = worthOf(payment, units)
    const origin = originOf(payment)
    const part = { payment, origin, recipient, units, invoiceUnits, requestUnits }
    planPart(context, part)
    await verifyRecipient(context, { ...part, isStated: false })
    return part
  } catch (error) {
    if (error instanceof RefundRecipientNeededError) return { ...share, error }
    throw error
  }
}

/** Describes the payments that stay with the merchant, largest amount first. */
function describeOthers({
  dust,
  further,
  doubted,
}: Chosen & { doubted: readonly Doubted[] }): Output<Create>['notRefunded'] {
  const because = (reason: UnrefundedReason) => (share: Share) => ({ ...share, reason })
  const others = [
    ...doubted.map((share) => ({ ...share, reason: share.error.doubt })),
    ...further.map(because('too_many')),
    ...dust.map(because('dust')),
  ]
  return others
    .toSorted((a, b) => Number(b.units > a.units) - Number(b.units < a.units))
    .slice(0, MOST_NAMED)
    .map(({ payment, units, reason }) => ({
      paymentId: payment.id,
      amount: formatAmount(units, getCurrency(payment.payment_currency).currency.decimals),
      reason,
    }))
}

/**
 * Computes the excess once more under the request's lock, because another call may have refunded it in the meantime.
 *
 * @throws RefundExceedsPaymentError
 */
async function guardExcess(
  tx: Tx,
  facts: { request: Refunded; amount: string; parts: readonly Part[] },
): Promise<void> {
  const { request, amount, parts } = facts
  if (amount !== EXCESS) return
  const now = await tx
    .selectFrom('requests')
    .select(COLUMNS)
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  const read = await readRests(tx, { requestId: request.id })
  const left = shareExcess(now, read)
  const byPayment = new Map(left.map(({ payment, units }) => [payment.id, units]))
  if (parts.every(({ payment, units }) => units <= (byPayment.get(payment.id) ?? 0n))) return
  throw exceeds(sumOf(left), request.payment_currency, 'excess')
}
