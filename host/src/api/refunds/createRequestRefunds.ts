import { divide, parseAmount } from '@secure-payment/core'
import { type api, MAX_LINK_PAYOUTS, type Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { atField } from '../../atField.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import type { AcceptedAnswer } from '../../http/acceptedAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { chooseRecipient, verifyRecipient } from '../../refunds/chooseRecipient.ts'
import { RefundSpansPaymentsError } from '../../refunds/errors.ts'
import { type ReadRests, readRests } from '../../refunds/readRests.ts'
import { countedUnits, unitsAtRate, worthAtRate } from '../../refunds/refundAmounts.ts'
import { RequestNotFoundError } from '../../requests/errors.ts'
import { isRequestId } from '../../requests/isRequestId.ts'
import { commitRefunds, exceeds, MOST_PAYMENTS, planPart } from './commitRefunds.ts'
import { guardRefundable, REFUNDED_COLUMNS, rateOf, worthOf } from './createRefund.ts'

type Create = typeof api.refunds.createForRequest
type CreateContext = Pick<
  Context,
  'audit' | 'chains' | 'config' | 'db' | 'now' | 'random' | 'rates'
>

/** The maximum number of accounts that are read from a chain at the same time. */
const LOOKUPS_AT_ONCE = 10

/**
 * Creates refunds of a request's payments, newest first, one per payment, all or none. Each goes to the wallet that paid.
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
  const read = await readRests(context.db.kysely, {
    requestId: request.id,
    most: MOST_PAYMENTS + 1,
  })
  if (read.payments.length > MOST_PAYMENTS) throw new RefundSpansPaymentsError(MAX_LINK_PAYOUTS)
  const shares = allocate(request, read, body.amount)
  if (shares.length > MAX_LINK_PAYOUTS) throw new RefundSpansPaymentsError(MAX_LINK_PAYOUTS)
  const parts = shares.map(({ payment, units }) => {
    const recipient = chooseRecipient(payment, undefined)
    return { payment, recipient, units, invoiceUnits: worthOf(payment, units) }
  })
  for (const part of parts) planPart(context, part)
  for (let at = 0; at < parts.length; at += LOOKUPS_AT_ONCE) {
    const some = parts.slice(at, at + LOOKUPS_AT_ONCE)
    await Promise.all(some.map((part) => verifyRecipient(context, { ...part, isStated: false })))
  }
  const { reason = null } = body
  const refunds = {
    parts,
    reason,
    of: 'request',
    guard: (tx: Tx) => guardExcess(tx, { request, amount: body.amount, parts }),
  } as const
  return commitRefunds(context, { caller, idempotency }, refunds, (created) => ({
    refunds: [...created],
  }))
}

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

/**
 * Computes the excess once more under the lock of the request, because another call may have given it back since it was read.
 *
 * @throws RefundExceedsPaymentError
 */
async function guardExcess(
  tx: Tx,
  facts: { request: Refunded; amount: string; parts: readonly Share[] },
): Promise<void> {
  const { request, amount, parts } = facts
  if (amount !== 'excess') return
  const now = await tx
    .selectFrom('requests')
    .select(COLUMNS)
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  const read = await readRests(tx, { requestId: request.id, most: MOST_PAYMENTS })
  const left = new Map(allocate(now, read, amount).map((one) => [one.payment.id, one.units]))
  for (const { payment, units } of parts) {
    const rest = left.get(payment.id) ?? 0n
    if (units > rest) throw exceeds(rest, request.payment_currency, 'excess')
  }
}

type Share = { payment: Row<'payments'>; units: bigint }

/** @throws InvalidInputError naming `amount`, RefundExceedsPaymentError */
function allocate(request: Refunded, read: ReadRests, amount: string): readonly Share[] {
  if (amount === 'excess') return allocateExcess(request, read)
  const { decimals } = getCurrency(request.payment_currency).currency
  const wanted = amount === 'all' ? null : atField('amount', () => parseAmount(amount, decimals))
  const shares: Share[] = []
  let sum = 0n
  for (const payment of read.payments) {
    const left = wanted === null ? null : wanted - sum
    const units = least(read.rests.restOf(payment.id) ?? 0n, left)
    if (units === 0n) continue
    read.rests.take(payment.id, units)
    shares.push({ payment, units })
    sum += units
  }
  const isShort = wanted === null ? sum === 0n : sum < wanted
  if (isShort) throw exceeds(sum, request.payment_currency, 'request')
  return shares
}

/**
 * Allocates the part of the payments above the requested amount, less what was refunded already. A conversion counts in the invoice
 * currency, so each payment gives back what its part of the excess was worth.
 */
function allocateExcess(request: Refunded, read: ReadRests): readonly Share[] {
  let left = BigInt(request.paid_units) - BigInt(request.expected_units)
  for (const refund of read.refunds) left -= countedOf(refund)
  const shares: Share[] = []
  let sum = 0n
  for (const payment of read.payments) {
    if (left <= 0n) break
    const rate = rateOf(payment)
    const part = least(left, BigInt(payment.request_units))
    const worth = rate === null ? part : unitsAtRate(part, rate)
    const units = least(worth, read.rests.restOf(payment.id) ?? 0n)
    if (units === 0n) continue
    // A payment that was given back before contributes only its rest.
    left -= units === worth ? part : rate === null ? units : worthAtRate(units, rate)
    read.rests.take(payment.id, units)
    shares.push({ payment, units })
    sum += units
  }
  if (sum === 0n) throw exceeds(0n, request.payment_currency, 'excess')
  return shares
}

/** Returns what a refund takes from the excess, in settlement units: what was paid of it, if that differs from its amount. */
function countedOf(refund: ReadRests['refunds'][number]): bigint {
  const { invoiceUnits, amountUnits } = refund
  const counted = countedUnits(refund)
  return invoiceUnits === null ? counted : divide(invoiceUnits * counted, amountUnits, 'down')
}

function least(units: bigint, most: bigint | null): bigint {
  return most !== null && most < units ? most : units
}
