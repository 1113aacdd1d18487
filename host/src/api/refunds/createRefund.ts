import { InvalidInputError, parseAmount } from '@secure-payment/core'
import type { api, Output } from '@secure-payment/core/api'
import { getCurrency } from '@secure-payment/core/catalogue'
import { conversionDecimals } from '@secure-payment/core/conversion'
import { atField } from '../../atField.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/openDatabase.ts'
import type { Row } from '../../db/schema.ts'
import { ensureDefined } from '../../ensureDefined.ts'
import type { AcceptedAnswer } from '../../http/acceptedAnswer.ts'
import type { Call } from '../../http/implement.ts'
import { lockRequests } from '../../payments/requestRows.ts'
import { chooseRecipient, verifyRecipient } from '../../refunds/chooseRecipient.ts'
import { guardRefundable } from '../../refunds/guardRefundable.ts'
import { exceeds, guardRests } from '../../refunds/guardRests.ts'
import { rateOf, worthOf } from '../../refunds/paymentWorth.ts'
import { readRests } from '../../refunds/readRests.ts'
import { unitsAtRate } from '../../refunds/refundAmounts.ts'
import { commitRefunds, originOf, planPart } from './commitRefunds.ts'
import { loadPayment } from './loadPayment.ts'

type Create = typeof api.refunds.create
type CreateContext = Pick<
  Context,
  'audit' | 'chains' | 'config' | 'db' | 'now' | 'random' | 'prices' | 'rates'
>

/**
 * Creates a refund of one payment. All checks that need no lock run first; the commit then decides the amount under the
 * refunded request's lock.
 *
 * @throws PaymentNotFoundError, RefundUnsupportedError, RefundExceedsPaymentError, and what `chooseRecipient`, `verifyRecipient`,
 * `planPart` and `commitRefunds` throw
 */
export async function createRefund(
  context: CreateContext,
  { params, body, caller, idempotency }: Call<Create>,
): Promise<Output<Create> | AcceptedAnswer> {
  const payment = await loadPayment(context, { id: params.id, tenantId: caller.tenantId })
  guardRefundable(payment.request)
  const { reason = null, recipient: stated } = body
  const amounts = await readAmounts(context, payment, body)
  const recipient = chooseRecipient(payment, stated)
  const part = { origin: originOf(payment), recipient, ...amounts }
  // A wrong recipient is an error in the call, regardless of the chain's response.
  planPart(context, part)
  await verifyRecipient(context, { payment, recipient, isStated: stated !== undefined })
  const parts = [{ payment, units: amounts.units }]
  const guard = async (tx: Tx) => {
    await lockRequests(tx, context.db.dialect, [payment.request_id])
    await guardRests(tx, { parts, of: 'payment' })
  }
  const refunds = { parts: [part], reason, guard }
  return commitRefunds(context, { caller, idempotency }, refunds, ([refund]) =>
    ensureDefined(refund, 'The created refund'),
  )
}

type Amounts = { units: bigint; invoiceUnits: bigint | null }

/** @throws InvalidInputError naming the field, RefundExceedsPaymentError */
async function readAmounts(
  { db }: Pick<Context, 'db'>,
  payment: Row<'payments'>,
  { amount, amountInInvoiceCurrency: invoiced }: Call<Create>['body'],
): Promise<Amounts> {
  const currency = getCurrency(payment.payment_currency).currency
  const { rests } = await readRests(db.kysely, {
    requestId: payment.request_id,
    txHashes: [payment.tx_hash],
  })
  const rest = rests.restOf(payment.id) ?? 0n
  const within = (units: bigint) => {
    if (units > rest || rest === 0n) throw exceeds(rest, payment.payment_currency, 'payment')
    return units
  }
  if (invoiced === undefined) {
    const isAll = amount === 'all' || amount === undefined
    const units = isAll ? rest : atField('amount', () => parseAmount(amount, currency.decimals))
    return { units: within(units), invoiceUnits: worthOf(payment, units) }
  }
  const field = 'amountInInvoiceCurrency'
  const rate = rateOf(payment)
  if (rate === null || payment.conversion_rate === null) {
    throw invalid(field, 'not_converted', 'is only for converted payments: send amount')
  }
  const decimals = conversionDecimals(getCurrency(payment.invoice_currency).currency)
  const invoiceUnits = atField(field, () => parseAmount(invoiced, decimals))
  const units = unitsAtRate(invoiceUnits, rate)
  if (units === 0n) throw invalid(field, 'amount_too_small', 'is worth less than one base unit')
  return { units: within(units), invoiceUnits }
}

function invalid(field: string, code: string, message: string): InvalidInputError {
  return new InvalidInputError([{ field, code, message }])
}
