import { formatAmount } from '@secure-payment/core'
import { getCurrency } from '@secure-payment/core/catalogue'
import type { Tx } from '../db/openDatabase.ts'
import type { Row } from '../db/schema.ts'
import { PaymentNotFoundError, RefundExceedsPaymentError, TooManyRefundsError } from './errors.ts'
import { readRests } from './readRests.ts'

/** A part of a payment to refund. */
type Part = {
  payment: Pick<Row<'payments'>, 'id' | 'request_id' | 'tx_hash' | 'payment_currency'>
  units: bigint
}

/** The maximum number of one request's refunds that are not cancelled, because each call adds them up. */
const MOST_REFUNDS = 1_000

/**
 * Reads the amounts that are left to refund, for a locked request's payments. The code that records or revokes payments acquires the
 * same lock, so concurrent calls on all hosts cannot refund more than the payee received. All parts belong to one request; `of` is the
 * subject of an error.
 *
 * @throws PaymentNotFoundError, TooManyRefundsError, RefundExceedsPaymentError
 */
export async function guardRests(
  tx: Tx,
  { parts, of }: { parts: readonly Part[]; of: 'payment' | 'request' },
): Promise<void> {
  const [first] = parts
  if (first === undefined) throw new PaymentNotFoundError()
  const { request_id: requestId, payment_currency } = first.payment
  await guardCount(tx, requestId, parts.length)
  const txHashes = [...new Set(parts.map(({ payment }) => payment.tx_hash))]
  const { rests } = await readRests(tx, { requestId, txHashes })
  for (const { payment, units } of parts) {
    const rest = rests.restOf(payment.id)
    // A reorganisation removed the payment after this call read it.
    if (rest === undefined) throw new PaymentNotFoundError()
    if (units > rest) throw exceeds(rest, payment_currency, of)
    rests.take(payment.id, units)
  }
}

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
